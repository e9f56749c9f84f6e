#!/usr/bin/env bash
# Builds the page and tests it: units, then in a browser, then as `taquin web` serves it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh
npm test
if [ -z "${CHROMIUM:-}" ]; then
    CHROMIUM="$(command -v chromium || command -v chromium-browser || true)"
    if [ -z "$CHROMIUM" ]; then
        scripts/packages.sh chromium
        CHROMIUM="$(command -v chromium)"
    fi
fi
CHROMIUM="$CHROMIUM" npm run e2e
cargo test --locked -p taquin-cli --test cli web::
