//! The locks: which layers this machine gives, and that a host goes when its arena goes.

use agon_protocol::host::{GameKind, Layers, Report};

use crate::table::{Table, library, square};

#[test]
fn layers_hold_and_can_be_left_out() {
    let player = library("agon.c", "layers.so", &[]);
    let all = Table::open(&player).loaded();
    eprintln!("this machine: {all}");
    assert!(all.holds(Layers::LIMITS));
    for left_out in [Layers::NAMESPACES, Layers::LANDLOCK, Layers::SECCOMP] {
        let table = Table::open_with(&player, |launch| launch.layers = Layers(!left_out.0));
        let held = table.loaded();
        assert!(!held.holds(left_out) && held.0 & !left_out.0 == all.0 & !left_out.0, "{held}");
        assert!(matches!(table.start(square(GameKind::Blobwar)), Some(Report::Started { .. })));
    }
}

#[test]
fn a_host_whose_arena_is_another_process_ends_at_once() {
    let player = library("agon.c", "orphan.so", &[]);
    let table = Table::open_with(&player, |launch| launch.parent = 1);
    while table.receive().is_some() {}
}
