//! A robot of filler as a process: the line protocol of `Bridge.java`, seen from this side. Board, neighbours and colours
//! are told by filler itself.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// The board without its colours, and when a game is won.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// The neighbours of every cell; cells that filler does not use have none.
    pub(crate) near: Vec<Vec<usize>>,
    pub(crate) n_colours: u8,
    /// The cells that win.
    pub(crate) goal: u16,
    pub(crate) origins: [usize; 2],
}

/// What a robot played.
pub(crate) struct Answer {
    pub(crate) colour: u8,
    /// Its cells after that, as filler counts them.
    pub(crate) score: u16,
    pub(crate) time: Duration,
}

/// A robot that is running.
pub(crate) struct Bridge {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    pub(crate) graph: Graph,
}

impl Bridge {
    pub(crate) fn start(jar: &str, source: &str, robot: &str) -> Result<Self> {
        // One thread is enough for a robot, and leaves the other cores to others.
        let mut child = Command::new("java")
            .args(["-XX:+UseSerialGC", "-cp", jar, source, robot])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("java could not be started: a JDK is needed (Debian: default-jdk-headless)")?;
        let stdin = child.stdin.take().context("a pipe to java")?;
        let stdout = BufReader::new(child.stdout.take().context("a pipe from java")?);
        let nothing = Graph { near: Vec::new(), n_colours: 0, goal: 0, origins: [0; 2] };
        let mut bridge = Self { child, stdin, stdout, graph: nothing };
        bridge.graph = bridge.read_graph()?;
        Ok(bridge)
    }

    fn read_graph(&mut self) -> Result<Graph> {
        let head: Vec<usize> = self.ask("graph")?;
        let [n_cells, n_colours, goal, first, second] = head[..] else {
            anyhow::bail!("the bridge told {head:?} of its board")
        };
        let near = (0..n_cells).map(|_| self.read()).collect::<Result<Vec<Vec<usize>>>>()?;
        for (cell, neighbours) in near.iter().enumerate() {
            let is_mutual = neighbours.iter().all(|&to| near[to].contains(&cell));
            ensure!(is_mutual, "cell {cell} has a neighbour that does not know it");
        }
        Ok(Graph { near, n_colours: n_colours.try_into()?, goal: goal.try_into()?, origins: [first, second] })
    }

    /// A new board, the same for the same seed: the colour of every cell, below 0 where there is none.
    pub(crate) fn begin(&mut self, seed: u64, robot_seat: usize) -> Result<Vec<i8>> {
        self.ask(&format!("new {seed} {robot_seat}"))
    }

    /// The opponent of the robot plays; its cells after that, as filler counts them.
    pub(crate) fn play(&mut self, colour: u8) -> Result<u16> {
        let told = self.ask(&format!("play {colour}"))?;
        told.first().copied().context("no score")
    }

    /// The robot plays.
    pub(crate) fn go(&mut self) -> Result<Answer> {
        let told: Vec<u64> = self.ask("go")?;
        let [colour, score, nanos] = told[..] else { anyhow::bail!("the robot said {told:?}") };
        let time = Duration::from_nanos(nanos);
        Ok(Answer { colour: colour.try_into()?, score: score.try_into()?, time })
    }

    fn ask<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
        &mut self,
        line: &str,
    ) -> Result<Vec<T>> {
        writeln!(self.stdin, "{line}").context("the bridge does not listen")?;
        self.read()
    }

    fn read<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(&mut self) -> Result<Vec<T>> {
        let mut line = String::new();
        if self.stdout.read_line(&mut line)? == 0 {
            anyhow::bail!("the bridge ended: is the robot's name right?");
        }
        let number = |word: &str| word.parse().with_context(|| format!("the bridge said `{word}`"));
        line.split_whitespace().map(number).collect()
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = writeln!(self.stdin, "quit");
        let _ = self.child.wait();
    }
}
