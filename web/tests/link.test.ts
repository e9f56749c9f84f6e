import { describe, expect, test } from 'vitest';
import { readLink, writeLink, type Link } from '../src/link';

const links: [Link, string][] = [
  [
    { place: { kind: 'seed', size: { rows: 4, cols: 5 }, seed: 18446744073709551615n }, goal: 'classic', metric: 'stm' },
    '#size=4x5&seed=18446744073709551615',
  ],
  [{ place: { kind: 'board', board: '1 2/3 0' }, goal: 'blank-first', metric: 'mtm' }, '#board=1-2/3-0&goal=blank-first&metric=mtm'],
  [{ place: { kind: 'board', board: '1 2/3 0' }, goal: '3 2/1 0', metric: 'stm' }, '#board=1-2/3-0&goal=3-2/1-0'],
];

test.each(links)('writing and reading undo each other', (link, hash) => {
  expect(writeLink(link)).toBe(hash);
  expect(readLink(hash)).toEqual(link);
});

test('no hash is no link', () => {
  expect(readLink('')).toBeNull();
  expect(readLink('#')).toBeNull();
});

describe('bad links say what is wrong', () => {
  test.each([
    ['#seed=1', 'ROWSxCOLS'],
    ['#size=1x4&seed=1', '2 to 10'],
    ['#size=4x11&seed=1', '2 to 10'],
    ['#size=4x4&seed=-1', 'below 2^64'],
    ['#size=4x4&seed=18446744073709551616', 'below 2^64'],
    ['#size=4x4', 'a board, or a size and a seed'],
    ['#board=1-2/3-0&size=2x2&seed=1', 'a board, or a size and a seed'],
    ['#board=1-2/3-0&metric=qtm', 'stm or mtm'],
    ['#board=1-2/3-0&goal=foo', 'goal foo: expected classic, blank-first, snail or a board'],
    ['#bord=1-2/3-0', 'bord: expected'],
  ])('%s', (hash, words) => {
    expect(() => readLink(hash)).toThrow(words);
  });
});
