// The library on the page itself, for what answers at once: parsing, parity, scrambles and notations take microseconds. Searches run in
// workers. So the rules are twice in memory and never twice in code: one fetched and compiled module serves all.

import init, * as wasm from './wasm/taquin_wasm';
import wasmUrl from './wasm/taquin_wasm_bg.wasm?url';
// Part of the page's own script: a worker must start even where the network is gone.
import SearchWorker from './worker?worker&inline';
import { type Board, type Size, type Step, boardFrom, textOf } from './board';
import type { Port } from './searches';
import type { FromWorker } from './protocol';

export const NOTATIONS = ['blank', 'tile', 'numbers', 'words', 'slidy'] as const;
export type Notation = (typeof NOTATIONS)[number];

let compiled: WebAssembly.Module;

/** Fetches and compiles the library, once for the page and its workers. */
export async function load(): Promise<void> {
  const fetched = fetch(wasmUrl);
  try {
    compiled = await WebAssembly.compileStreaming(fetched.then((response) => response.clone()));
  } catch {
    // Some servers do not know the type of a .wasm file.
    compiled = await WebAssembly.compile(await (await fetched).arrayBuffer());
  }
  await init({ module_or_path: compiled });
}

/** Starts a worker with the library. */
export function spawn(hear: (message: FromWorker) => void): Port {
  const worker = new SearchWorker();
  worker.addEventListener('message', (event: MessageEvent<FromWorker>) => hear(event.data));
  worker.addEventListener('error', (event) => hear({ kind: 'failed', message: event.message || 'the worker did not start' }));
  worker.postMessage({ kind: 'load', module: compiled });
  return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
}

/**
 * Reads a board in any spelling; `size` helps where the text has no rows.
 *
 * @throws Error that names the place.
 */
export function parseBoard(text: string, size?: Size): Board {
  return boardFrom(wasm.parseBoard(text, size?.rows, size?.cols));
}

/** @throws Error if the goal is a board of another size. */
export function goalBoard(goal: string, size: Size): Board {
  return boardFrom(wasm.goalBoard(goal, size.rows, size.cols));
}

/** Why the goal cannot be reached, in a sentence; undefined if it can. */
export function whyUnsolvable(board: Board, goal: string): string | undefined {
  return wasm.whyUnsolvable(textOf(board), goal);
}

/** A solvable board, all equally likely, the same for the same seed. */
export function scramble(goal: string, size: Size, seed: bigint): Board {
  return boardFrom(wasm.scramble(goal, size.rows, size.cols, seed));
}

/** A path that starts on a board, written in a notation. */
export function writeMoves(board: Board, path: readonly Step[], notation: Notation): string {
  return wasm.convertMoves(textOf(board), path.join(''), 'blank', notation);
}

/** A seed nobody can guess. */
export function randomSeed(): bigint {
  return BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!);
}
