//! The commands as people type them, for the tests that go through all of them.

/// Every command, and those below `db`.
pub(crate) const COMMANDS: [&str; 19] = [
    "solve",
    "check",
    "verify",
    "compare",
    "scramble",
    "render",
    "play",
    "census",
    "bench",
    "judge",
    "completions",
    "man",
    "web",
    "help",
    "db",
    "db build",
    "db list",
    "db verify",
    "db remove",
];
