// Measures what the page's worker does, in Node.js: the same engine (V8) runs it in Chromium. Needs web/scripts/build-wasm.sh.
// Times are processor time of the process, which a busy machine changes less than wall time.
//
//     node bench/web.mjs [BOARDS]

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../web/src/wasm/', import.meta.url);
const glue = readFileSync(new URL('taquin_wasm.js', folder), 'utf8');
const { Searcher, initSync, scramble } = await import(`data:text/javascript,${encodeURIComponent(glue)}`);
const wasm = readFileSync(new URL('taquin_wasm_bg.wasm', folder));
console.log(`wasm: ${wasm.length} bytes, ${gzipSync(wasm, { level: 9 }).length} compressed by gzip`);

const boards = Number(process.argv[2] ?? 100);
initSync({ module: new WebAssembly.Module(wasm) });
const searcher = new Searcher();

function timed(work) {
  const from = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(from);
  return [(user + system) / 1000, result];
}

/** Times of `engine` on uniform boards of the seeds from 0, in milliseconds. */
function solve(rows, cols, engine, count) {
  const answers = Array.from({ length: count }, (_, seed) => {
    const board = scramble('classic', rows, cols, BigInt(seed));
    return timed(() => searcher.solve(board, 'classic', 'stm', engine, 60));
  });
  const times = answers.map(([time]) => time).sort((a, b) => a - b);
  const at = (share) => times[Math.min(count - 1, Math.floor(share * count))].toFixed(1);
  const length = answers.reduce((sum, [, answer]) => sum + answer.length, 0) / count;
  console.log(`${rows}x${cols} ${engine}: ${count} boards, median ${at(0.5)} ms, p95 ${at(0.95)} ms, mean length ${length}`);
}

for (const [rows, cols] of [[2, 5], [3, 3], [3, 4], [4, 4]]) {
  const [time] = timed(() => searcher.prepare(rows, cols, 'classic', 'stm'));
  console.log(`${rows}x${cols}: tables in ${time.toFixed(0)} ms`);
  solve(rows, cols, 'auto', boards);
}
for (const side of [5, 6, 8, 10]) solve(side, side, 'quick', Math.ceil(boards / 10));
