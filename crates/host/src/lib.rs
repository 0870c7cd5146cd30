//! The process that loads one foreign player and locks itself in. It is always a process of its own: the arena
//! starts it, hands it one end of a socket, and believes nothing that comes out of it. This is the only crate
//! with `unsafe`, and so it also has the program's allocator.
#![allow(unsafe_code)]

mod channel;
mod crash;
mod elf;
mod gsl;
mod library;
mod lifeline;
mod nursery;
mod pages;
mod player;
mod program;
mod sandbox;
mod slice;
mod supervise;
mod wasm;

use std::ffi::OsString;
use std::path::Path;

use agon_protocol::host::{EXIT_REFUSED, FaultKind, Launch, NURSERY, Report, Request, Target};

pub use crate::pages::LargePages;
pub use crate::slice::be_prompt;

use crate::channel::Channel;
use crate::player::{Failure, Player};
use crate::sandbox::Sandbox;
use crate::wasm::Prepared;

/// Runs the host with the arguments behind `agon host` and gives its exit status. Everything it has to say goes
/// to the arena; what cannot goes to stderr, which is the player's log.
pub fn main(args: impl IntoIterator<Item = OsString>) -> i32 {
    let mut args = args.into_iter().peekable();
    if args.peek().is_some_and(|first| first == NURSERY) {
        return nursery::run_nursery();
    }
    match Launch::from_args(args) {
        Ok(launch) => run(&launch, None, false),
        Err(bad) => {
            eprintln!("{bad}");
            EXIT_REFUSED
        }
    }
}

/// Becomes the player of a launch, or its supervisor; a module may have been prepared already, and tied to the arena.
fn run(launch: &Launch, prepared: Option<Prepared>, is_tied: bool) -> i32 {
    match &launch.target {
        Target::Player(file) => run_player(launch, file, prepared, is_tied),
        Target::Program(words) => program::run(launch, words),
    }
}

/// What is loaded behind the lock.
enum Image {
    Library(Vec<u8>),
    Module(Vec<u8>),
    Prepared(Prepared),
}

impl Image {
    fn read(file: &Path) -> Result<Image, String> {
        let bytes = player::read_file(file)?;
        if wasm::is_wasm(&bytes) {
            return Ok(Image::Module(bytes));
        }
        elf::check(&bytes).map(|()| Image::Library(bytes))
    }
}

/// Reads the file, steps behind a supervisor unless it is tied to the arena, locks itself in and serves the arena.
fn run_player(launch: &Launch, file: &Path, prepared: Option<Prepared>, is_tied: bool) -> i32 {
    let n_kept = if is_tied { lifeline::PLAYER_END + 1 } else { lifeline::PLAYER_END };
    let channel = match Channel::take_stdin(n_kept) {
        Ok(channel) => channel,
        Err(error) => {
            eprintln!("host: no socket on stdin: {error}");
            return EXIT_REFUSED;
        }
    };
    let image = match prepared.map_or_else(|| Image::read(file), |prepared| Ok(Image::Prepared(prepared))) {
        Ok(image) => image,
        Err(refusal) => return refuse(&channel, refusal),
    };
    let mut sandbox = Sandbox::prepare(launch, !matches!(image, Image::Library(_)));
    supervise::take_name(file);
    if is_tied {
        slice::be_player(&launch.cores);
    } else {
        supervise::split(&mut sandbox, launch);
    }
    match load_locked(launch, &channel, image, sandbox) {
        Ok(player) => serve(player, &channel),
        Err(refusal) => refuse(&channel, refusal),
    }
}

/// Everything from the file's bytes to a player that waits for its first call, foreign code last.
fn load_locked(
    launch: &Launch,
    channel: &Channel,
    image: Image,
    sandbox: Sandbox,
) -> Result<Box<dyn Player>, String> {
    crash::aim(channel);
    let image = match image {
        Image::Library(image) => image,
        Image::Module(image) => {
            crash::install_once();
            return start_module(launch, channel, &Prepared::new(&image, launch)?, sandbox);
        }
        Image::Prepared(prepared) => return start_module(launch, channel, &prepared, sandbox),
    };
    crash::install();
    let memory_file = library::seal(&image)?;
    let gsl = gsl::preload(&image);
    let layers = sandbox.lock(launch).map_err(|e| e.to_string())?;
    crash::enter("while it was loaded");
    let library = library::Library::open(memory_file, &gsl)?;
    channel.send(&Report::Loaded(layers));
    Ok(Box::new(library::LibraryPlayer::new(library, gsl)))
}

fn start_module(
    launch: &Launch,
    channel: &Channel,
    prepared: &Prepared,
    sandbox: Sandbox,
) -> Result<Box<dyn Player>, String> {
    let layers = sandbox.lock(launch).map_err(|e| e.to_string())?;
    channel.send(&Report::Loaded(layers));
    Ok(Box::new(wasm::WasmPlayer::new(prepared, launch)?))
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
            let begun = channel::now();
            crash::enter("in play");
            let (step, fuel) = player.play(previous, fuel)?;
            Ok(Report::Moved { turn, step, fuel, begun })
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
