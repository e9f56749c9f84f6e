//! Databases on disk: built once, used when sound, refused by name when not.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use taquin::{
    Board, CanonicalGoal, Cell, DatabaseError, Databases, Goal, Limits, OnProgress, Phase,
    Scrambler, Size, Solver, Stop, Symmetry, Watch,
};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn classic(text: &str) -> CanonicalGoal {
    let goal = Goal::Classic.board(size(text)).unwrap();
    CanonicalGoal::new(goal.size(), goal.blank())
}

fn classic_board(text: &str) -> Board {
    Goal::Classic.board(size(text)).unwrap()
}

fn build(databases: &Databases, goal: CanonicalGoal) -> Vec<PathBuf> {
    let limits = Limits {
        threads: 2,
        ..Limits::default()
    };
    databases.build(goal, &Watch::new(limits, None)).unwrap()
}

fn boards(text: &str, count: usize) -> Vec<Board> {
    let goal = Goal::Classic.board(size(text)).unwrap();
    let mut scrambler = Scrambler::new(11);
    (0..count).map(|_| scrambler.uniform(&goal)).collect()
}

/// A solver that uses databases, and the reasons why it refused any.
fn solver(databases: &Databases) -> (Solver, Arc<Mutex<Vec<String>>>) {
    let refused = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&refused);
    let solver = Solver::new()
        .databases(databases.clone())
        .on_refused(move |error| log.lock().unwrap().push(error.to_string()));
    (solver, refused)
}

fn parts(folder: &Path) -> usize {
    let is_part = |path: &Path| {
        path.extension()
            .is_some_and(|extension| extension == "part")
    };
    fs::read_dir(folder)
        .unwrap()
        .filter(|entry| is_part(&entry.as_ref().unwrap().path()))
        .count()
}

#[test]
fn a_build_is_used_and_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path().join("new").join("folder"));
    let (cold, _) = solver(&databases);
    assert!(!cold.prepare(&classic_board("3x4")).unwrap().from_databases);

    let paths = build(&databases, classic("3x4"));
    assert_eq!(databases.files(), paths);
    let written = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap();
    let first: Vec<_> = paths.iter().map(written).collect();
    assert_eq!(build(&databases, classic("3x4")), paths);
    assert_eq!(paths.iter().map(written).collect::<Vec<_>>(), first);

    let (warm, refused) = solver(&databases);
    let tables = warm.prepare(&classic_board("3x4")).unwrap();
    assert!(tables.from_databases);
    assert_eq!(tables.bytes, Databases::bytes(classic("3x4")));
    for board in boards("3x4", 60) {
        assert_eq!(warm.distance(&board), cold.distance(&board), "{board}");
    }
    // The other orientation has the same canonical goal.
    assert!(warm.prepare(&classic_board("4x3")).unwrap().from_databases);
    // Another blank home has databases of its own.
    let elsewhere = warm
        .clone()
        .goal(Goal::Explicit("1 2 3 4/5 0 6 7/8 9 10 11".parse().unwrap()));
    assert!(
        !elsewhere
            .prepare(&classic_board("3x4"))
            .unwrap()
            .from_databases
    );
    assert!(refused.lock().unwrap().is_empty());

    for path in databases.files() {
        let content = databases.verify(&path, &Watch::unlimited()).unwrap();
        assert_eq!(content.goal, classic("3x4"));
    }
    let listed = databases.list(2);
    assert!(
        listed
            .iter()
            .all(|file| file.content.is_ok() && file.bytes > 0)
    );
    let none = databases
        .remove(Some(size("4x4")), &Watch::unlimited())
        .unwrap();
    assert!(none.is_empty());
    assert_eq!(
        databases
            .remove(Some(size("4x3")), &Watch::unlimited())
            .unwrap(),
        paths
    );
    assert!(databases.files().is_empty());
}

#[test]
fn a_damaged_database_is_refused_by_name_and_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    let paths = build(&databases, classic("2x6"));
    let board = &boards("2x6", 1)[0];
    let length = Solver::new().distance(board);
    for path in &paths {
        let sound = fs::read(path).unwrap();
        let mut bytes = sound.clone();
        *bytes.last_mut().unwrap() ^= 4;
        for damaged in [&bytes[..], &sound[..sound.len() - 1], &sound[..10], b""] {
            fs::write(path, damaged).unwrap();
            let (solver, refused) = solver(&databases);
            assert_eq!(solver.distance(board), length);
            assert!(!solver.prepare(board).unwrap().from_databases);
            let refused = refused.lock().unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(
                refused.len() == 1 && refused[0].contains(name),
                "{refused:?}"
            );
            assert_eq!(
                databases
                    .list(1)
                    .iter()
                    .filter(|file| file.content.is_err())
                    .count(),
                1
            );
        }
        build(&databases, classic("2x6"));
        assert_eq!(fs::read(path).unwrap(), sound);
    }
}

#[test]
fn a_file_of_another_table_under_this_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    let paths = build(&databases, classic("2x6"));
    fs::copy(&paths[0], &paths[1]).unwrap();
    let (solver, refused) = solver(&databases);
    assert!(
        !solver
            .prepare(&classic_board("2x6"))
            .unwrap()
            .from_databases
    );
    assert!(refused.lock().unwrap()[0].contains("expected the 2x6 table"));
}

#[test]
fn what_a_killed_build_left_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    for name in ["4x4-0-fe.part", "4x4-0-fe.pdb.x7Zq1b.part"] {
        fs::write(folder.path().join(name), [7; 5000]).unwrap();
    }
    let (solver, refused) = solver(&databases);
    assert!(
        !solver
            .prepare(&classic_board("2x6"))
            .unwrap()
            .from_databases
    );
    assert!(refused.lock().unwrap().is_empty());
    build(&databases, classic("2x6"));
    assert_eq!(parts(folder.path()), 0);
}

#[test]
fn builds_at_once_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| build(&databases, classic("3x4")));
        }
    });
    assert_eq!(parts(folder.path()), 0);
    assert!(databases.list(1).iter().all(|file| file.content.is_ok()));

    // While somebody else holds the lock, a build waits and can be cancelled.
    let lock = fs::File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    let cancel: &OnProgress<'_> = &|progress| {
        assert_eq!(progress.phase, Phase::Waiting);
        std::ops::ControlFlow::Break(())
    };
    let built = databases.build(classic("2x6"), &Watch::new(Limits::default(), Some(cancel)));
    assert!(matches!(
        built,
        Err(DatabaseError::Stopped(Stop::Cancelled))
    ));
    lock.unlock().unwrap();
    build(&databases, classic("2x6"));
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    let paths = build(&databases, classic("2x6"));
    let others = ["protein.pdb", "download.part", "2x6-notes.pdb"];
    for name in others {
        fs::write(folder.path().join(name), "not ours").unwrap();
    }
    fs::create_dir(folder.path().join("2x6-0-ff.pdb")).unwrap();
    assert_eq!(databases.remove(None, &Watch::unlimited()).unwrap(), paths);
    for name in others {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let databases = Databases::new(file.join("below"));
    let error = databases
        .build(classic("2x6"), &Watch::unlimited())
        .unwrap_err();
    assert!(error.to_string().contains("a-file"), "{error}");
    assert!(databases.files().is_empty() && databases.list(1).is_empty());
    let (solver, refused) = solver(&databases);
    assert!(solver.solve(&boards("2x6", 1)[0]).is_ok());
    assert!(refused.lock().unwrap().is_empty());
}

#[test]
fn a_stopped_build_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    let limits = Limits {
        time: Some(std::time::Duration::from_millis(1)),
        ..Limits::default()
    };
    let built = databases.build(classic("3x5"), &Watch::new(limits, None));
    assert!(matches!(built, Err(DatabaseError::Stopped(Stop::Time))));
    assert!(databases.files().is_empty());
    assert_eq!(parts(folder.path()), 0);
}

/// The large databases of 4×4: Korf's hundred boards; then a thousand random ones, whose lengths must be those that cold tables
/// give, those of their eight images and those of their inverse problems.
#[test]
fn the_large_databases_of_4x4() {
    let folder = tempfile::tempdir().unwrap();
    let databases = Databases::new(folder.path());
    build(&databases, CanonicalGoal::new(size("4x4"), Cell(0)));
    let (warm, refused) = solver(&databases);
    let korf = warm.clone().goal(Goal::BlankFirst);
    assert!(korf.prepare(&classic_board("4x4")).unwrap().from_databases);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/korf15.tsv");
    let mut solved = 0;
    for line in fs::read_to_string(data)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let length = fields[1].parse().unwrap();
        assert_eq!(
            korf.distance(&fields[3].parse().unwrap()),
            Ok(length),
            "board {}",
            fields[0]
        );
        solved += 1;
    }
    assert_eq!(solved, 100);
    let goal = Goal::Classic.board(size("4x4")).unwrap();
    let to_images: Vec<(Symmetry, Solver)> = Symmetry::ALL
        .into_iter()
        .map(|symmetry| {
            let image = Goal::Explicit(symmetry.board(&goal));
            (symmetry, warm.clone().goal(image))
        })
        .collect();
    let cold = Solver::new();
    for board in boards("4x4", 1000) {
        let length = cold.distance(&board);
        for (symmetry, to_image) in &to_images {
            let image = symmetry.board(&board);
            assert_eq!(to_image.distance(&image), length, "{board} {symmetry:?}");
        }
        let inverse = cold.clone().goal(Goal::Explicit(board.clone()));
        assert_eq!(inverse.distance(&goal), length, "{board} inverse");
    }
    assert!(refused.lock().unwrap().is_empty());
}
