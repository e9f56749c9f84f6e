//! What `--version` tells of the build: the commit, if TAQUIN_COMMIT says so as in releases, and the target.

fn main() {
    println!("cargo::rerun-if-env-changed=TAQUIN_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_else(|_| "unknown target".into());
    let build = match std::env::var("TAQUIN_COMMIT") {
        Ok(commit) if !commit.is_empty() => format!("{commit}, {target}"),
        _ => target,
    };
    println!("cargo::rustc-env=TAQUIN_BUILD={build}");
}
