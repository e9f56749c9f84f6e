// The state of a game and what changes it: pure functions, the time comes as an argument.
//
// A shown solution is the future of the game's history: play-back, scrubber, undo and redo are one cursor over one list of steps. A
// player's move that is the next step moves the cursor; any other drops the future.

import { type Board, type Metric, type Step, OPPOSITE, after, movesOf, sameBoard } from './board';

/** Who moved the tiles. */
export type Help = 'none' | 'hints' | 'solution';

export interface Game {
  readonly start: Board;
  readonly goal: Board;
  /** Every step, made or to be made again. */
  readonly steps: readonly Step[];
  /** How many of them are made. */
  readonly made: number;
  /** Counts of steps at which a move ends, increasing: where undo and redo stop. */
  readonly stops: readonly number[];
  /** The start after the steps that are made. */
  readonly board: Board;
  /** The part of the steps that is a shown solution. */
  readonly solution: { readonly from: number; readonly to: number } | null;
  readonly help: Help;
  /** Milliseconds; null before the first move. */
  readonly startedAt: number | null;
  /** Milliseconds; null until the board is solved or a solution is shown. */
  readonly stoppedAt: number | null;
}

export function newGame(start: Board, goal: Board): Game {
  return {
    start,
    goal,
    steps: [],
    made: 0,
    stops: [],
    board: start,
    solution: null,
    help: 'none',
    startedAt: null,
    stoppedAt: null,
  };
}

export function isSolved(game: Game): boolean {
  return sameBoard(game.board, game.goal);
}

/** The player moves. Steps that were to be made again stay if these are the first of them, else they are dropped. */
export function move(game: Game, steps: readonly Step[], now: number): Game {
  const board = after(game.board, steps);
  if (!board || steps.length === 0) return game;
  const made = game.made + steps.length;
  const along = steps.every((step, index) => game.steps[game.made + index] === step);
  const moved: Game = along
    ? { ...game, board, made }
    : {
        ...game,
        board,
        made,
        steps: [...game.steps.slice(0, game.made), ...steps],
        stops: [...game.stops.filter((stop) => stop <= game.made), made],
        solution: null,
      };
  const started = { ...moved, startedAt: game.startedAt ?? now };
  return isSolved(started) ? { ...started, stoppedAt: started.stoppedAt ?? now } : started;
}

/** Goes to a count of steps, made or to be made again. */
export function seek(game: Game, made: number): Game {
  const to = Math.max(0, Math.min(made, game.steps.length));
  const board = after(game.start, game.steps.slice(0, to));
  return board ? { ...game, board, made: to } : game;
}

/** The steps of the blank from one moment of a game to another of the same game. */
export function stepsBetween(from: Game, to: Game): Step[] {
  if (to.made >= from.made) return to.steps.slice(from.made, to.made);
  const back = from.steps.slice(to.made, from.made).reverse();
  return back.map((step) => OPPOSITE[step]);
}

export function undoStop(game: Game): number | undefined {
  if (game.made === 0) return undefined;
  return game.stops.findLast((stop) => stop < game.made) ?? 0;
}

export function redoStop(game: Game): number | undefined {
  return game.stops.find((stop) => stop > game.made);
}

/** Takes the last move back. */
export function undo(game: Game): Game {
  const stop = undoStop(game);
  return stop === undefined ? game : seek(game, stop);
}

/** Makes the move again that was taken back, or the next of a shown solution. */
export function redo(game: Game): Game {
  const stop = redoStop(game);
  return stop === undefined ? game : seek(game, stop);
}

/** The same board from the beginning. */
export function restart(game: Game): Game {
  return newGame(game.start, game.goal);
}

/** Another goal for the board as it is. */
export function withGoal(game: Game, goal: Board): Game {
  return newGame(game.board, goal);
}

/** Puts a path to the goal after the steps made; the game no longer counts as the player's own. */
export function showSolution(game: Game, path: readonly Step[], metric: Metric, now: number): Game {
  let end = game.made;
  const ends = movesOf(path, metric).map((move) => (end += move.length));
  return {
    ...game,
    steps: [...game.steps.slice(0, game.made), ...path],
    stops: [...game.stops.filter((stop) => stop < game.made), ...(game.made > 0 ? [game.made] : []), ...ends],
    solution: { from: game.made, to: end },
    help: 'solution',
    stoppedAt: game.startedAt === null ? null : (game.stoppedAt ?? now),
  };
}

export function hinted(game: Game): Game {
  return game.help === 'none' ? { ...game, help: 'hints' } : game;
}

/** Moves made, in both metrics. */
export function counts(game: Game): Readonly<Record<Metric, number>> {
  const made = game.steps.slice(0, game.made);
  return { stm: made.length, mtm: movesOf(made, 'mtm').length };
}

/** Milliseconds from the first move to the solved board, or to now. */
export function elapsed(game: Game, now: number): number {
  if (game.startedAt === null) return 0;
  return Math.max(0, (game.stoppedAt ?? now) - game.startedAt);
}
