// How a worker answers a question: in which order it tries what, and what it tells meanwhile.

import { type Finding, type Problem, type Progress, type Question, isHeavy, isSolvedOptimally, sameProblem } from './protocol';

/** The library's answer; see `Answer` in crates/taquin-wasm. */
export interface Found {
  readonly moves?: string | undefined;
  readonly length?: number | undefined;
  readonly lowerBound: number;
  readonly unsolvable?: string | undefined;
  readonly stopped?: string | undefined;
}

export type Listener = (phase: string, fraction?: number, bound?: number, best?: number) => void;

/** The library's `Searcher`. */
export interface Searcher {
  prepare(rows: number, cols: number, goal: string, metric: string, listener?: Listener): void;
  solve(board: string, goal: string, metric: string, engine: string, seconds: number, listener?: Listener): Found;
}

/** Seconds after which a good path is shown while the shortest is still looked for. */
export const SOON = 1;
/** Seconds for the shortest path. */
export const PATIENCE = 30;
/** Seconds for a good path of a board that is too large for the shortest. */
export const NEAR_SECONDS = 3;

/** What a worker tells while it works. */
export interface Tell {
  progress(progress: Progress): void;
  /** A better path follows unless it is final. */
  found(finding: Finding, final: boolean): void;
  /** The tables of a problem are ready. */
  prepared(problem: Problem): void;
}

export class Stages {
  #prepared: Problem | null = null;
  readonly #searcher: Searcher;
  readonly #tell: Tell;
  readonly #listener: Listener;

  constructor(searcher: Searcher, tell: Tell) {
    this.#searcher = searcher;
    this.#tell = tell;
    this.#listener = (phase, fraction, bound, best) => tell.progress({ phase, fraction, bound, best });
  }

  get prepared(): Problem | null {
    return this.#prepared;
  }

  prepare(problem: Problem): void {
    if (sameProblem(this.#prepared, problem)) return;
    this.#prepared = null;
    const { rows, cols, goal, metric } = problem;
    this.#searcher.prepare(rows, cols, goal, metric, this.#listener);
    this.#prepared = problem;
    this.#tell.prepared(problem);
  }

  solve(question: Question): void {
    const { problem } = question;
    if (!isSolvedOptimally(problem)) {
      this.prepare(problem);
      const quick = this.#ask(question, 'quick', NEAR_SECONDS);
      if (quick.moves === undefined) return this.#found(quick, true);
      this.#found(quick, false);
      return this.#found(better(quick, this.#ask(question, 'near', NEAR_SECONDS)), true);
    }
    let quick: Found | undefined;
    if (isHeavy(problem) && !sameProblem(this.#prepared, problem)) {
      quick = this.#ask(question, 'quick', NEAR_SECONDS);
      if (quick.unsolvable !== undefined) return this.#found(quick, true);
      this.#found(quick, false);
    }
    this.prepare(problem);
    const soon = this.#ask(question, 'auto', SOON);
    if (soon.stopped === undefined) return this.#found(soon, true);
    if (!quick) this.#found(this.#ask(question, 'quick', NEAR_SECONDS), false);
    const best = this.#ask(question, 'auto', PATIENCE);
    if (best.stopped === undefined) return this.#found(best, true);
    this.#found(better(best, this.#ask(question, 'near', NEAR_SECONDS)), true);
  }

  #ask(question: Question, engine: 'auto' | 'near' | 'quick', seconds: number): Found {
    const { goal, metric } = question.problem;
    return this.#searcher.solve(question.board, goal, metric, engine, seconds, this.#listener);
  }

  #found(found: Found, final: boolean): void {
    this.#tell.found(finding(found), final);
  }
}

/** The shorter path of two, with the greater of the two bounds. */
function better(a: Found, b: Found): Found {
  const shorter = (b.length ?? Infinity) <= (a.length ?? Infinity) ? b : a;
  return { ...shorter, lowerBound: Math.max(a.lowerBound, b.lowerBound) };
}

function finding(found: Found): Finding {
  if (found.unsolvable !== undefined) return { kind: 'unsolvable', reason: found.unsolvable };
  if (found.moves !== undefined) return { kind: 'path', moves: found.moves, lowerBound: found.lowerBound };
  return { kind: 'nothing', reason: found.stopped ?? 'no path was found', lowerBound: found.lowerBound };
}
