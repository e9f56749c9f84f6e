import { expect, test } from 'vitest';
import { answer, restFrom } from '../src/answer';
import { after, boardFrom, stepsFrom } from '../src/board';

const start = boardFrom('1 2 3/4 5 6/0 7 8');

test('the rest of a path is known on every board of it, and nowhere else', () => {
  const found = answer(start, 'stm', stepsFrom('rr'), 2);
  expect(restFrom(found, start)).toMatchObject({ moves: 2, atLeast: 2, next: ['r'] });
  expect(restFrom(found, after(start, ['r'])!)).toMatchObject({ moves: 1, atLeast: 1 });
  expect(restFrom(found, after(start, ['r', 'r'])!)).toMatchObject({ moves: 0, next: [] });
  expect(restFrom(found, after(start, ['u'])!)).toBeUndefined();
});

test('a bound shrinks by the moves made and never below none', () => {
  const found = answer(start, 'stm', stepsFrom('ururdd'), 2);
  expect(restFrom(found, after(start, stepsFrom('u'))!)).toMatchObject({ moves: 5, atLeast: 1 });
  expect(restFrom(found, after(start, stepsFrom('uru'))!)).toMatchObject({ moves: 3, atLeast: 0 });
});

test('in runs, boards within a run are off the path', () => {
  const found = answer(start, 'mtm', stepsFrom('rr'), 1);
  expect(found.length).toBe(1);
  expect(restFrom(found, start)).toMatchObject({ moves: 1, next: ['r', 'r'] });
  expect(restFrom(found, after(start, ['r'])!)).toBeUndefined();
});

test('a path that leaves the board is a fault', () => {
  expect(() => answer(start, 'stm', stepsFrom('l'), 1)).toThrow();
});
