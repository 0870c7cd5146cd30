//! The process that loads one foreign player and locks itself in. It is always a process of its own: the arena
//! starts it, hands it one end of a socket, and believes nothing that comes out of it. This is the only crate
//! with `unsafe`.
#![allow(unsafe_code)]

mod channel;
mod crash;
mod elf;
mod gsl;
mod library;
mod player;
mod program;
mod sandbox;
mod supervise;
mod wasm;

use std::ffi::OsString;
use std::path::Path;

use agon_protocol::host::{EXIT_REFUSED, FaultKind, Launch, Report, Request, Target};

use crate::channel::Channel;
use crate::player::{Failure, Player};
use crate::sandbox::Sandbox;

/// Runs the host with the arguments behind `agon host` and gives its exit status. Everything it has to say goes
/// to the arena; what cannot goes to stderr, which is the player's log.
pub fn main(args: impl IntoIterator<Item = OsString>) -> i32 {
    match Launch::from_args(args) {
        Ok(launch) => match &launch.target {
            Target::Player(file) => run_player(&launch, file),
            Target::Program(words) => program::run(&launch, words),
        },
        Err(bad) => {
            eprintln!("{bad}");
            EXIT_REFUSED
        }
    }
}

/// Reads the file, steps behind a supervisor, locks itself in and serves the arena.
fn run_player(launch: &Launch, file: &Path) -> i32 {
    let channel = match Channel::take_stdin() {
        Ok(channel) => channel,
        Err(error) => {
            eprintln!("host: no socket on stdin: {error}");
            return EXIT_REFUSED;
        }
    };
    let image = match player::read_file(file) {
        Ok(image) => image,
        Err(refusal) => return refuse(&channel, refusal),
    };
    let is_wasm = wasm::is_wasm(&image);
    let mut sandbox = Sandbox::prepare(launch, is_wasm);
    supervise::split(&mut sandbox, launch);
    match load_locked(launch, &channel, &image, is_wasm, sandbox) {
        Ok(player) => serve(player, &channel),
        Err(refusal) => refuse(&channel, refusal),
    }
}

/// Everything from the file's bytes to a player that waits for its first call, foreign code last.
fn load_locked(
    launch: &Launch,
    channel: &Channel,
    image: &[u8],
    is_wasm: bool,
    sandbox: Sandbox,
) -> Result<Box<dyn Player>, String> {
    crash::install(channel);
    if is_wasm {
        let module = wasm::compile(image, launch)?;
        let layers = sandbox.lock(launch).map_err(|e| e.to_string())?;
        channel.send(&Report::Loaded(layers));
        return Ok(Box::new(wasm::WasmPlayer::new(module, launch)?));
    }
    elf::check(image)?;
    let memory_file = library::seal(image)?;
    let gsl = gsl::preload(image);
    let layers = sandbox.lock(launch).map_err(|e| e.to_string())?;
    crash::enter("while it was loaded");
    let library = library::Library::open(memory_file, &gsl)?;
    channel.send(&Report::Loaded(layers));
    Ok(Box::new(library::LibraryPlayer::new(library, gsl)))
}

/// Answers requests until the arena hangs up.
fn serve(mut player: Box<dyn Player>, channel: &Channel) -> i32 {
    while let Some(request) = channel.receive() {
        let is_last = request == Request::Finish;
        match answer(player.as_mut(), request) {
            Ok(report) => channel.send(&report),
            Err(failure) => {
                channel.send(&Report::Fault(failure.kind, failure.text));
                return 1;
            }
        }
        crash::enter("while it was not asked anything");
        if is_last {
            break;
        }
    }
    0
}

fn answer(player: &mut dyn Player, request: Request) -> Result<Report, Failure> {
    match request {
        Request::Start(setup) => {
            crash::enter("in initialize");
            player.initialize(&setup)?;
            crash::enter("in get_player_name");
            Ok(Report::Started { name: player.name()?, follows: player.follows() })
        }
        Request::Play { turn, previous, fuel } => {
            crash::enter("in play");
            let (step, fuel) = player.play(previous, fuel)?;
            Ok(Report::Moved { turn, step, fuel })
        }
        Request::Finish => {
            crash::enter("in finalize");
            player.finalize()?;
            Ok(Report::Finished)
        }
    }
}

fn refuse(channel: &Channel, why: String) -> i32 {
    channel.send(&Report::Fault(FaultKind::Refused, why));
    EXIT_REFUSED
}
