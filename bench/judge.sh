#!/usr/bin/env bash
# Times `taquin judge` on large inputs, from the start of the process to its end. Usage: bench/judge.sh [RUNS]
#
# Every input is made by a seeded generator, so that all machines time the same boards; the least of the runs is the one to
# compare, as it was disturbed least. Records are in judge.md.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-15}
cargo build --release --quiet
taquin=$PWD/target/release/taquin
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# A seeded shuffle (Fisher and Yates), and the parities that decide solvability on a 3×3 board.
library='
function shuffle(a, n,   i, j, t) {
    for (i = 0; i < n; i++) a[i] = i
    for (i = n - 1; i > 0; i--) { j = int(rand() * (i + 1)); t = a[i]; a[i] = a[j]; a[j] = t }
}
function cell_of(a, tile,   i) { for (i = 0; a[i] != tile; i++); return i }
function distance(i, j,   d) {
    d = int(i / 3) + i % 3 - int(j / 3) - j % 3
    return d < 0 ? -d : d
}
function solvable(a, b,   i, j, odd) {
    for (i = 0; i < 9; i++) for (j = 0; j < i; j++) odd += cell_of(b, a[j]) > cell_of(b, a[i])
    return odd % 2 == distance(cell_of(a, 0), cell_of(b, 0)) % 2
}
function run(a, blank,   i, text) { for (i = 0; i < 9; i++) text = text (a[i] ? a[i] : blank); return text }
BEGIN { srand(1) }'

awk "$library"'BEGIN {
    for (k = 0; k < 100000; k++) {
        shuffle(a, 9)
        line = a[0] ? a[0] : "x"
        for (i = 1; i < 9; i++) line = line " " (a[i] ? a[i] : "x")
        print line
    }
}' > "$folder/hdu1043"
awk "$library"'BEGIN {
    print 1000
    for (k = 0; k < 1000; k++) {
        shuffle(a, 9)
        do shuffle(b, 9); while (!solvable(a, b))
        print run(a, "X"); print run(b, "X")
    }
}' > "$folder/hdu3567"
awk "$library"'BEGIN {
    shuffle(a, 999 * 998)
    print 999, 998
    for (row = 0; row < 999; row++) {
        line = a[row * 998]
        for (col = 1; col < 998; col++) line = line " " a[row * 998 + col]
        print line
    }
    print 0, 0
}' > "$folder/poj2893"

printf '%-9s %8s %8s %8s %8s\n' dialect wall median user system
TIMEFORMAT='%3R %3U %3S'
for dialect in hdu1043 hdu3567 poj2893; do
    for _ in $(seq "$runs"); do
        { time "$taquin" judge "$dialect" < "$folder/$dialect" > "$folder/out"; } 2>&1
    done | sort -n > "$folder/times"
    "$taquin" judge "$dialect" --check "$folder/out" < "$folder/$dialect" > /dev/null
    awk -v dialect="$dialect" '
        { wall[NR] = $1; user[NR] = $2; system_[NR] = $3 }
        END { printf "%-9s %6d ms %6d ms %6d ms %6d ms\n", dialect, 1000 * wall[1], 1000 * wall[int((NR + 1) / 2)], 1000 * user[1], 1000 * system_[1] }
    ' "$folder/times"
done
