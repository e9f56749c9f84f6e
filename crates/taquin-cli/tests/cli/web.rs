//! `taquin web`, with the page built in or without it, whichever this build has.

#[cfg(not(page))]
use crate::support::run;

#[cfg(not(page))]
#[test]
fn without_the_page_the_command_says_how_to_build_it() {
    let output = run(&["web", "--port", "0"]);
    assert_eq!(output.status, 2);
    assert!(output.stdout.is_empty());
    let message = &output.stderr;
    assert!(message.contains("web/scripts/build.sh"), "{message}");
}

#[cfg(page)]
mod with_the_page {
    use crate::support::{child, run};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::Child;

    /// A server that ends with the test.
    struct Served {
        child: Child,
        address: String,
    }

    impl Drop for Served {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn serve() -> Served {
        let mut child = child(&["web", "--port", "0"]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let address = address.trim_end_matches('/').to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        Served { child, address }
    }

    /// Status line and headers, and the body.
    fn ask(served: &Served, method: &str, path: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        (head, answer[end + 4..].to_vec())
    }

    #[test]
    fn the_page_and_its_files_are_served_with_their_types() {
        let served = serve();
        let (head, body) = ask(&served, "GET", "/?from=test");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("text/html"), "{head}");
        let page = String::from_utf8(body).unwrap();
        assert!(page.contains("Content-Security-Policy"));
        let script = page
            .split("src=\"./")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let (head, body) = ask(&served, "GET", &format!("/{script}"));
        assert!(
            head.contains("text/javascript") && head.contains("immutable"),
            "{head}"
        );
        assert!(!body.is_empty());
    }

    #[test]
    fn nothing_else_is_served() {
        let served = serve();
        for path in ["/../Cargo.toml", "/nothing", "/.gitignore", "//etc/passwd"] {
            let (head, _) = ask(&served, "GET", path);
            assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
        }
        let (head, _) = ask(&served, "POST", "/");
        assert!(head.starts_with("HTTP/1.1 405"), "{head}");
        let (head, body) = ask(&served, "HEAD", "/");
        assert!(
            head.starts_with("HTTP/1.1 200") && body.is_empty(),
            "{head}"
        );
    }

    #[test]
    fn a_port_in_use_is_named() {
        let served = serve();
        let port = served.address.rsplit(':').next().unwrap();
        let output = run(&["web", "--port", port]);
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains(&format!("--port {port}")));
    }
}
