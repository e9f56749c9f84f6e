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

have() { command -v "$1" >/dev/null; }

# Installs Debian packages, if they are not there and we may.
packages() {
    local missing=()
    for package; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    [ "$(id -u)" = 0 ] || { echo "missing packages: ${missing[*]}" >&2; return 1; }
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

compile_with_rustup() {
    have rustup || return 1
    rustup target list --installed | grep -qx "$target" || rustup target add "$target" || return 1
    cargo build --locked --profile wasm --target "$target" --target-dir target/wasm -p taquin-wasm
}

compile_with_debian() {
    have dpkg-query || { echo "no target $target: rustup target add $target" >&2; return 1; }
    packages rustc-web cargo-web rust-web-src
    # The linker rust-lld comes with rustup's toolchain, or else with Debian's.
    local lld
    lld="$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin"
    PATH="$lld:$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo build -Z build-std=std,panic_abort \
        --locked --profile wasm --target "$target" --target-dir target/wasm -p taquin-wasm
}

# The generator of Cargo.lock's version, in $tools/bin.
generator() {
    local version
    version="$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)"
    if [ "$("$tools/bin/wasm-bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
        if have wasm-bindgen && [ "$(wasm-bindgen --version)" = "wasm-bindgen $version" ]; then
            mkdir -p "$tools/bin"
            ln -sf "$(command -v wasm-bindgen)" "$tools/bin/wasm-bindgen"
        else
            cargo install wasm-bindgen-cli --version "=$version" --root "$tools" --target-dir target/web-tools/build \
                --bin wasm-bindgen --config profile.release.opt-level=1
        fi
    fi
}

compile_with_rustup || compile_with_debian
generator
# In a new folder first: a half-written one must not be taken for the whole.
rm -rf "$out.new"
"$tools/bin/wasm-bindgen" --target web --remove-name-section --remove-producers-section --out-dir "$out.new" \
    "target/wasm/$target/wasm/taquin_wasm.wasm"
rm -rf "$out"
mv "$out.new" "$out"
