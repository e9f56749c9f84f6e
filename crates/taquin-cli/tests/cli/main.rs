//! The command's tests, through the real command: a module a subject.

mod support;

mod bad_input;
mod census;
mod checkpoint;
mod commands;
mod db;
mod faults;
mod fuzz_corpus;
mod help;
mod imports;
mod judge;
mod limits;
mod play;
mod render;
mod schema;
mod scramble;
mod snapshots;
mod web;
