//! What long work reports.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

/// What is being done. Displays as one lower-case word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Phase {
    /// Nothing is known yet.
    Start,
    /// Tables are built in memory.
    Tables,
    /// Databases are built.
    Databases,
    /// Another process that changes the folder of databases has to end first.
    Waiting,
    /// Databases are checked.
    Verify,
    /// A search for a path, most often an optimal one.
    Search,
    /// A search for shorter paths than the best known.
    Improve,
    /// A first path is put together.
    Construct,
    /// Paths are listed or counted.
    Paths,
    /// All states are counted.
    Census,
    /// Boards are drawn.
    Scramble,
    /// A random walk.
    Walk,
    /// States near the goal are listed.
    Layers,
    /// Boards of a distance are drawn.
    Draw,
    /// A picture is drawn.
    Drawing,
    /// The pictures of an animation are drawn.
    Frames,
}

impl Phase {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Tables => "table",
            Phase::Databases => "databases",
            Phase::Waiting => "waiting",
            Phase::Verify => "verify",
            Phase::Search => "search",
            Phase::Improve => "improve",
            Phase::Construct => "construct",
            Phase::Paths => "paths",
            Phase::Census => "census",
            Phase::Scramble => "scramble",
            Phase::Walk => "walk",
            Phase::Layers => "layers",
            Phase::Draw => "draw",
            Phase::Drawing => "drawing",
            Phase::Frames => "frames",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a long search reports a few times a second.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Time since the solve began.
    pub elapsed: Duration,
    /// Nodes expanded so far.
    pub expanded: u64,
    /// The proven lower bound on the length so far; of IDA\*, the bound of the iteration.
    pub bound: Option<usize>,
    /// Length of the best path known.
    pub best: Option<usize>,
    /// Share of the phase that is done, 0 to 1, where it can be told.
    pub fraction: Option<f64>,
    /// An estimate of the time until the phase, of IDA\* the iteration, is done, where it can be told.
    pub left: Option<Duration>,
}

impl Progress {
    /// A report of a phase of which nothing else is known yet.
    pub const fn of(phase: Phase) -> Progress {
        Progress {
            phase,
            elapsed: Duration::ZERO,
            expanded: 0,
            bound: None,
            best: None,
            fraction: None,
            left: None,
        }
    }
}

/// The progress callback of a search; `Break` cancels it. May be called from any thread.
pub type OnProgress<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;
