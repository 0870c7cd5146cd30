//! The arena's ladder played by a worker that has never seen the team's player.

use agon_arena::store::{GameFilter, Store};
use serde_json::json;

use super::Process;
use crate::broker::Broker;
use crate::program::{agon, scratch};
use crate::serving::Arena;

#[test]
fn teams_climb_on_other_machines() {
    let dir = scratch("fleet-ladder");
    let Some(broker) = Broker::start(&dir.join("streams"), &[]) else { return };
    let [folder, there, player] = ["arena", "there", "player"].map(|name| dir.join(name));
    [&folder, &there].into_iter().for_each(|dir| std::fs::create_dir_all(dir).unwrap());
    let made = agon(&["new", player.to_str().unwrap(), "--game", "reversi", "--lang", "c"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let arena = Arena::start_with(&folder, &["--demo", "off", "--queue", &broker.url()]);
    // From a clock that counts time to one that does not: whoever stayed away for that may come now.
    arena.ask("/api/admin/settings", Some(&json!({ "clock": "nodes=100", "check_games": 1 })));
    let team = arena.ask("/api/admin/teams", Some(&json!({ "name": "Penguins" })));
    let ran = arena.submit(&player.join("player.c"), "reversi", team["token"].as_str().unwrap());
    if ran.stdout.contains("C is not compiled here") || ran.stderr.contains("C is not compiled here") {
        return eprintln!("skipped: {}{}", ran.stdout, ran.stderr);
    }
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let _worker = Process::worker(&broker, &there);
    arena.await_games("Penguins v1", 4);
    assert_eq!(std::fs::read_dir(there.join("cache")).unwrap().count(), 1, "the upload came along");
    let store = Store::open_to_read(&folder.join("arena.db")).unwrap();
    let games = store.games(GameFilter::default()).unwrap();
    let hands = store.hands(games[0].tournament).unwrap();
    for game in &games {
        assert!(
            hands.iter().any(|hand| hand.pairs.contains(&game.pair)),
            "pair {} was played here",
            game.pair
        );
        assert!(game.record.players.iter().any(|player| player.spec.starts_with("upload:")));
    }
}
