#!/usr/bin/env bash
# Builds the page into web/dist, with all that it needs. `taquin` built afterwards serves it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build-wasm.sh
# The packages of the lock file, unless exactly these are there.
if ! cmp -s package-lock.json node_modules/.taquin-lock; then
    npm ci
    cp package-lock.json node_modules/.taquin-lock
fi
npm run build
