import { beforeEach, describe, expect, test } from 'vitest';
import type { Finding, Problem } from '../src/protocol';
import { Stages, type Found, type Searcher } from '../src/stages';

/** Answers by engine, in order; notes what is asked. */
class FakeSearcher implements Searcher {
  readonly asked: string[] = [];
  readonly #answers: Record<string, Found[]>;

  constructor(answers: Record<string, Found[]>) {
    this.#answers = answers;
  }

  prepare(): void {
    this.asked.push('prepare');
  }

  solve(_board: string, _goal: string, _metric: string, engine: string): Found {
    this.asked.push(engine);
    const answer = this.#answers[engine]?.shift();
    if (!answer) throw new Error(`${engine} is asked too often`);
    return answer;
  }
}

const problem = (rows: number, cols: number, metric: 'stm' | 'mtm' = 'stm'): Problem => ({ rows, cols, goal: 'classic', metric });
const path = (moves: string, lowerBound: number): Found => ({ moves, length: moves.length, lowerBound });
const late = (lowerBound: number): Found => ({ lowerBound, stopped: 'time limit reached' });

let told: [Finding, boolean][];
let prepared: Problem[];

beforeEach(() => {
  told = [];
  prepared = [];
});

function run(answers: Record<string, Found[]>, of: Problem): string[] {
  const searcher = new FakeSearcher(answers);
  const stages = new Stages(searcher, {
    progress: () => {},
    found: (finding, final) => told.push([finding, final]),
    prepared: (ready) => prepared.push(ready),
  });
  stages.solve({ problem: of, board: 'any' });
  return searcher.asked;
}

describe('up to sixteen cells', () => {
  test('the shortest path, at once', () => {
    expect(run({ auto: [path('ud', 2)] }, problem(4, 4))).toEqual(['prepare', 'auto']);
    expect(told).toEqual([[{ kind: 'path', moves: 'ud', lowerBound: 2 }, true]]);
    expect(prepared).toEqual([problem(4, 4)]);
  });

  test('a good one meanwhile, where that takes long', () => {
    const asked = run({ auto: [late(3), path('udud', 4)], quick: [path('ududud', 2)] }, problem(4, 4));
    expect(asked).toEqual(['prepare', 'auto', 'quick', 'auto']);
    expect(told.map(([finding, final]) => [finding.kind === 'path' && finding.moves, final])).toEqual([
      ['ududud', false],
      ['udud', true],
    ]);
  });

  test('the best known with the best bound, where it takes too long', () => {
    const answers = { auto: [late(3), late(5)], quick: [path('udududud', 2)], near: [path('ududud', 2)] };
    run(answers, problem(4, 4));
    expect(told.at(-1)).toEqual([{ kind: 'path', moves: 'ududud', lowerBound: 5 }, true]);
  });

  test('heavy tables are built after a first path', () => {
    const asked = run({ quick: [path('udud', 1)], auto: [path('ud', 1)] }, problem(4, 4, 'mtm'));
    expect(asked).toEqual(['quick', 'prepare', 'auto']);
    expect(told.map(([, final]) => final)).toEqual([false, true]);
  });

  test('no tables are built for an unsolvable board', () => {
    const unsolvable = { lowerBound: 0, unsolvable: 'odd' };
    expect(run({ quick: [unsolvable] }, problem(4, 4, 'mtm'))).toEqual(['quick']);
    expect(told).toEqual([[{ kind: 'unsolvable', reason: 'odd' }, true]]);
  });
});

describe('beyond', () => {
  test('a good path at once, then the shorter of it and a better one', () => {
    const asked = run({ quick: [path('ududud', 2)], near: [path('udududud', 3)] }, problem(5, 5));
    expect(asked).toEqual(['prepare', 'quick', 'near']);
    expect(told.at(-1)).toEqual([{ kind: 'path', moves: 'ududud', lowerBound: 3 }, true]);
  });
});
