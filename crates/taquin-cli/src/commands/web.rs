//! `taquin web`: the page that was built into the binary, served to browsers on this machine.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tiny_http::{Header, Method, Request, Response, Server};

use crate::args::WebArgs;
use crate::exit::{Failure, Status};
use crate::interrupt;

/// The files of the page by their addresses; empty if it was not built before this binary.
const PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// How often Ctrl-C is looked for.
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &WebArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    if PAGE.is_empty() {
        return Err(Failure::input(
            "this binary was built without the web page: run web/scripts/build.sh, then build taquin again",
        ));
    }
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let server = Server::http(address)
        .map_err(|error| Failure::input(format!("--port {}: {error}", args.port)))?;
    writeln!(out, "http://{}/", server.server_addr())?;
    out.flush()?;
    while interrupt::check().is_continue() {
        if let Some(request) = server.recv_timeout(PAUSE)? {
            // A browser that hangs up is no failure of ours.
            let _ = answer(request);
        }
    }
    Ok(Status::Interrupted)
}

fn answer(request: Request) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::empty(405).with_header(header("Allow", "GET, HEAD")));
    }
    let Some((name, content)) = find(request.url()) else {
        return request.respond(Response::from_string("not found\n").with_status_code(404));
    };
    // Names of assets change with their content.
    let keep = if name.starts_with("/assets/") {
        "max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let response = Response::from_data(content)
        .with_header(header("Content-Type", content_type(name)))
        .with_header(header("Cache-Control", keep))
        .with_header(header("X-Content-Type-Options", "nosniff"));
    request.respond(response)
}

/// The file that an address names.
fn find(url: &str) -> Option<(&'static str, &'static [u8])> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let path = if path == "/" { "/index.html" } else { path };
    PAGE.iter().find(|(name, _)| *name == path).copied()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("headers of ours are well-formed")
}
