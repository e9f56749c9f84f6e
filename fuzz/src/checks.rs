// One function a reader: any bytes at all, no panic, no hang, and what was read can be written and read again.
// A reader of another file gets a function here, a target in targets/, and a line in the test that runs
// the corpus, crates/taquin-cli/tests/cli/fuzz_corpus.rs.

use taquin::{
    Board, Databases, Engine, Error, Goal, Limits, Notation, Size, Solver, parse_board,
    parse_sized_board,
};

/// The board parser, with the size unknown and known.
pub fn board(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let lines = text.matches('\n').count() + 1;
    let sizes = [(3, 3), (2, 3), (4, 4), (1, 5)].map(|(rows, cols)| Size::new(rows, cols).ok());
    for size in [None].into_iter().chain(sizes) {
        let mut readings = vec![parse_board(text, size)];
        readings.extend(size.map(|size| parse_sized_board(text, size)));
        for reading in readings {
            match reading {
                Ok(board) => {
                    assert!(size.is_none_or(|size| size == board.size()));
                    let again = parse_board(&board.to_string(), None);
                    assert_eq!(again.as_ref(), Ok(&board), "printed and read");
                }
                Err(error) => {
                    assert!((1..=lines).contains(&error.position.line), "{error}");
                    assert!(error.position.column > 0, "{error}");
                    assert!(error.message.len() < 30_000 && !error.message.is_empty());
                }
            }
        }
    }
}

/// Every notation: the first line is a board, the rest moves.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (first, moves) = text.split_once('\n').unwrap_or(("", text));
    let start = parse_board(first, None).unwrap_or_else(|_| small_board());
    for notation in Notation::ALL {
        let Ok(path) = notation.parse(moves, &start) else {
            continue;
        };
        if path.len() > 100_000 {
            continue;
        }
        let stays = start.after(&path).is_ok();
        assert!(
            stays || notation != Notation::Numbers,
            "numbers are replayed"
        );
        for other in Notation::ALL {
            if stays || other != Notation::Numbers {
                let written = other.write(&path, &start);
                assert_eq!(
                    other.parse(&written, &start).as_ref(),
                    Ok(&path),
                    "{written}"
                );
            }
        }
    }
}

fn small_board() -> Board {
    "1 2 3/4 0 5".parse().expect("a board")
}

/// Every judge's dialect: an input, and after a zero byte somebody's answers to it.
pub fn dialect(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == 0);
    let (input, answers) = data.split_at(end.unwrap_or(data.len()));
    let answers = String::from_utf8_lossy(answers.get(1..).unwrap_or_default());
    taquin_cli::fuzzing::read_in_every_dialect(input, &answers);
}

/// A file in a folder of databases.
pub fn table_file(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fuzz.pdb");
    std::fs::write(&path, data).expect("a file");
    let files = Databases::new(folder.path()).list(1);
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].bytes, data.len() as u64);
    if let Err(error) = &files[0].content {
        assert!(error.to_string().contains("fuzz.pdb"), "{error}");
    }
}

/// A checkpoint of a board twelve moves from its goal: the bytes as they are, with a right checksum, and as lines after those that
/// name the right problem.
pub fn checkpoint(data: &[u8]) {
    static IDENTITY: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    let identity = IDENTITY.get_or_init(|| {
        let file = go_on_from(None).expect("a problem that can be solved");
        let lines = file.split_inclusive(|&byte| byte == b'\n');
        lines.take(4).flatten().copied().collect()
    });
    let body = match data.iter().rposition(|&byte| byte == b'\n') {
        Some(end) => &data[..=end],
        None => data,
    };
    let with_crc = |body: &[u8]| {
        let crc = crc32fast::hash(body);
        [body, format!("crc {crc:08x}\n").as_bytes()].concat()
    };
    go_on_from(Some(data));
    go_on_from(Some(&with_crc(body)));
    go_on_from(Some(&with_crc(&[identity, body].concat())));
}

/// Solves with a checkpoint; returns what the file is then, unless it was refused.
fn go_on_from(bytes: Option<&[u8]>) -> Option<Vec<u8>> {
    /// Its tables serve all its clones.
    static SOLVER: std::sync::OnceLock<Solver> = std::sync::OnceLock::new();
    let solver = SOLVER.get_or_init(|| {
        Solver::new().engine(Engine::Pdb).limits(Limits {
            nodes: Some(10_000),
            ..Limits::default()
        })
    });
    let size = Size::new(2, 6).expect("a size");
    let moves = Notation::Blank.parse("lluldllurrrd", &small_board());
    let goal = Goal::Classic.board(size).expect("a goal");
    let start = goal
        .after(&moves.expect("letters"))
        .expect("moves on the board");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fuzz.checkpoint");
    if let Some(bytes) = bytes {
        std::fs::write(&path, bytes).expect("a file");
    }
    match solver.clone().checkpoint(&path).solve(&start) {
        Ok(answer) => assert!(answer.path().is_none_or(|path| start.after(path).is_ok())),
        Err(Error::Checkpoint(error)) => {
            assert!(error.to_string().contains("fuzz.checkpoint"), "{error}");
            // What is refused stays as it was.
            assert_eq!(std::fs::read(&path).ok().as_deref(), bytes);
            return None;
        }
        Err(error) => panic!("{error}"),
    }
    std::fs::read(&path).ok()
}
