//! The interface of the Flood servers, exactly as players in the wild know it.

use std::ffi::{c_int, c_void};

use agon_protocol::abi::{ColorSet, FloodGraph, FloodMove};
use agon_protocol::host::{NONE, RawMove, Setup};

use super::{Library, memory};
use crate::gsl::Gsl;
use crate::player::Failure;

type Initialize = extern "C" fn(usize, *mut FloodGraph, *mut c_int, *mut ColorSet);
type Play = extern "C" fn(FloodMove) -> FloodMove;

/// NO_COLOR: a pass, and what the first player is told.
const NO_COLOR: c_int = -1;

pub(super) struct Functions {
    initialize: Initialize,
    play: Play,
}

impl Functions {
    pub(super) fn find(library: &Library) -> Result<Functions, Failure> {
        let initialize = library.require(c"initialize")?;
        let play = library.require(c"play")?;
        // SAFETY: a library for Flood has functions of these types; one that has not harms only itself.
        unsafe {
            Ok(Functions {
                initialize: std::mem::transmute::<*mut c_void, Initialize>(initialize),
                play: std::mem::transmute::<*mut c_void, Play>(play),
            })
        }
    }

    /// The graph, its matrix and the colours become the player's; the forbidden sets stay ours, for ever.
    pub(super) fn initialize(&self, setup: &Setup, gsl: &Gsl) {
        let t = memory::matrix(setup, gsl, |_| 1);
        let start = |player: usize| setup.pieces[player].first().map_or(0, |&vertex| vertex as usize);
        let num_vertices = setup.num_vertices();
        let graph = memory::copy(&[FloodGraph { num_vertices, t, positions: [start(0), start(1)] }]);
        let colours: Vec<c_int> = setup.colours.iter().map(|&c| c.into()).collect();
        let forbidden = memory::copy(&setup.forbidden.map(color_set));
        (self.initialize)(setup.player.into(), graph, memory::copy(&colours), forbidden);
    }

    pub(super) fn play(&self, previous: RawMove) -> RawMove {
        let c = if previous.0[0] < 8 { previous.0[0] as c_int } else { NO_COLOR };
        answer((self.play)(FloodMove { c }).c)
    }
}

/// What a colour means that a player gave, in C or WebAssembly: only NO_COLOR is a pass, rubbish is no move.
pub(crate) fn answer(c: c_int) -> RawMove {
    match c {
        NO_COLOR => RawMove::PASS,
        0..8 => RawMove([c as u32, NONE, NONE]),
        _ => RawMove::NOTHING,
    }
}

/// One byte per colour out of one bit per colour.
pub(super) fn color_set(bits: u8) -> ColorSet {
    ColorSet { t: std::array::from_fn(|colour| bits >> colour & 1) }
}
