import { describe, expect, test } from 'vitest';
import { boardFrom, stepsFrom, textOf } from '../src/board';
import * as play from '../src/game';

const goal = boardFrom('1 2 3/4 5 6/7 8 0');
const begin = (text: string) => play.newGame(boardFrom(text), goal);

describe('moves', () => {
  test('undo takes a whole run back, redo makes it again', () => {
    let game = begin('1 2 3/4 5 6/0 7 8');
    game = play.move(game, ['r', 'r'], 5);
    expect(play.counts(game)).toEqual({ stm: 2, mtm: 1 });
    expect(play.isSolved(game)).toBe(true);
    game = play.undo(game);
    expect(textOf(game.board)).toBe('1 2 3/4 5 6/0 7 8');
    expect(play.undoStop(game)).toBeUndefined();
    expect(play.isSolved(play.redo(game))).toBe(true);
  });

  test('a new move drops what could be made again, the same move keeps it', () => {
    let game = play.move(play.move(begin('1 2 3/4 0 6/7 5 8'), ['u'], 0), ['l'], 0);
    game = play.undo(play.undo(game));
    const same = play.move(game, ['u'], 0);
    expect(play.redoStop(same)).toBe(2);
    const other = play.move(game, ['d'], 0);
    expect(other.steps).toEqual(['d']);
    expect(play.redoStop(other)).toBeUndefined();
  });

  test('what the edge stops changes nothing', () => {
    const game = begin('1 2 3/4 5 6/7 0 8');
    expect(play.move(game, ['d'], 0)).toBe(game);
    expect(play.move(game, [], 0)).toBe(game);
  });

  test('restart goes back to the start and forgets the time', () => {
    const game = play.restart(play.move(begin('1 2 3/4 5 6/7 0 8'), ['l'], 7));
    expect(game).toEqual(begin('1 2 3/4 5 6/7 0 8'));
  });
});

describe('time', () => {
  test('runs from the first move to the solved board', () => {
    let game = begin('1 2 3/4 5 6/0 7 8');
    expect(play.elapsed(game, 1000)).toBe(0);
    game = play.move(game, ['r'], 1000);
    expect(play.elapsed(game, 3000)).toBe(2000);
    game = play.move(game, ['r'], 4500);
    expect(play.elapsed(game, 99_000)).toBe(3500);
    game = play.move(play.undo(game), ['r'], 50_000);
    expect(play.elapsed(game, 99_000)).toBe(3500);
  });
});

describe('a shown solution', () => {
  const start = '1 2 3/0 4 6/7 5 8';
  const shown = (metric: 'stm' | 'mtm') =>
    play.showSolution(play.move(begin(start), ['u'], 100), stepsFrom('drdr'), metric, 300);

  test('comes after the moves made and ends on the goal', () => {
    const game = shown('stm');
    expect(game.solution).toEqual({ from: 1, to: 5 });
    expect(game.made).toBe(1);
    expect(game.help).toBe('solution');
    expect(play.isSolved(play.seek(game, 5))).toBe(true);
    expect(play.elapsed(game, 9999)).toBe(200);
  });

  test('is walked by redo and undo, back beyond its beginning', () => {
    let game = shown('stm');
    for (const made of [2, 3, 4, 5]) {
      game = play.redo(game);
      expect(game.made).toBe(made);
    }
    expect(play.isSolved(game)).toBe(true);
    for (let made = 4; made >= 0; made -= 1) game = play.undo(game);
    expect(textOf(game.board)).toBe(start);
  });

  test('in runs it stops where runs end', () => {
    const game = play.showSolution(begin('1 2 3/4 5 6/0 7 8'), stepsFrom('rr'), 'mtm', 0);
    expect(game.stops).toEqual([2]);
    expect(play.redo(game).made).toBe(2);
  });

  test('stays while the player follows it and goes when he leaves it', () => {
    const game = shown('stm');
    const along = play.move(game, ['d', 'r'], 400);
    expect(along.solution).toEqual(game.solution);
    expect(play.redoStop(along)).toBe(4);
    const off = play.move(along, ['u'], 500);
    expect(off.solution).toBeNull();
    expect(off.steps.join('')).toBe('udru');
    expect(off.help).toBe('solution');
  });
});

test('steps between two moments lead from one board to the other', () => {
  const late = play.move(play.move(begin('1 2 3/4 0 6/7 5 8'), ['u'], 0), ['l', 'd'], 0);
  const early = play.undo(late);
  expect(play.stepsBetween(late, early)).toEqual(['u', 'r']);
  expect(play.stepsBetween(early, late)).toEqual(['l', 'd']);
  expect(play.stepsBetween(late, late)).toEqual([]);
});

test('seek stays within the steps', () => {
  const game = play.move(begin('1 2 3/4 5 6/0 7 8'), ['r'], 0);
  expect(play.seek(game, -3).made).toBe(0);
  expect(play.seek(game, 99).made).toBe(1);
});
