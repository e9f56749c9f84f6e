import { expect, test } from 'vitest';
import { after, boardFrom, movesOf, neighbor, OPPOSITE, runTo, sameBoard, stepsFrom, textOf, type Step } from '../src/board';

const board = boardFrom('1 2 3 4/5 0 6 7');

test('text and board turn into each other', () => {
  expect(board).toEqual({ rows: 2, cols: 4, tiles: [1, 2, 3, 4, 5, 0, 6, 7], blank: 5 });
  expect(textOf(board)).toBe('1 2 3 4/5 0 6 7');
});

test('a single row ends in a slash, as the library writes it', () => {
  const row = boardFrom('1 2 0/');
  expect(row).toEqual({ rows: 1, cols: 3, tiles: [1, 2, 0], blank: 2 });
  expect(textOf(row)).toBe('1 2 0/');
});

test('a step and its opposite undo each other, and the edge stops steps', () => {
  for (const step of ['u', 'l', 'r'] as Step[]) {
    const moved = after(board, [step])!;
    expect(sameBoard(moved, board)).toBe(false);
    expect(sameBoard(after(moved, [OPPOSITE[step]])!, board)).toBe(true);
  }
  expect(after(board, ['d'])).toBeUndefined();
  expect(neighbor(board, 3, 'r')).toBe(-1);
  expect(neighbor(board, 4, 'l')).toBe(-1);
});

test('a run slides every tile between a cell and the blank', () => {
  expect(runTo(board, 7)).toEqual(['r', 'r']);
  expect(runTo(board, 4)).toEqual(['l']);
  expect(runTo(board, 1)).toEqual(['u']);
  expect(runTo(board, 5)).toEqual([]);
  expect(runTo(board, 0)).toEqual([]);
  expect(textOf(after(board, runTo(board, 7))!)).toBe('1 2 3 4/5 6 7 0');
});

test('moves are single steps or straight runs', () => {
  const path = stepsFrom('rrull');
  expect(movesOf(path, 'stm')).toHaveLength(5);
  expect(movesOf(path, 'mtm').map((move) => move.join(''))).toEqual(['rr', 'u', 'll']);
});
