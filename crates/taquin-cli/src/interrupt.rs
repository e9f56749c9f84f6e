//! Ctrl-C: the first asks the search to stop and tell what it knows, the second ends the process.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Starts to listen. Where no handler can be installed, Ctrl-C ends the process as ever.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// `Break` once Ctrl-C was pressed.
pub(crate) fn check() -> ControlFlow<()> {
    if requested() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
