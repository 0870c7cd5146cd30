//! The interface of `include/agon.h`, for all four games. Everything handed over stays ours and is never freed.

use std::ffi::c_void;

use agon_protocol::abi::{AgonGraph, AgonStart, Move3};
use agon_protocol::host::{RawMove, Setup};

use super::{Library, flood, memory};
use crate::player::Failure;

type Initialize = extern "C" fn(u32, *const AgonGraph, *const AgonStart);
type Play = extern "C" fn(Move3) -> Move3;

pub(super) struct Functions {
    initialize: Initialize,
    play: Play,
}

impl Functions {
    pub(super) fn find(library: &Library) -> Result<Functions, Failure> {
        let initialize = library.require(c"initialize")?;
        let play = library.require(c"play")?;
        // SAFETY: a library with the header's mark has functions of these types.
        unsafe {
            Ok(Functions {
                initialize: std::mem::transmute::<*mut c_void, Initialize>(initialize),
                play: std::mem::transmute::<*mut c_void, Play>(play),
            })
        }
    }

    pub(super) fn initialize(&self, setup: &Setup) {
        let dir: Vec<u32> = setup.data.iter().map(|&d| d.into()).collect();
        let graph = memory::copy(&[AgonGraph {
            num_vertices: setup.num_vertices() as u32,
            columns: setup.grid[0],
            rows: setup.grid[1],
            reserved: 0,
            row_ptr: memory::copy(&setup.row_ptr),
            col: memory::copy(&setup.col),
            dir: memory::copy(&dir),
        }]);
        let colours: Vec<i32> = setup.colours.iter().map(|&c| c.into()).collect();
        let colors = if colours.is_empty() { std::ptr::null_mut() } else { memory::copy(&colours) };
        let start = memory::copy(&[AgonStart {
            seed: setup.seed,
            game: setup.game as u32,
            rules: setup.rules,
            num_pieces: [setup.pieces[0].len() as u32, setup.pieces[1].len() as u32],
            pieces: [memory::copy(&setup.pieces[0]), memory::copy(&setup.pieces[1])],
            colors,
            forbidden: setup.forbidden.map(flood::color_set),
        }]);
        (self.initialize)(setup.player.into(), graph, start);
    }

    pub(super) fn play(&self, previous: RawMove) -> RawMove {
        let [from, to, arrow] = previous.0;
        let answer = (self.play)(Move3 { from, to, arrow });
        RawMove([answer.from, answer.to, answer.arrow])
    }
}
