//! `taquin help`, the completions and the man page: all from the one definition of the arguments, and the texts of topics.
//!
//! The examples in the texts are tests: `tests/cli/help.rs` runs them.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::args::{Args, TOPICS};
use crate::exit::{Failure, Status};
use crate::hints::nearest;

/// What is said of each of [`TOPICS`]. The tests run the examples.
const TEXTS: [&str; TOPICS.len()] = [
    include_str!("../help/boards.txt"),
    include_str!("../help/goals.txt"),
    include_str!("../help/notations.txt"),
];

/// Explains a command or a topic.
pub(crate) fn run(words: &[String], out: &mut dyn Write) -> Result<Status, Failure> {
    if let [word] = words
        && let Some(topic) = TOPICS.iter().position(|name| name == word)
    {
        out.write_all(TEXTS[topic].as_bytes())?;
        return Ok(Status::Done);
    }
    let mut command = Args::command();
    command.build();
    let mut found = &mut command;
    for (depth, word) in words.iter().enumerate() {
        let names: Vec<String> = found
            .get_subcommands()
            .map(|command| command.get_name().to_owned())
            .collect();
        if !names.contains(word) {
            let before = words[..depth].join(" ");
            let known = match depth {
                0 => "taquin help shows the commands, and there are boards, goals and notations"
                    .into(),
                _ if names.is_empty() => format!("{before} has no commands of its own"),
                _ => format!("the commands of {before} are {}", names.join(", ")),
            };
            let topics = TOPICS.into_iter().filter(|_| depth == 0);
            let hint = nearest(word, names.iter().map(String::as_str).chain(topics)).map_or(
                String::new(),
                |near| {
                    format!(
                        "; did you mean taquin help {}?",
                        [&words[..depth], &[near.into()]].concat().join(" ")
                    )
                },
            );
            return Err(Failure::input(format!(
                "no help on {:?}: {known}{hint}",
                words.join(" ")
            )));
        }
        found = found.find_subcommand_mut(word).expect("one of the names");
    }
    let mut text = found.render_long_help().to_string();
    if words.is_empty() {
        text.push_str("\nTopics: taquin help boards, taquin help goals, taquin help notations\n");
    }
    out.write_all(text.as_bytes())?;
    Ok(Status::Done)
}

pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<Status, Failure> {
    // The generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "taquin", &mut script);
    out.write_all(&script)?;
    Ok(Status::Done)
}

/// One page for the command and all its subcommands.
pub(crate) fn man(out: &mut dyn Write) -> Result<Status, Failure> {
    let mut command = Args::command();
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    // All but the list of commands, which would refer to pages of theirs.
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    for subcommand in command.get_subcommands() {
        sections(subcommand, &mut page)?;
    }
    out.write_all(&page)?;
    Ok(Status::Done)
}

/// The synopsis and options of a subcommand as a section of its own, and those of its subcommands.
fn sections(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    writeln!(page, ".SH {}", name.to_uppercase())?;
    let mut body = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render_description_section(&mut body)?;
    man.render_synopsis_section(&mut body)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut body)?;
    }
    // Sections of the subcommand are subsections of the page.
    let body = String::from_utf8_lossy(&body).replace(".SH ", ".SS ");
    page.extend_from_slice(body.as_bytes());
    for subcommand in command.get_subcommands() {
        sections(subcommand, page)?;
    }
    Ok(())
}
