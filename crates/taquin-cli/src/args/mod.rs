//! The one definition of the command line; help texts, completions and the man page come from it.

mod values;

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use bytesize::ByteSize;
use clap::builder::{TypedValueParser, UnknownArgumentValueParser};
use clap::{
    ArgGroup, Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint,
};
use clap_complete::Shell;
use taquin::{Direction, Engine, Limits, Metric, Notation, Size};

use crate::input::Argument;
use crate::report::BoardFormat;
pub(crate) use values::{Palette, PictureFormat, SUITES};

/// What is explained beside the commands.
pub(crate) const TOPICS: [&str; 3] = ["boards", "goals", "notations"];

/// The version, the commit it was built from where the build knows it, and what it was built for.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("TAQUIN_BUILD"), ")");

/// Sliding-tile puzzles of any size: solve, scramble, draw, play, judge.
#[derive(Parser, Debug)]
#[command(
    name = "taquin",
    version = VERSION,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    mut_subcommands(with_negative_numbers)
)]
#[command(
    after_help = "Exit status: 0 solved; 1 unsolvable, not valid or wrong; 2 unusable input or arguments; \
    3 a limit was reached first; 130 after Ctrl-C.\n\
    taquin help COMMAND tells more, and so do taquin help boards, goals and notations."
)]
pub(crate) struct Args {
    /// No progress display
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// Reads the process's arguments. Only here it is known what an option was called once: nothing offers the old name.
    pub(crate) fn read() -> Result<Args, clap::Error> {
        let once_boards = |command: clap::Command| {
            command.arg(
                clap::Arg::new("once")
                    .long("boards")
                    .value_name("N")
                    .num_args(0..=1)
                    .default_missing_value("")
                    .value_parser(UnknownArgumentValueParser::suggest_arg("--count"))
                    .hide(true),
            )
        };
        let mut command = Args::command()
            .mut_subcommand("scramble", once_boards)
            .mut_subcommand("census", once_boards);
        let mut read = command.try_get_matches_from_mut(std::env::args_os())?;
        Args::from_arg_matches_mut(&mut read).map_err(|error| error.format(&mut command))
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find a shortest solution, or a good one within limits
    Solve(SolveArgs),
    /// Tell whether boards are solvable, why, and the lower bounds
    Check(CheckArgs),
    /// Replay moves, count them, say where they break
    Verify(VerifyArgs),
    /// Run every algorithm with every heuristic on a board
    Compare(CompareArgs),
    /// Draw random boards, a line each
    Scramble(ScrambleArgs),
    /// Draw a board or a solution as SVG, PNG or animated GIF
    Render(RenderArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Count the states at each distance from a goal
    Census(CensusArgs),
    /// Build, list, verify or remove pattern databases, which make searches much faster
    #[command(subcommand)]
    Db(DbCommand),
    /// Solve a suite of boards and report lengths, nodes and times
    Bench(BenchArgs),
    /// Answer standard input in a judge's own format, or check somebody's answers to it
    Judge(JudgeArgs),
    /// Print the completions of a shell
    Completions(CompletionsArgs),
    /// Print the man page
    Man,
    /// Explain a command, or how boards, goals or notations are written
    Help(HelpArgs),
    /// Serve the web page to browsers on this machine
    Web(WebArgs),
}

impl Command {
    /// Whether answers are JSON, and so errors as well.
    pub(crate) const fn json(&self) -> bool {
        match self {
            Command::Solve(args) => args.json,
            Command::Check(args) => args.json,
            Command::Verify(args) => args.json,
            Command::Compare(args) => args.json,
            Command::Scramble(args) => args.json,
            Command::Census(args) => args.json,
            Command::Db(DbCommand::List(args)) => args.json,
            Command::Bench(args) => args.json,
            _ => false,
        }
    }
}

const ENGINE_HELP: &str = "\
The algorithm. auto is an optimal one where that ends soon, else near; optimal is the best of the optimal ones: line (a single row or \
column), table (up to 10 cells), runs (mtm, up to 16 cells), pdb (stm, 11 to 32 cells) and, for boards of any size, those of the textbooks: \
bfs, bidirectional, astar- and idastar- with a heuristic. near and quick find good paths.";

const BOARD_HELP: &str =
    "A board such as \"1 2 3/4 5 6/7 8 0\"; @FILE reads a file, - standard input";

/// The boards of a command and their goal.
#[derive(ClapArgs, Debug)]
pub(crate) struct BoardsArgs {
    #[arg(value_name = "BOARD", value_parser = values::argument(), help = BOARD_HELP, long_help = "\
A board: numbers separated by white space, commas, slashes or brackets; 0, x, _ or . is the blank. \
Rows come from newlines, / or nested brackets; without any, the board is square. @FILE reads a file, - standard input, \
which is also read when no board is given.")]
    pub(crate) boards: Vec<Argument>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

/// The goal and the size of boards that have no rows.
#[derive(ClapArgs, Debug)]
pub(crate) struct GoalArgs {
    /// The goal: classic, blank-first, snail or a board
    #[arg(long, value_name = "GOAL", default_value = "classic", value_parser = values::goal(), hide_possible_values = true)]
    pub(crate) goal: Argument,
    /// The size of boards that are given without rows
    #[arg(long, value_name = "ROWSxCOLS", value_parser = values::size)]
    pub(crate) size: Option<Size>,
}

#[derive(ClapArgs, Debug)]
#[command(group = ArgGroup::new("listing").args(["all", "slack"]).multiple(true))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) boards: BoardsArgs,
    /// What is counted as a move
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Stm, value_parser = values::metric())]
    pub(crate) metric: Metric,
    /// Never return a path that is not proven shortest
    #[arg(long, conflicts_with = "quick")]
    pub(crate) optimal: bool,
    /// Return the first good path, which need not be shortest
    #[arg(long, conflicts_with_all = ["least", "all", "slack"])]
    pub(crate) quick: bool,
    /// The algorithm; --optimal and --quick are short for two of them [default: auto]
    #[arg(long, value_name = "NAME", value_parser = values::engine(), conflicts_with_all = ["optimal", "quick"], long_help = ENGINE_HELP)]
    engine: Option<Engine>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The shortest path that is smallest in this order of the letters d, l, r, u
    #[arg(long, value_name = "ORDER", value_parser = values::order)]
    pub(crate) least: Option<[Direction; 4]>,
    /// Print every shortest path, each on a line, sorted in the order of --least
    #[arg(long, conflicts_with_all = ["batch", "show_boards"])]
    pub(crate) all: bool,
    /// Print every path of up to K moves more than the shortest that takes no step back
    #[arg(long, value_name = "K", value_parser = values::slack, conflicts_with_all = ["batch", "show_boards"])]
    pub(crate) slack: Option<usize>,
    /// With --all or --slack, print the first N paths only; they are counted all the same
    #[arg(long, value_name = "N", value_parser = values::number::<u64>, requires = "listing")]
    pub(crate) limit: Option<u64>,
    /// How moves are written
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Blank, value_parser = values::notation())]
    pub(crate) notation: Notation,
    /// Print the board after every move
    #[arg(long = "boards")]
    pub(crate) show_boards: bool,
    /// Save the optimal search of one board in FILE; resume from FILE if it is there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["batch", "quick", "all", "slack"])]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Solve a file with a board on each line, on all threads, answers in order
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "boards")]
    pub(crate) batch: Option<PathBuf>,
    /// One JSON object a board
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

impl SolveArgs {
    /// The algorithm asked for.
    pub(crate) fn engine(&self) -> Engine {
        match self.engine {
            Some(engine) => engine,
            None if self.optimal => Engine::Optimal,
            None if self.quick => Engine::Quick,
            None => Engine::Auto,
        }
    }
}

/// What work of any kind may use.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub(crate) struct WorkArgs {
    /// Stop after this time, such as 500ms, 10s or 2h
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub(crate) time: Option<Duration>,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<u32>,
}

impl WorkArgs {
    pub(crate) fn limits(self) -> Limits {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            time: self.time,
            threads: self.threads.map_or_else(all, |threads| threads as usize),
            ..Limits::default()
        }
    }
}

/// What the building of tables may use.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    /// Use at most this much memory for tables and states, such as 500MiB
    #[arg(long, value_name = "SIZE", value_parser = values::memory)]
    pub(crate) memory: Option<ByteSize>,
}

impl TableArgs {
    pub(crate) fn limits(self) -> Limits {
        Limits {
            memory: self.memory.map(|memory| memory.as_u64()),
            ..self.work.limits()
        }
    }
}

/// What a search may use.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Stop after expanding this many nodes
    #[arg(long, value_name = "N", value_parser = values::number::<u64>)]
    pub(crate) nodes: Option<u64>,
}

impl LimitArgs {
    pub(crate) fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            ..self.table.limits()
        }
    }
}

/// Boards drawn at random.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub(crate) struct DrawArgs {
    /// How many boards to draw
    #[arg(short = 'n', long, value_name = "N", value_parser = values::number::<usize>, default_value_t = 1)]
    pub(crate) count: usize,
    /// Seed of the boards drawn: the same seed, the same boards, everywhere [default: another each time]
    #[arg(long, value_name = "SEED", value_parser = values::number::<u64>)]
    pub(crate) seed: Option<u64>,
    /// Draw boards whose shortest solution has exactly D moves
    #[arg(
        long,
        value_name = "D",
        value_parser = values::number::<usize>,
        long_help = "\
Draw boards whose shortest solution has exactly D moves. Up to 12 cells, near the goal, and on boards of up to 16 cells about as \
far as most boards are, the draw is uniform; elsewhere random steps, each proven by an optimal solve, lead to the distance, and some \
boards are likelier than others. On 4x4 without databases that takes seconds up to some 68 moves, and long from 70."
    )]
    pub(crate) distance: Option<usize>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) boards: BoardsArgs,
    /// One JSON object a board
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyArgs {
    #[arg(value_name = "BOARD", value_parser = values::argument(), help = BOARD_HELP)]
    pub(crate) board: Argument,
    /// The moves; @FILE reads a file, - standard input
    #[arg(value_name = "MOVES", value_parser = values::argument())]
    pub(crate) moves: Argument,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// How moves are read
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Blank, value_parser = values::notation())]
    pub(crate) notation: Notation,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
#[command(
    mut_arg("distance", |arg| arg
        .help("Instead draw boards whose shortest solution has exactly D moves, as scramble does")
        .long_help(None)
        .conflicts_with_all(["plot", "json", "farthest"])),
    mut_arg("count", |arg| arg.requires("distance")),
    mut_arg("seed", |arg| arg
        .help("Seed of the boards drawn: the same seed, the same boards, everywhere")
        .default_value("1")
        .requires("distance")),
    mut_arg("memory", |arg| arg
        .help("Refuse a census that takes more memory than this")
        .default_value("4GiB"))
)]
pub(crate) struct CensusArgs {
    /// The size, such as 3x4
    #[arg(value_name = "SIZE", value_parser = values::size)]
    pub(crate) size: Size,
    /// The goal: classic, blank-first, snail or a board
    #[arg(long, value_name = "GOAL", default_value = "classic", value_parser = values::goal(), hide_possible_values = true)]
    pub(crate) goal: Argument,
    /// What is counted as a move
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Stm, value_parser = values::metric())]
    pub(crate) metric: Metric,
    /// Draw a histogram
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// List at most N of the farthest boards
    #[arg(long, value_name = "N", value_parser = values::number::<u64>, default_value_t = 100)]
    pub(crate) farthest: u64,
    #[command(flatten)]
    pub(crate) limits: TableArgs,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

impl CensusArgs {
    /// What `scramble` draws where boards of a distance are asked for.
    pub(crate) fn scramble(&self) -> Option<ScrambleArgs> {
        self.draw.distance?;
        Some(ScrambleArgs {
            size: self.size,
            draw: self.draw,
            moves: None,
            metric: self.metric,
            goal: self.goal.clone(),
            format: BoardFormat::Rows,
            with_solution: false,
            notation: Notation::Blank,
            limits: LimitArgs {
                table: self.limits,
                nodes: None,
            },
            json: false,
            quiet: self.quiet,
        })
    }
}

#[derive(ClapArgs, Debug)]
#[command(
    group = ArgGroup::new("measured").args(["distance", "with_solution"]).multiple(true),
    mut_arg("nodes", |arg| arg.requires("measured")),
    mut_arg("memory", |arg| arg.requires("measured")),
    mut_arg("threads", |arg| arg.requires("measured"))
)]
pub(crate) struct ScrambleArgs {
    /// The size, such as 4x4
    #[arg(value_name = "SIZE", value_parser = values::size)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    /// Take K random steps from the goal, none of which takes back the one before
    #[arg(long, value_name = "K", value_parser = values::number::<usize>, conflicts_with = "distance")]
    pub(crate) moves: Option<usize>,
    /// With --distance or --with-solution, what is counted as a move
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Stm, value_parser = values::metric(), requires = "measured")]
    pub(crate) metric: Metric,
    /// The goal that can be reached: classic, blank-first, snail or a board
    #[arg(long, value_name = "GOAL", default_value = "classic", value_parser = values::goal(), hide_possible_values = true)]
    pub(crate) goal: Argument,
    /// How boards are written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = BoardFormat::Rows)]
    pub(crate) format: BoardFormat,
    /// Add a solution of each board, proven shortest up to 16 cells
    #[arg(long)]
    pub(crate) with_solution: bool,
    /// With --with-solution, how moves are written
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Blank, value_parser = values::notation(), requires = "with_solution")]
    pub(crate) notation: Notation,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// One JSON object a board
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

#[derive(ClapArgs, Debug)]
#[command(mut_arg("time", |arg| arg.help("Stop after this time, such as 500ms, 10s or 2h; the search for a solution gets half of it")))]
#[command(group = ArgGroup::new("sequence").args(["moves", "strip"]).multiple(true))]
pub(crate) struct RenderArgs {
    #[arg(value_name = "BOARD", value_parser = values::argument(), help = BOARD_HELP)]
    pub(crate) board: Argument,
    /// Moves to draw: a board after each, or an animation; a GIF without moves shows a solution
    #[arg(value_name = "MOVES", value_parser = values::argument())]
    pub(crate) moves: Option<Argument>,
    /// The file; - is standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// The format [default: as the file's name ends]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<PictureFormat>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// How MOVES are read
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Blank, value_parser = values::notation(), requires = "moves")]
    pub(crate) notation: Notation,
    /// Without MOVES, find a solution and draw the board after each move of it
    #[arg(long, conflicts_with = "moves")]
    pub(crate) strip: bool,
    /// How tiles are coloured
    #[arg(long, value_name = "BY", value_enum, default_value_t = Palette::Row)]
    pub(crate) colors: Palette,
    /// Light on dark
    #[arg(long)]
    pub(crate) dark: bool,
    /// Tiles without numbers
    #[arg(long)]
    pub(crate) no_numbers: bool,
    /// Width of a board in pixels; approximate in a GIF, whose cells are whole pixels
    #[arg(long, value_name = "PIXELS", value_parser = values::pixels)]
    pub(crate) width: Option<u32>,
    /// Boards in a row of a strip [default: 8]
    #[arg(long, value_name = "N", value_parser = values::positive, requires = "sequence")]
    pub(crate) in_row: Option<u32>,
    /// How long a GIF shows each board, 20ms to 60s; the first and the last six times as long [default: 400ms]
    #[arg(long, value_name = "DURATION", value_parser = values::delay)]
    pub(crate) delay: Option<Duration>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PlayArgs {
    /// A size from 2x2 to 10x10, whose board is drawn at random, or a board [default: 4x4]
    #[arg(value_name = "SIZE or BOARD", value_parser = values::argument())]
    pub(crate) what: Vec<Argument>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Seed of the boards drawn: the same seed, the same boards, everywhere [default: another each time]
    #[arg(long, value_name = "SEED", value_parser = values::number::<u64>)]
    pub(crate) seed: Option<u64>,
    /// Arrow keys name the motion of the blank, not that of the tile
    #[arg(long)]
    pub(crate) blank: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CompareArgs {
    #[arg(value_name = "BOARD", value_parser = values::argument(), help = BOARD_HELP)]
    pub(crate) board: Vec<Argument>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// What is counted as a move
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Stm, value_parser = values::metric())]
    pub(crate) metric: Metric,
    /// Stop each algorithm after this time
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "10s")]
    pub(crate) time: Duration,
    /// Stop each algorithm at this much memory
    #[arg(long, value_name = "SIZE", value_parser = values::memory, default_value = "2GiB")]
    pub(crate) memory: ByteSize,
    /// One JSON object a line of the table
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

/// What to do with databases, kept in $TAQUIN_DB or else in the user's cache folder.
#[derive(Subcommand, Debug)]
pub(crate) enum DbCommand {
    /// Build the databases of a size, unless they are there already
    Build(DbBuildArgs),
    /// List the databases, with their size, age and whether their checksums are right
    List(DbListArgs),
    /// Prove every database right, entry by entry
    Verify(DbVerifyArgs),
    /// Delete databases
    Remove(DbRemoveArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DbBuildArgs {
    /// The size, such as 4x4
    #[arg(value_name = "SIZE", value_parser = values::size)]
    pub(crate) size: Size,
    /// The goal: classic, blank-first, snail or a board; only where its blank is at home matters
    #[arg(long, value_name = "GOAL", default_value = "classic", value_parser = values::goal(), hide_possible_values = true)]
    pub(crate) goal: Argument,
    #[command(flatten)]
    pub(crate) limits: TableArgs,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DbListArgs {
    /// One JSON object a database
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DbVerifyArgs {
    #[command(flatten)]
    pub(crate) limits: WorkArgs,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

#[derive(ClapArgs, Debug)]
#[command(group = ArgGroup::new("which").args(["size", "all"]).required(true))]
pub(crate) struct DbRemoveArgs {
    /// The size whose databases to delete
    #[arg(value_name = "SIZE", value_parser = values::size)]
    pub(crate) size: Option<Size>,
    /// Delete the databases of all sizes
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(ClapArgs, Debug)]
#[command(mut_arg("time", |arg| arg.help("Stop each board's search after this time, such as 500ms, 10s or 2h")))]
#[command(mut_arg("threads", |arg| arg.help("Worker threads [default: 1, so that figures compare; of near suites all cores]")))]
pub(crate) struct BenchArgs {
    /// korf15 (Korf's hundred 15-puzzles), korf24:IDS (some of Korf's fifty 24-puzzles, such as korf24:38,40), random:SIZE:N (N uniform boards), or near:SIZE:N (the same, solved as well as the time
    /// allows)
    #[arg(value_name = "SUITE", value_parser = values::suite(), hide_possible_values = true)]
    pub(crate) suite: String,
    /// Seed of random boards [default: 1]
    #[arg(long, value_name = "SEED", value_parser = values::number::<u64>)]
    pub(crate) seed: Option<u64>,
    /// The algorithm [default: optimal; of near suites near]
    #[arg(long, value_name = "NAME", value_parser = values::engine(), long_help = ENGINE_HELP)]
    pub(crate) engine: Option<Engine>,
    /// Do not use databases, only tables built in memory
    #[arg(long)]
    pub(crate) cold: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// One JSON object a board, then one of the whole suite
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(from_global)]
    pub(crate) quiet: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct JudgeArgs {
    /// The judge's problem, such as poj1077; see --list
    #[arg(value_name = "DIALECT", value_parser = values::dialect(), hide_possible_values = true, required_unless_present = "list")]
    pub(crate) dialect: Option<String>,
    /// Judge the answers in this file instead of answering
    #[arg(long, value_name = "ANSWERS", value_hint = ValueHint::FilePath)]
    pub(crate) check: Option<PathBuf>,
    /// Print the table of dialects
    #[arg(long, conflicts_with_all = ["dialect", "check"])]
    pub(crate) list: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct WebArgs {
    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, value_name = "P", value_parser = values::port, default_value_t = 8015)]
    pub(crate) port: u16,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct HelpArgs {
    /// A command, such as solve or db build, or boards, goals or notations
    #[arg(value_name = "COMMAND or TOPIC", value_parser = helped(), hide_possible_values = true)]
    pub(crate) words: Vec<String>,
}

/// Takes negative numbers for values of options, which then say what is expected, and not for unknown options.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let take = |arg: clap::Arg| {
        let has_value = !arg.is_positional() && arg.get_action().takes_values();
        arg.allow_negative_numbers(has_value)
    };
    command
        .mut_args(take)
        .mut_subcommands(with_negative_numbers)
}

/// A word that there is help on; others are told by the command.
fn helped() -> impl TypedValueParser<Value = String> {
    static COMMAND: LazyLock<clap::Command> = LazyLock::new(Args::command);
    values::suggest(|| {
        let names = COMMAND.get_subcommands().map(clap::Command::get_name);
        names.chain(TOPICS).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}
