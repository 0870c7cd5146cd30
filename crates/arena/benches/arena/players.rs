//! What the arena adds to a move, beside the floor of a bare pipe in the same run: process players, libraries,
//! WebAssembly, our own process; how soon a locked-in player is ready; how true the clock is.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use agon_arena::bout::{Bout, Nobody, Terms, play};
use agon_arena::clock::Clock;
use agon_arena::player::custody::Custody;
use agon_arena::player::{Player, Seat, spec};
use agon_arena::referee::{Action, Answer, Input, Opinion, Referee};
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::game::PackedMove;
use agon_games::graph::Numbering;
use agon_games::record::Ending;
use agon_games::side::Side;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::truth;

const GAME: &str = "amazons/10";

/// Runs the part that is named, or everything: moves on one core, where foreign players and arena share it so that a
/// move is one round trip; the rest in processes of their own, on all cores.
pub(crate) fn run(part: Option<&str>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = Script::new(folder.path());
    match part {
        Some("ready") => return ready(&script, folder.path()),
        Some("clock") => return truth::run(&script, folder.path()),
        _ => {}
    }
    let own = std::env::current_exe().expect("a running program has a file");
    for part in ["ready", "clock"] {
        Command::new(&own).arg(part).status().expect("it starts");
    }
    let everywhere = sched_getaffinity(None).expect("affinity");
    let mut one = CpuSet::new();
    one.set(0);
    sched_setaffinity(None, &one).expect("core 0 exists");
    let floor = (0..5).map(|_| pipe_floor()).fold(0.0, f64::max);
    println!("bare pipe                    {floor:9.0} round trips/s on one core");
    processes(&script);
    library(&script, folder.path());
    referee();
    sched_setaffinity(None, &everywhere).expect("affinity");
}

/// A game that was played before, for players that only repeat it.
pub(crate) struct Script {
    pub(crate) table: Table,
    moves: Vec<PackedMove>,
    files: [PathBuf; 2],
}

impl Script {
    fn new(folder: &Path) -> Script {
        let table = Table::open(GAME, None).expect("the game exists");
        let mut position = table.start();
        let mut dice = Dice::new(5);
        let mut moves = Vec::new();
        while !position.is_over() {
            let mv = position.random_move(&mut dice);
            assert!(position.play(mv), "random moves are legal");
            moves.push(mv);
        }
        let files = [0, 1].map(|side| {
            let file = folder.join(format!("moves-{side}.txt"));
            let texts: Vec<String> =
                moves.iter().skip(side).step_by(2).map(|&mv| position.move_text(mv)).collect();
            std::fs::write(&file, texts.join("\n")).expect("the folder is ours");
            file
        });
        Script { table, moves, files }
    }

    pub(crate) fn specs(&self, nap: u64) -> [String; 2] {
        let own = std::env::current_exe().expect("a running program has a file");
        [0, 1].map(|side| format!("ugi:{} scripted {} {nap}", own.display(), self.files[side].display()))
    }
}

pub(crate) fn open(spec: &str) -> Box<dyn Player> {
    spec::open(spec, &Custody::default(), None).expect("the spec is ours")
}

fn game(script: &Script, players: &mut [Box<dyn Player>; 2], clock: &str) -> Bout {
    let terms = Terms::new(script.table.clone(), clock.parse::<Clock>().expect("a clock"));
    let [a, b] = players;
    let bout = play(&terms, [a.as_mut(), b.as_mut()], ["a", "b"], &mut Nobody).expect("both play");
    assert_eq!(bout.record.ending, Ending::Rules, "{:?}", bout.record.reason);
    bout
}

fn pipe_floor() -> f64 {
    let own = std::env::current_exe().expect("a running program has a file");
    let mut child = Command::new(own)
        .arg("echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    let mut buffer = [7; 32];
    let n = 50_000;
    let begun = Instant::now();
    for _ in 0..n {
        input.write_all(&buffer).expect("echo listens");
        output.read_exact(&mut buffer).expect("echo answers");
    }
    let rate = f64::from(n) / begun.elapsed().as_secs_f64();
    drop(input);
    child.wait().expect("echo ends");
    rate
}

fn print_moves(name: &str, n_moves: usize, wall: f64, cpu: f64) {
    let rate = n_moves as f64 / wall;
    println!(
        "{name:28} {rate:9.0} moves/s on one core, {:.2} us of arena CPU a move",
        cpu * 1e6 / n_moves as f64
    );
}

/// Whole games, best of several; start and end are not counted, every move is.
fn processes(script: &Script) {
    let mut players = script.specs(0).map(|spec| open(&spec));
    game(script, &mut players, "10s");
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..200 {
        let cpu = super::processor_time();
        let begun = Instant::now();
        game(script, &mut players, "10s");
        best = (best.0.min(begun.elapsed().as_secs_f64()), best.1.min(super::processor_time() - cpu));
    }
    print_moves("processes, ugi", script.moves.len(), best.0, best.1);
}

/// A C library that repeats its moves, built here if there is a compiler.
pub(crate) fn build_library(script: &Script, folder: &Path, nap_ms: u32) -> Option<PathBuf> {
    let numbers: Vec<String> = script
        .moves
        .iter()
        .map(|mv| format!("{{{},{},{}}}", mv.0 & 0x1FF, mv.0 >> 9 & 0x1FF, mv.0 >> 18 & 0x1FF))
        .collect();
    let source = folder.join(format!("repeat-{nap_ms}.c"));
    let text = format!(
        "#include <stdio.h>\n#include <time.h>\n#define NAP {nap_ms}\nstruct move_t {{ unsigned a, b, c; }};\nstatic struct move_t const moves[] = {{{}}};\nstatic unsigned turn, naps;\nstatic double took[4096];\n\
         void initialize(unsigned id, void* g, unsigned n, unsigned* q[2]) {{ (void)g; (void)n; (void)q; turn = id; }}\n\
         static double now(void) {{ struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e6 * t.tv_sec + 1e-3 * t.tv_nsec; }}\n\
         static void nap(void) {{ struct timespec t = {{0, NAP * 1000000}}; double b = now(); nanosleep(&t, 0); if (naps < 4096) took[naps++] = now() - b; }}\n\
         struct move_t play(struct move_t p) {{ (void)p; if (NAP) nap(); turn += 2; return moves[turn - 2]; }}\n\
         char const* get_player_name(void) {{ return \"repeat\"; }}\nvoid finalize(void) {{ for (unsigned i = 0; i < naps; i++) fprintf(stderr, \"%.0f\\n\", took[i]); }}\n",
        numbers.join(",")
    );
    std::fs::write(&source, text).ok()?;
    let output = folder.join(format!("repeat-{nap_ms}.so"));
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&output).arg(&source);
    cc.status().is_ok_and(|status| status.success()).then_some(output)
}

fn library(script: &Script, folder: &Path) {
    let Some(file) = build_library(script, folder, 0) else {
        println!("libraries: skipped, there is no C compiler");
        return;
    };
    let spec = file.display().to_string();
    let mut players = [open(&spec), open(&spec)];
    let (mut wall, mut cpu) = (f64::MAX, f64::MAX);
    for _ in 0..60 {
        let before = super::processor_time();
        let bout = game(script, &mut players, "10s");
        let spent: u64 = bout.record.moves.iter().filter_map(|ply| ply.us).sum();
        wall = wall.min(spent as f64 * 1e-6);
        cpu = cpu.min(super::processor_time() - before);
    }
    print_moves("libraries (start included)", script.moves.len(), wall, cpu);
}

fn ready(script: &Script, folder: &Path) {
    let wasm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../zoo/wasm/tame.wasm");
    let flood = Table::open("flood/6", None).expect("the game exists");
    let library = build_library(script, folder, 0).unwrap_or_default();
    let cases = [("library, locked in", &script.table, library), ("wasm, compiled before", &flood, wasm)];
    for (name, table, file) in cases.into_iter().filter(|(_, _, file)| file.exists()) {
        let seat = Seat {
            table: table.clone(),
            opening: Default::default(),
            side: Side::First,
            clock: Clock::default(),
            seed: 0,
            numbering: Numbering::Full,
            halt: Default::default(),
        };
        let mut times: Vec<f64> = Vec::new();
        for _ in 0..60 {
            let mut player = open(&file.display().to_string());
            let begun = Instant::now();
            player.start(&seat).expect("it starts");
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            player.finish(&seat);
        }
        times.sort_by(f64::total_cmp);
        println!("{name:28} ready in {:.2} ms (best), {:.2} ms (median)", times[0], times[times.len() / 2]);
    }
}

/// The referee against the bare rules, on the same moves.
fn referee() {
    for spec in ["ataxx", "reversi/8", "amazons/10", "flood/12"] {
        let table = Table::open(spec, None).expect("the game exists");
        let mut position = table.start();
        let mut dice = Dice::new(3);
        let mut moves = Vec::new();
        while !position.is_over() {
            let mv = position.random_move(&mut dice);
            assert!(position.play(mv), "random moves are legal");
            moves.push(mv);
        }
        let rules = best_of(|| {
            let mut position = table.start();
            for &mv in &moves {
                assert!(position.play(mv), "they were legal before");
                std::hint::black_box(position.outcome());
            }
        });
        let judged = best_of(|| judge(&table, &moves));
        let n = moves.len() as f64;
        println!("in process, {spec:16} {:6.0} ns a move, of which rules {:4.0}", judged / n, rules / n);
    }
}

fn judge(table: &Table, moves: &[PackedMove]) {
    let mut referee = Referee::new(table, Clock::Nodes(1), &[]).expect("no opening");
    let mut actions = Vec::with_capacity(2);
    referee.handle(Duration::ZERO, Input::Begin, &mut actions);
    while let Some(Action::Ask { side, .. }) = actions.pop() {
        let mv = moves[referee.history().len()];
        referee.handle(
            Duration::ZERO,
            Input::Answer(side, Answer::Move(mv), Opinion::default()),
            &mut actions,
        );
    }
}

/// Nanoseconds of the fastest run.
fn best_of(mut run: impl FnMut()) -> f64 {
    let once = |run: &mut dyn FnMut()| {
        let begun = Instant::now();
        run();
        begun.elapsed().as_nanos() as f64
    };
    (0..3000).map(|_| once(&mut run)).fold(f64::MAX, f64::min)
}
