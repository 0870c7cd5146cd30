//! The host's packets: round trips, and rubbish that must never pass or panic.

use agon_protocol::host::{
    BadPacket, FaultKind, GameKind, Launch, Layers, MAX_ANSWER, RawMove, Report, Request, Setup, Target,
};

fn setup() -> Setup {
    Setup {
        game: GameKind::Flood,
        player: 1,
        rules: 1,
        grid: [2, 1],
        row_ptr: vec![0, 1, 2],
        col: vec![1, 0],
        data: vec![3, 7],
        pieces: [vec![0], vec![1]],
        colours: vec![4, 2],
        forbidden: [0, 0b100],
        seed: 77,
    }
}

#[test]
fn requests_round_trip() {
    let play = Request::Play { turn: 9, previous: RawMove([1, 2, 3]), fuel: 1 << 40 };
    for request in [Request::Start(Box::new(setup())), play, Request::Finish] {
        let mut bytes = Vec::new();
        request.encode(&mut bytes);
        assert_eq!(Request::decode(&bytes), Ok(request.clone()));
        for end in 0..bytes.len() {
            assert!(Request::decode(&bytes[..end]).is_err(), "{request:?} cut at {end}");
        }
        bytes.push(0);
        assert_eq!(Request::decode(&bytes), Err(BadPacket::Long(1)));
    }
}

#[test]
fn reports_round_trip_and_fit_the_limit() {
    let moved = Report::Moved { turn: 3, step: RawMove::PASS, fuel: 5, begun: 7 };
    let long = Report::Fault(FaultKind::Crash, "é".repeat(MAX_ANSWER));
    for report in [
        Report::Loaded(Layers(7)),
        Report::Started { name: "Ada".into(), follows: true },
        moved,
        Report::Finished,
    ] {
        let mut bytes = Vec::new();
        report.encode(&mut bytes);
        assert_eq!(Report::decode(&bytes), Ok(report));
    }
    let mut bytes = Vec::new();
    long.encode(&mut bytes);
    assert!(bytes.len() <= MAX_ANSWER);
    assert!(
        matches!(Report::decode(&bytes), Ok(Report::Fault(FaultKind::Crash, text)) if text.ends_with('é'))
    );
}

#[test]
fn rubbish_is_refused() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..20_000 {
        let mut bytes = Vec::new();
        for _ in 0..state % 40 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            bytes.push((state >> 56) as u8 % 7);
        }
        state = state.wrapping_add(1);
        let _ = Report::decode(&bytes);
        let _ = Request::decode(&bytes);
    }
    assert_eq!(Report::decode(&[]), Err(BadPacket::Short));
    assert_eq!(Report::decode(&[200]), Err(BadPacket::Tag(200)));
}

#[test]
fn layers_by_name() {
    assert_eq!(
        Layers::LIMITS.with(Layers::SECCOMP).to_string(),
        "limits+seccomp without namespaces, landlock, cgroup"
    );
    let wasm = Layers::LIMITS.with(Layers::LANDLOCK).with(Layers::SECCOMP).with(Layers::WASM);
    assert_eq!(wasm.to_string(), "limits+landlock+seccomp+wasm without cgroup");
}

#[test]
fn command_lines_round_trip() {
    let mut launch = Launch {
        target: Target::Player("./a player.so".into()),
        memory: 1 << 29,
        cpu: 3,
        processes: 64,
        output: 1 << 20,
        layers: Layers(31),
        is_fuelled: true,
        cache: Some("/var/c".into()),
        parent: 12,
        reads: vec!["/x=y".into()],
        cores: vec![0, 3],
    };
    assert_eq!(Launch::from_args(launch.to_args()), Ok(launch.clone()));
    launch.target = Target::Program(vec!["./engine".into(), "--".into(), "memory=1".into()]);
    assert_eq!(Launch::from_message(&launch.to_message()), Ok(launch.clone()));
    assert_eq!(Launch::from_args(launch.to_args()), Ok(launch));
    assert!(Launch::from_message(b"memory=1").is_err());
    for bad in ["", "memory=x", "colour=1", "memory=1"] {
        assert!(Launch::from_args([bad.into()]).is_err(), "{bad}");
    }
}
