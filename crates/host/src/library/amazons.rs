//! The interface of the Amazons servers, exactly as players in the wild know it.

use std::ffi::c_void;

use agon_protocol::abi::{AmazonsGraph, Move3};
use agon_protocol::host::{RawMove, Setup};

use super::{Library, memory};
use crate::gsl::Gsl;
use crate::player::Failure;

type Initialize = extern "C" fn(u32, *mut AmazonsGraph, u32, *mut *mut u32);
type Play = extern "C" fn(Move3) -> Move3;

pub(super) struct Functions {
    initialize: Initialize,
    play: Play,
}

impl Functions {
    pub(super) fn find(library: &Library) -> Result<Functions, Failure> {
        let initialize = library.require(c"initialize")?;
        let play = library.require(c"play")?;
        // SAFETY: a library for Amazons has functions of these types; one that has not harms only itself.
        unsafe {
            Ok(Functions {
                initialize: std::mem::transmute::<*mut c_void, Initialize>(initialize),
                play: std::mem::transmute::<*mut c_void, Play>(play),
            })
        }
    }

    /// The graph, its matrix and both lists of queens become the player's; the pair of pointers stays ours.
    pub(super) fn initialize(&self, setup: &Setup, gsl: &Gsl) {
        let t = memory::matrix(setup, gsl, u32::from);
        let graph = memory::copy(&[AmazonsGraph { num_vertices: setup.num_vertices() as u32, t }]);
        let queens = memory::copy(&[memory::copy(&setup.pieces[0]), memory::copy(&setup.pieces[1])]);
        (self.initialize)(setup.player.into(), graph, setup.pieces[0].len() as u32, queens);
    }

    pub(super) fn play(&self, previous: RawMove) -> RawMove {
        let [from, to, arrow] = previous.0;
        let answer = (self.play)(Move3 { from, to, arrow });
        RawMove([answer.from, answer.to, answer.arrow])
    }
}
