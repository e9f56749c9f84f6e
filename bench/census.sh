#!/usr/bin/env bash
# Times the complete census of small sizes and optimal solving in multi-tile moves. Usage: bench/census.sh
# Records are in census.md.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
taquin=$PWD/target/release/taquin
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

TIMEFORMAT='%R s wall, %U s user'
for census in "3x3" "3x3 --metric mtm" "2x6" "2x6 --metric mtm" "3x4" "3x4 --metric mtm"; do
    echo "census $census"
    # shellcheck disable=SC2086
    time "$taquin" census $census --threads 2 > /dev/null
done

grep -v '^#' data/korf15.tsv | cut -f 4 > "$folder/korf"
echo "Korf's 100 boards in mtm, one thread, tables included"
time "$taquin" solve --size 4x4 --goal blank-first --metric mtm --threads 1 --batch "$folder/korf" > "$folder/paths"
echo "the first of them alone: nearly all of it is building the tables"
head -1 "$folder/korf" > "$folder/first"
time "$taquin" solve --size 4x4 --goal blank-first --metric mtm --threads 1 --batch "$folder/first" > /dev/null
echo "the transposed board, 43 mtm, two threads"
time "$taquin" solve --metric mtm --threads 2 "1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0" > /dev/null
