// What the page and a worker say to each other. See searches.ts for why a search is cancelled by closing its worker.

import type { Metric, Size } from './board';

/** What tables belong to. */
export interface Problem extends Size {
  /** `classic`, `blank-first`, `snail` or the text of a board. */
  readonly goal: string;
  readonly metric: Metric;
}

export interface Question {
  readonly problem: Problem;
  /** The text of the board. */
  readonly board: string;
}

export type ToWorker =
  /** First of all: the compiled library. */
  | { readonly kind: 'load'; readonly module: WebAssembly.Module }
  /** Build the tables of a problem. */
  | { readonly kind: 'prepare'; readonly problem: Problem }
  | { readonly kind: 'solve'; readonly id: number; readonly question: Question };

/** How far a search is. */
export interface Progress {
  /** Building tables, searching, or looking for a shorter path. */
  readonly phase: string;
  /** Share of the phase, 0 to 1, where it can be told. */
  readonly fraction: number | undefined;
  /** A lower bound on the moves. */
  readonly bound: number | undefined;
  /** Length of the best path so far. */
  readonly best: number | undefined;
}

/** What is found about a board. */
export type Finding =
  | { readonly kind: 'path'; readonly moves: string; readonly lowerBound: number }
  | { readonly kind: 'unsolvable'; readonly reason: string }
  /** A limit came first. */
  | { readonly kind: 'nothing'; readonly reason: string; readonly lowerBound: number };

export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  /** A better one follows unless it is final. */
  | { readonly kind: 'found'; readonly id: number; readonly finding: Finding; readonly final: boolean }
  /** The tables of this problem are ready; the work goes on. */
  | { readonly kind: 'prepared'; readonly problem: Problem }
  /** The worker takes the next message; it has the tables of this problem. */
  | { readonly kind: 'idle'; readonly problem: Problem | null }
  /** A fault: the worker is of no more use. */
  | { readonly kind: 'failed'; readonly message: string };

export function sameProblem(a: Problem | null, b: Problem | null): boolean {
  if (a === null || b === null) return a === b;
  return a.rows === b.rows && a.cols === b.cols && a.goal === b.goal && a.metric === b.metric;
}

export const cells = (size: Size) => size.rows * size.cols;

/** Whether the library solves every board of the problem optimally. */
export const isSolvedOptimally = (problem: Problem) => cells(problem) <= 16;

/** Whether the tables take seconds and a hundred megabytes: they are built only when asked for, and only once. */
export const isHeavy = (problem: Problem) =>
  problem.metric === 'mtm' && cells(problem) > 10 && isSolvedOptimally(problem);
