//! `taquin render`: pictures are decoded and compared with the boards they show.

use std::fs;
use std::path::Path;

use crate::support::{run, taquin};

/// The picture on standard output of a command that must succeed without a word on stderr.
fn ok(args: &[&str]) -> Vec<u8> {
    let output = taquin(args).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), stderr.as_str()),
        (Some(0), ""),
        "{args:?}"
    );
    output.stdout
}

const BOARD: &str = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15";
const SOLVED: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";

/// Width, height and RGB of every pixel.
type Pixels = (usize, usize, Vec<[u8; 3]>);

fn decode_png(bytes: &[u8]) -> Pixels {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    let pixels = buffer.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect();
    (info.width as usize, info.height as usize, pixels)
}

/// What is on the screen after each frame of a GIF.
fn decode_gif(bytes: &[u8]) -> Vec<Pixels> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![[0; 3]; width * height];
    let mut screens = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let columns = usize::from(frame.width);
        for (at, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (left + at % columns, top + at / columns);
            screen[y * width + x] = [pixel[0], pixel[1], pixel[2]];
        }
        screens.push((width, height, screen.clone()));
    }
    screens
}

/// The greatest and the mean difference of two pictures in a channel.
fn difference(a: &Pixels, b: &Pixels) -> (u8, f64) {
    assert_eq!((a.0, a.1), (b.0, b.1));
    let all = a.2.iter().flatten().zip(b.2.iter().flatten());
    let differences: Vec<u8> = all.map(|(&a, &b)| a.abs_diff(b)).collect();
    let sum: f64 = differences.iter().map(|&d| f64::from(d)).sum();
    (
        *differences.iter().max().unwrap(),
        sum / differences.len() as f64,
    )
}

#[test]
fn the_last_frame_of_an_animation_is_the_goal() {
    for style in [
        &[][..],
        &["--dark", "--colors", "column"],
        &["--no-numbers"],
    ] {
        let picture = |args: &[&str]| ok(&[&["render"], args, &["-o", "-"], style].concat());
        let frames = decode_gif(&picture(&[BOARD, "--format", "gif"]));
        assert_eq!(frames.len(), 3, "a solution of two moves");
        let png = |board: &str| decode_png(&picture(&[board, "--format", "png"]));
        for (frame, board) in [(&frames[0], BOARD), (&frames[2], SOLVED)] {
            let (greatest, mean) = difference(frame, &png(board));
            assert!(greatest < 40 && mean < 0.5, "{board}: {greatest}, {mean}");
        }
        let (greatest, _) = difference(&frames[2], &png(BOARD));
        assert!(greatest > 60, "two boards look different");
    }
}

#[test]
fn files_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    ok(&["render", BOARD, "-o", &path("a.svg")]);
    ok(&["render", BOARD, "-o", &path("a.png")]);
    ok(&[
        "render",
        BOARD,
        "dr",
        "-o",
        &path("a.gif"),
        "--delay",
        "100ms",
    ]);
    ok(&["render", BOARD, "dr", "-o", &path("strip.svg")]);
    ok(&["render", BOARD, "--strip", "-o", &path("strip.png")]);
    let read = |name: &str| fs::read(Path::new(&path(name))).unwrap();
    let svg = String::from_utf8(read("a.svg")).unwrap();
    assert_eq!(svg.matches("<path ").count(), 15);
    let strip = String::from_utf8(read("strip.svg")).unwrap();
    assert_eq!(strip.matches("<path ").count(), 3 * (15 + 1));
    let (one, three) = (decode_png(&read("a.png")), decode_png(&read("strip.png")));
    assert!(three.0 > 3 * one.0 && three.1 > one.1);
    assert_eq!(decode_gif(&read("a.gif")).len(), 3);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        5,
        "nothing unfinished"
    );
    // The same picture on standard output.
    assert_eq!(
        ok(&["render", BOARD, "-o", "-", "--format", "svg"]),
        svg.as_bytes()
    );
}

#[test]
fn options_change_what_is_seen() {
    let svg = |options: &[&str]| {
        let args = [&["render", BOARD, "-o", "-", "--format", "svg"], options].concat();
        String::from_utf8(ok(&args)).unwrap()
    };
    let plain = svg(&[]);
    for options in [
        &["--dark"][..],
        &["--no-numbers"],
        &["--colors", "column"],
        &["--colors", "ring"],
        &["--colors", "plain"],
        &["--width", "100"],
        &["--goal", "snail"],
    ] {
        assert_ne!(svg(options), plain, "{options:?}");
    }
    assert!(svg(&["--width", "100"]).contains("width=\"100\""));
    let png = ok(&[
        "render", BOARD, "-o", "-", "--format", "png", "--width", "321",
    ]);
    assert_eq!(decode_png(&png).0, 321);
}

#[test]
fn what_cannot_be_drawn() {
    for (args, word) in [
        (&["render", BOARD, "-o", "-"][..], "--format"),
        (&["render", BOARD, "-o", "x.gfi"], "did you mean gif?"),
        (
            &["render", BOARD, "-o", "/no/such/folder/x.svg"],
            "/no/such/folder/x.svg",
        ),
        (&["render", BOARD, "rr", "-o", "x.svg"], "move 2"),
        (&["render", BOARD, "up", "-o", "x.svg"], "found \"p\""),
        (&["render", BOARD], "--output"),
        (&["render", BOARD, "-o", "x.png", "--width", "9999"], "9999"),
        (
            &["render", BOARD, "-o", "x.png", "--strip", "--width", "8000"],
            "too large",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status, 2, "{args:?}");
        let stderr = output.stderr;
        assert!(stderr.contains(word), "{stderr}");
    }
    let unsolvable = "1 2 3/4 5 6/8 7 0";
    assert_eq!(run(&["render", unsolvable, "-o", "x.gif"]).status, 1);
    assert!(!Path::new("x.gif").exists());
    // A board alone need not be solvable.
    ok(&["render", unsolvable, "-o", "-", "--format", "svg"]);
}

#[test]
fn a_limit_ends_a_large_drawing_and_leaves_the_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    let drawn = run(&["scramble", "40x40", "--seed", "1"]);
    std::fs::write(&board, drawn.stdout).unwrap();
    let board = format!("@{}", board.display());
    for ending in ["svg", "png", "gif"] {
        let file = folder.path().join(format!("board.{ending}"));
        let output = run(&[
            "render",
            &board,
            "u",
            "-o",
            file.to_str().unwrap(),
            "--time",
            "1ns",
        ]);
        let stderr = output.stderr;
        assert_eq!(output.status, 3, "{ending}: {stderr}");
        assert_eq!(stderr, "taquin: time limit reached\n");
        assert!(!file.exists(), "{ending}");
    }
}
