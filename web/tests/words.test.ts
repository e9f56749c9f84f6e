import { expect, test } from 'vitest';
import { boardFrom } from '../src/board';
import { lengthInWords, moveInWords, movedInWords, timeInDigits } from '../src/words';

const board = boardFrom('1 2 3/4 5 6/0 7 8');

test('tiles move against the blank', () => {
  expect(movedInWords(board, ['r'])).toBe('7 moved left');
  expect(movedInWords(board, ['u'])).toBe('4 moved down');
  expect(movedInWords(board, ['r', 'r'])).toBe('7 and 8 moved left');
  expect(movedInWords(board, ['u', 'r'])).toBe('4 moved down, 5 moved left');
  expect(moveInWords(boardFrom('1 2 3 4/5 6 7 0'), ['l', 'l', 'l'])).toBe('7, 6 and 5 right');
});

test('a length says what is proven', () => {
  expect(lengthInWords(52, 52)).toBe('52 moves, the fewest possible');
  expect(lengthInWords(1, 1)).toBe('1 move, the fewest possible');
  expect(lengthInWords(104, 92)).toBe('104 moves, at least 92 needed');
});

test('time', () => {
  expect(timeInDigits(0)).toBe('0:00');
  expect(timeInDigits(65_900)).toBe('1:05');
  expect(timeInDigits(3_723_000)).toBe('1:02:03');
});
