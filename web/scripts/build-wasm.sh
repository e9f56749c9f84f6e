#!/usr/bin/env bash
# Compiles crates/taquin-wasm and writes its JavaScript glue to web/src/wasm/.
#
# With rustup's target for WebAssembly if it is there or can be downloaded, else, on Debian, with the rustc-web packages, which
# bring the standard library's source. The binding generator must have the very version of the library in Cargo.lock.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
out=web/src/wasm
tools=target/web-tools
build=(--locked --profile wasm --target "$target" --target-dir target/wasm -p taquin-wasm)

has_target() {
    command -v rustup >/dev/null || return 1
    rustup target list --installed | grep -qx "$target" || rustup target add "$target"
}

compile_with_debian() {
    web/scripts/packages.sh rustc-web cargo-web rust-web-src
    # The linker, rust-lld, comes with rustup's toolchain.
    local host
    host="$(rustc -vV | sed -n 's/^host: //p')"
    PATH="$(rustc --print sysroot)/lib/rustlib/$host/bin:$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        /usr/bin/cargo build -Z build-std=std,panic_abort "${build[@]}"
}

install_generator() {
    local version
    version="$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)"
    if [ "$("$tools/bin/wasm-bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
        cargo install wasm-bindgen-cli --version "=$version" --bin wasm-bindgen --root "$tools" \
            --config 'profile.release.opt-level=1'
    fi
}

if has_target; then
    cargo build "${build[@]}"
else
    compile_with_debian
fi
install_generator
# In a new folder first: a half-written one must not be taken for the whole.
rm -rf "$out.new"
"$tools/bin/wasm-bindgen" --target web --remove-name-section --remove-producers-section --out-dir "$out.new" \
    "target/wasm/$target/wasm/taquin_wasm.wasm"
rm -rf "$out"
mv "$out.new" "$out"
