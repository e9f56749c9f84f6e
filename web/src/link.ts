// The hash of a link: what is on the page, short enough to read.
//
//   #size=4x4&seed=123           the scramble of a seed, the same that `taquin scramble 4x4 --seed 123` prints
//   #board=1-2-3/4-5-6/7-0-8     a board
//   &goal=snail &goal=1-2/3-0    the goal, if it is not classic
//   &metric=mtm                  how moves are counted, if not by single tiles

import { type Metric, type Size, GREATEST_SIDE, LEAST_SIDE } from './board';

export type Place =
  | { readonly kind: 'seed'; readonly size: Size; readonly seed: bigint }
  | { readonly kind: 'board'; readonly board: string };

export interface Link {
  readonly place: Place;
  /** `classic`, `blank-first`, `snail` or the text of a board. */
  readonly goal: string;
  readonly metric: Metric;
}

export const GOALS: readonly string[] = ['classic', 'blank-first', 'snail'];

const GREATEST_SEED = (1n << 64n) - 1n;

const packed = (board: string) => board.replaceAll(' ', '-');
const unpacked = (board: string) => board.replaceAll('-', ' ');

export function writeLink(link: Link): string {
  const { place } = link;
  const parts =
    place.kind === 'seed'
      ? [`size=${place.size.rows}x${place.size.cols}`, `seed=${place.seed}`]
      : [`board=${packed(place.board)}`];
  if (link.goal !== 'classic') parts.push(`goal=${GOALS.includes(link.goal) ? link.goal : packed(link.goal)}`);
  if (link.metric !== 'stm') parts.push(`metric=${link.metric}`);
  return `#${parts.join('&')}`;
}

function isSide(side: number): boolean {
  return Number.isInteger(side) && side >= LEAST_SIDE && side <= GREATEST_SIDE;
}

function readSize(text: string): Size {
  const match = /^(\d+)x(\d+)$/.exec(text);
  const [rows, cols] = [Number(match?.[1]), Number(match?.[2])];
  if (!isSide(rows) || !isSide(cols)) {
    throw new Error(`size ${text}: expected ROWSxCOLS, each ${LEAST_SIDE} to ${GREATEST_SIDE}`);
  }
  return { rows, cols };
}

function readSeed(text: string): bigint {
  if (!/^\d{1,20}$/.test(text) || BigInt(text) > GREATEST_SEED) {
    throw new Error(`seed ${text}: expected a number below 2^64`);
  }
  return BigInt(text);
}

/**
 * Reads a hash; null if it is empty. Whether a board is one, the library's parser decides.
 *
 * @throws Error that says which part is wrong and what was expected.
 */
export function readLink(hash: string): Link | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  const parts = new URLSearchParams(text);
  const known = ['size', 'seed', 'board', 'goal', 'metric'];
  const unknown = [...parts.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`${unknown}: expected ${known.join(', ')}`);
  const [board, seed] = [parts.get('board'), parts.get('seed')];
  if ((board === null) === (seed === null)) throw new Error('expected a board, or a size and a seed');
  const metric = parts.get('metric') ?? 'stm';
  if (metric !== 'stm' && metric !== 'mtm') throw new Error(`metric ${metric}: expected stm or mtm`);
  const goal = parts.get('goal') ?? 'classic';
  if (!GOALS.includes(goal) && !/\d/.test(goal)) throw new Error(`goal ${goal}: expected ${GOALS.join(', ')} or a board`);
  return {
    place:
      board !== null
        ? { kind: 'board', board: unpacked(board) }
        : { kind: 'seed', size: readSize(parts.get('size') ?? ''), seed: readSeed(seed!) },
    goal: GOALS.includes(goal) ? goal : unpacked(goal),
    metric,
  };
}
