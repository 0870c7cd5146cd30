//! How deep the policies look.

use std::time::Duration;

use agon_engine::search::{DepthPolicy, DepthRule};

#[test]
fn depth_grows_with_the_turn() {
    let at = |turn| DepthPolicy::new(DepthRule::Turn).next(10.0, Some(turn));
    // On 10x10 the scale is exp(0.5) * 10^1.5 = 52.1.
    assert_eq!([0, 1, 31, 32, 50, 80].map(at), [1, 2, 2, 3, 4, 6]);
}

#[test]
fn depth_follows_the_time_of_the_last_search() {
    let mut policy = DepthPolicy::new(DepthRule::Time);
    let second = Some(Duration::from_secs(1));
    assert_eq!(policy.next(10.0, None), 2);
    policy.learn(Duration::from_millis(1), second, 100);
    assert_eq!(policy.next(10.0, None), 3);
    policy.learn(Duration::from_millis(500), second, 100);
    assert_eq!(policy.next(10.0, None), 3);
    policy.learn(Duration::from_millis(1500), second, 100);
    assert_eq!(policy.next(10.0, None), 2);
}
