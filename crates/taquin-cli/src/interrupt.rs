//! Ctrl-C: the first asks the search to stop and tell what it knows, the second ends the process. Where nothing asks any more,
//! as when standard input is awaited, the first ends it too.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::output;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How often [`check`] was called: who goes on asking will hear.
static CHECKS: AtomicU64 = AtomicU64::new(0);

/// Searches ask ten times a second; who has not asked for so long is not searching.
const SILENCE: Duration = Duration::from_secs(1);

/// Starts to listen. Where no handler can be installed, Ctrl-C ends the process as ever.
pub(crate) fn install() {
    #[cfg(unix)]
    let _hangup = hangup::Ignored::notice();
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            leave();
        }
        thread::spawn(|| {
            let mut before = None;
            while before != Some(CHECKS.load(Ordering::Relaxed)) {
                before = Some(CHECKS.load(Ordering::Relaxed));
                thread::sleep(SILENCE);
            }
            leave();
        });
    });
}

/// Ends the process without waiting for anybody, but leaves no half file.
fn leave() -> ! {
    output::abandon();
    std::process::exit(130);
}

/// A process that was started to outlive its terminal, as `nohup` does it, is started with SIGHUP ignored, and goes on ignoring it.
#[cfg(unix)]
mod hangup {
    use std::{mem, ptr};

    /// Ignores SIGHUP again when dropped, whatever was installed meanwhile.
    pub(super) struct Ignored;

    impl Ignored {
        /// If the signal is ignored now.
        pub(super) fn notice() -> Option<Ignored> {
            // SAFETY: zeros are a valid value of this plain structure, and the call writes nothing else.
            let (asked, before) = unsafe {
                let mut before: libc::sigaction = mem::zeroed();
                let asked = libc::sigaction(libc::SIGHUP, ptr::null(), &mut before);
                (asked, before)
            };
            (asked == 0 && before.sa_sigaction == libc::SIG_IGN).then_some(Ignored)
        }
    }

    impl Drop for Ignored {
        fn drop(&mut self) {
            // SAFETY: no handler of ours is named that could do what a handler must not.
            unsafe {
                libc::signal(libc::SIGHUP, libc::SIG_IGN);
            }
        }
    }
}

/// Lets a write beyond the limit of a file's size fail, with an error that can be told, where the signal would end the process.
#[cfg(unix)]
pub(crate) fn let_writes_fail() {
    // Where no handler can be installed, the signal ends the process as ever.
    let _ = signal_hook::flag::register(libc::SIGXFSZ, std::sync::Arc::default());
}

/// Only Unix has the signal.
#[cfg(not(unix))]
pub(crate) fn let_writes_fail() {}

/// Whether Ctrl-C was pressed.
pub(crate) fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// `Break` once Ctrl-C was pressed.
pub(crate) fn check() -> ControlFlow<()> {
    CHECKS.fetch_add(1, Ordering::Relaxed);
    if requested() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
