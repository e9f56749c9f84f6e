//! What of the build becomes part of the binary: what `--version` tells, and the page, if it was built.
//!
//! The commit is what TAQUIN_COMMIT says. Asking git would build anew after every commit.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    version();
    page()
}

/// The commit, if TAQUIN_COMMIT says so as in releases, and the target.
fn version() {
    println!("cargo::rerun-if-env-changed=TAQUIN_COMMIT");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown target".into());
    let build = match env::var("TAQUIN_COMMIT") {
        Ok(commit) if !commit.is_empty() => format!("{commit}, {target}"),
        _ => target,
    };
    println!("cargo::rustc-env=TAQUIN_BUILD={build}");
}

const PAGE: &str = "../../web/dist";

/// The files of the page; `cfg(page)` tells whether there are any.
fn page() -> io::Result<()> {
    println!("cargo::rustc-check-cfg=cfg(page)");
    println!("cargo::rerun-if-changed={PAGE}");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join(PAGE);
    let mut files = Vec::new();
    if root.join("index.html").is_file() {
        println!("cargo::rustc-cfg=page");
        collect(&root.canonicalize()?, "", &mut files)?;
    }
    files.sort();
    // Copies, because the page may be built again while the binary is compiled.
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let mut code = String::from("&[\n");
    for (number, (address, path)) in files.iter().enumerate() {
        let copy = out.join(format!("page-{number}"));
        fs::write(&copy, fs::read(path)?)?;
        writeln!(code, "    ({address:?}, include_bytes!({copy:?})),").expect("a string takes all");
    }
    code.push(']');
    fs::write(out.join("page.rs"), code)
}

/// The files of a folder and below it, by their addresses; hidden ones are no part of the page.
fn collect(folder: &Path, address: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let address = format!("{address}/{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &address, files)?;
        } else {
            files.push((address, entry.path()));
        }
    }
    Ok(())
}
