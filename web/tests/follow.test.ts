import { beforeEach, describe, expect, test } from 'vitest';
import { after, boardFrom, type Board, type Step } from '../src/board';
import { Follower } from '../src/follow';
import type { Problem, Question } from '../src/protocol';
import type { Handlers } from '../src/searches';

const problem: Problem = { rows: 3, cols: 3, goal: 'classic', metric: 'stm' };
const goal = boardFrom('1 2 3/4 5 6/7 8 0');
const start = boardFrom('1 2 3/0 4 6/7 5 8');

let asked: { question: Question; handlers: Handlers }[];
let cancelled: number;
let changes: number;
let follower: Follower;

beforeEach(() => {
  asked = [];
  cancelled = changes = 0;
  follower = new Follower(
    { ask: (question, handlers) => asked.push({ question, handlers }), cancel: () => (cancelled += 1) },
    () => (changes += 1),
  );
});

const at = (...steps: Step[]): Board => after(start, steps)!;
const follow = (board: Board, wanted = true) => follower.follow(problem, goal, board, wanted);
const find = (index: number, moves: string, final = true, lowerBound = moves.length) =>
  asked[index]!.handlers.found({ kind: 'path', moves, lowerBound }, final);

test('nothing is asked unless it is wanted', () => {
  follow(start, false);
  expect(asked).toEqual([]);
  expect(follower.known).toEqual({ kind: 'nothing' });
});

test('an answer is known, and along its path the rest is reused', () => {
  follow(start);
  expect(follower.known).toMatchObject({ kind: 'searching', rest: null });
  find(0, 'rdr');
  expect(follower.known).toMatchObject({ kind: 'known', rest: { moves: 3 } });
  follow(at('r'));
  expect(follower.known).toMatchObject({ kind: 'known', rest: { moves: 2, next: ['d'] } });
  follow(start);
  expect(follower.known).toMatchObject({ kind: 'known', rest: { moves: 3 } });
  expect(asked).toHaveLength(1);
});

test('off the path the search is renewed', () => {
  follow(start);
  find(0, 'rdr');
  follow(at('u'));
  expect(asked.map(({ question }) => question.board)).toEqual(['1 2 3/0 4 6/7 5 8', '0 2 3/1 4 6/7 5 8']);
  expect(follower.known).toMatchObject({ kind: 'searching', rest: null });
});

describe('moving while a search runs', () => {
  test('asks about the new board', () => {
    follow(start);
    follow(at('u'));
    expect(asked).toHaveLength(2);
    expect(follower.known).toMatchObject({ kind: 'searching' });
  });

  test('a stale answer that passes the board is used', () => {
    follow(start);
    find(0, 'rdr', false);
    follow(at('r'));
    find(0, 'rdr', true);
    expect(asked).toHaveLength(1);
    expect(follower.known).toMatchObject({ kind: 'known', rest: { moves: 2 } });
  });

  test('a better answer that does not pass the board never shows', () => {
    follow(start);
    find(0, 'udrdr', false, 3);
    follow(at('u'));
    expect(asked).toHaveLength(1);
    find(0, 'rdr', true);
    expect(follower.known).toMatchObject({ kind: 'known', rest: { moves: 4 } });
  });
});

test('an answer that is no longer wanted is cancelled', () => {
  follow(start);
  follow(start, false);
  expect(cancelled).toBe(1);
  expect(follower.known).toEqual({ kind: 'nothing' });
});

test('another goal forgets the answer', () => {
  follow(start);
  find(0, 'rdr');
  follower.follow({ ...problem, goal: 'snail' }, boardFrom('1 2 3/8 0 4/7 6 5'), start, true);
  expect(asked).toHaveLength(2);
});

test('why there is no answer', () => {
  follow(start);
  asked[0]!.handlers.found({ kind: 'unsolvable', reason: 'odd' }, true);
  expect(follower.known).toMatchObject({ kind: 'unsolvable', reason: 'odd' });
  expect(changes).toBe(1);
  expect(asked).toHaveLength(1);
});

test('a fault is not asked for again by itself', () => {
  follow(start);
  asked[0]!.handlers.failed('broken');
  expect(follower.known).toMatchObject({ kind: 'failed', reason: 'broken' });
  follow(start);
  expect(asked).toHaveLength(1);
});

test('on the goal nothing is asked', () => {
  follow(goal);
  expect(asked).toEqual([]);
  expect(follower.known).toMatchObject({ kind: 'known', rest: { moves: 0 } });
});
