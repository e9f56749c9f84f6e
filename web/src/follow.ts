// The answer that follows the player: asked for when it is wanted, reused along its path, asked for anew off it.
//
// The current board is looked up among the boards on the answer's path. On it the rest is reused, in either direction; off it the search
// is renewed. So an answer that does not pass the current board cannot show.

import { type Board, sameBoard, stepsFrom, textOf } from './board';
import { type Answer, type Rest, answer, restFrom } from './answer';
import { type Finding, type Problem, type Progress, sameProblem } from './protocol';
import type { Handlers, Searches } from './searches';

/** What is known about the board on the page. */
export type Known =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'searching'; readonly progress: Progress | null; readonly rest: Rest | null }
  | { readonly kind: 'known'; readonly rest: Rest }
  | { readonly kind: 'unsolvable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export type Asks = Pick<Searches, 'ask' | 'cancel'>;

export class Follower {
  readonly #searches: Asks;
  readonly #changed: () => void;
  #problem: Problem | null = null;
  #board: Board | null = null;
  #goal: Board | null = null;
  #wanted = false;
  /** The board of the question that is being answered. */
  #asked: Board | null = null;
  #progress: Progress | null = null;
  #answer: Answer | null = null;
  /** A board about which there is nothing to find, and why. */
  #refused: { readonly board: Board; readonly kind: 'unsolvable' | 'failed'; readonly reason: string } | null = null;

  constructor(searches: Asks, changed: () => void) {
    this.#searches = searches;
    this.#changed = changed;
  }

  /** The board on the page is now this one; an answer may be wanted. */
  follow(problem: Problem, goal: Board, board: Board, wanted: boolean): void {
    if (!sameProblem(problem, this.#problem)) {
      this.#stop();
      this.#answer = null;
      this.#refused = null;
    }
    this.#problem = problem;
    this.#goal = goal;
    this.#board = board;
    this.#wanted = wanted;
    if (!wanted) this.#stop();
    else this.#ask();
  }

  /** What is known; never about another board than the last one told. */
  get known(): Known {
    const board = this.#board;
    if (!board || !this.#wanted) return { kind: 'nothing' };
    const refused = this.#refused;
    if (refused && sameBoard(refused.board, board)) return refused;
    const rest = this.#rest();
    if (this.#asked) return { kind: 'searching', progress: this.#progress, rest: rest ?? null };
    return rest ? { kind: 'known', rest } : { kind: 'nothing' };
  }

  #rest(): Rest | undefined {
    if (this.#board && this.#goal && sameBoard(this.#board, this.#goal)) {
      return { path: [], next: [], moves: 0, atLeast: 0 };
    }
    return this.#answer && this.#board ? restFrom(this.#answer, this.#board) : undefined;
  }

  #stop(): void {
    if (this.#asked) this.#searches.cancel();
    this.#asked = null;
    this.#progress = null;
  }

  /** Asks about the board, unless that is known, or being asked. */
  #ask(): void {
    const [problem, board] = [this.#problem, this.#board];
    if (!problem || !board) return;
    if (this.#rest()) {
      // A better path is looked for from a board behind us: of use only if it comes by here, so let it go on.
      return;
    }
    if (this.#refused && sameBoard(this.#refused.board, board)) return this.#stop();
    if (this.#asked && sameBoard(this.#asked, board)) return;
    this.#asked = board;
    this.#progress = null;
    this.#searches.ask({ problem, board: textOf(board) }, this.#handlers(board, problem));
  }

  #handlers(asked: Board, problem: Problem): Handlers {
    return {
      progress: (progress) => {
        this.#progress = progress;
        this.#changed();
      },
      found: (finding, final) => {
        if (final) {
          this.#asked = null;
          this.#progress = null;
        }
        this.#take(asked, problem, finding);
        // The player may have left the path that was found.
        if (this.#wanted) this.#ask();
        this.#changed();
      },
      failed: (message) => {
        this.#asked = null;
        this.#progress = null;
        this.#refused = { board: this.#board ?? asked, kind: 'failed', reason: message };
        this.#changed();
      },
    };
  }

  #take(asked: Board, problem: Problem, finding: Finding): void {
    if (finding.kind === 'path') {
      const found = answer(asked, problem.metric, stepsFrom(finding.moves), finding.lowerBound);
      const useful = this.#board !== null && restFrom(found, this.#board) !== undefined;
      if (useful || !this.#rest()) this.#answer = found;
    } else if (this.#rest() === undefined) {
      const kind = finding.kind === 'unsolvable' ? 'unsolvable' : 'failed';
      const { reason } = finding;
      this.#refused = { board: asked, kind, reason };
    }
  }
}
