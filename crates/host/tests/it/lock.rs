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

/// A control group of version 2 is used wherever this user may hand one on.
#[test]
fn a_control_group_where_there_is_one() {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap();
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/")).map(str::to_owned);
    let parent = own.map(|own| std::path::Path::new("/sys/fs/cgroup").join(own).join(".."));
    let control =
        parent.and_then(|parent| std::fs::read_to_string(parent.join("cgroup.subtree_control")).ok());
    if !control.is_some_and(|control| control.contains("memory") && control.contains("pids")) {
        println!("skipped: no control groups of version 2 with memory and pids to hand on");
        return;
    }
    let held = Table::open(&library("agon.c", "grouped.so", &[])).loaded();
    println!("this machine: {held}");
    let is_root = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0;
    assert!(held.holds(Layers::CGROUP) || !is_root, "{held}");
}

#[test]
fn a_host_whose_arena_is_another_process_ends_at_once() {
    let player = library("agon.c", "orphan.so", &[]);
    let table = Table::open_with(&player, |launch| launch.parent = 1);
    while table.receive().is_some() {}
}
