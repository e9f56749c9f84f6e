import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Finding, FromWorker, Problem, ToWorker } from '../src/protocol';
import { GRACE, MOST_FAULTS, Searches } from '../src/searches';

/** A worker by hand: it hears, and answers when the test says so. */
class FakeWorker {
  readonly heard: ToWorker[] = [];
  closed = false;
  readonly say: (message: FromWorker) => void;

  constructor(say: (message: FromWorker) => void) {
    this.say = say;
  }

  get last(): ToWorker | undefined {
    return this.heard.at(-1);
  }

  idle(problem: Problem | null = null): void {
    this.say({ kind: 'idle', problem });
  }

  answer(moves: string, problem: Problem): void {
    const asked = this.last;
    if (asked?.kind !== 'solve') throw new Error('nothing is asked');
    this.say({ kind: 'found', id: asked.id, finding: { kind: 'path', moves, lowerBound: 0 }, final: true });
    this.idle(problem);
  }
}

const four: Problem = { rows: 4, cols: 4, goal: 'classic', metric: 'stm' };
const heavy: Problem = { ...four, metric: 'mtm' };

let workers: FakeWorker[];
let searches: Searches;
let found: [string, Finding, boolean][];
let failures: string[];

function ask(board: string, problem = four): void {
  searches.ask(
    { problem, board },
    {
      progress: () => {},
      found: (finding, final) => found.push([board, finding, final]),
      failed: (message) => failures.push(message),
    },
  );
}

const boards = () => workers.flatMap((worker) => worker.heard).flatMap((message) => (message.kind === 'solve' ? [message.question.board] : []));

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  found = [];
  failures = [];
  searches = new Searches((hear) => {
    const worker = new FakeWorker(hear);
    workers.push(worker);
    return { post: (message) => worker.heard.push(message), close: () => (worker.closed = true) };
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Two workers with the tables of a problem. */
function ready(): void {
  searches.prepare(four);
  workers[0]!.idle();
  workers[1]!.idle();
  workers[0]!.idle(four);
  workers[1]!.idle(four);
}

test('tables are built ahead: in one worker, then in the other', () => {
  searches.prepare(four);
  expect(workers).toHaveLength(2);
  workers[0]!.idle();
  workers[1]!.idle();
  expect(workers.map((worker) => worker.last?.kind)).toEqual(['prepare', undefined]);
  workers[0]!.idle(four);
  expect(workers.map((worker) => worker.last?.kind)).toEqual(['prepare', 'prepare']);
});

test('heavy tables are not built ahead', () => {
  searches.prepare(heavy);
  workers[0]!.idle();
  workers[1]!.idle();
  expect(workers.flatMap((worker) => worker.heard)).toEqual([]);
});

test('an answer reaches who asked', () => {
  ready();
  ask('a');
  expect(searches.isAsked).toBe(true);
  workers[0]!.answer('u', four);
  expect(found).toEqual([['a', { kind: 'path', moves: 'u', lowerBound: 0 }, true]]);
  expect(searches.isAsked).toBe(false);
});

describe('a newer question', () => {
  beforeEach(() => {
    ready();
    ask('a');
    ask('b');
  });

  test('waits for a search that ends soon, whose answer nobody hears', () => {
    vi.advanceTimersByTime(GRACE - 1);
    expect(boards()).toEqual(['a']);
    workers[0]!.answer('u', four);
    expect(found).toEqual([]);
    expect(boards()).toEqual(['a', 'b']);
    vi.advanceTimersByTime(GRACE);
    expect(workers[0]!.closed).toBe(false);
    workers[0]!.answer('d', four);
    expect(found.map(([board]) => board)).toEqual(['b']);
  });

  test('goes to the spare worker where it does not, and a new spare gets tables', () => {
    vi.advanceTimersByTime(GRACE);
    expect(workers[0]!.closed).toBe(true);
    expect(workers[1]!.last).toMatchObject({ kind: 'solve', question: { board: 'b' } });
    expect(workers).toHaveLength(3);
    workers[2]!.idle();
    expect(workers[2]!.last).toEqual({ kind: 'prepare', problem: four });
    workers[0]!.say({ kind: 'found', id: 1, finding: { kind: 'path', moves: 'u', lowerBound: 0 }, final: true });
    expect(found).toEqual([]);
    workers[1]!.answer('d', four);
    expect(found.map(([board]) => board)).toEqual(['b']);
  });

  test('of several the newest alone is asked', () => {
    ask('c');
    ask('d');
    vi.advanceTimersByTime(GRACE);
    expect(boards()).toEqual(['a', 'd']);
  });

  test('waits for whichever worker is first, while the spare still builds', () => {
    vi.advanceTimersByTime(GRACE);
    workers[2]!.idle();
    ask('c');
    vi.advanceTimersByTime(10 * GRACE);
    expect(workers[1]!.closed).toBe(false);
    workers[2]!.idle(four);
    expect(workers[1]!.closed).toBe(true);
    expect(workers[2]!.last).toMatchObject({ kind: 'solve', question: { board: 'c' } });
  });
});

test('another problem does not wait for the tables of this one', () => {
  searches.prepare(four);
  workers[0]!.idle();
  workers[1]!.idle();
  ask('a', { ...four, rows: 3 });
  vi.advanceTimersByTime(GRACE);
  expect(workers[0]!.closed).toBe(true);
  expect(workers[1]!.last).toMatchObject({ kind: 'solve', question: { board: 'a' } });
});

test('heavy tables that are being built are not thrown away', () => {
  searches.prepare(heavy);
  workers[0]!.idle();
  workers[1]!.idle();
  ask('a', heavy);
  ask('b', heavy);
  vi.advanceTimersByTime(100 * GRACE);
  expect(workers[0]!.closed).toBe(false);
  workers[0]!.say({ kind: 'prepared', problem: heavy });
  workers[0]!.answer('u', heavy);
  expect(boards()).toEqual(['a', 'b']);
});

test('cancel closes a search that goes on', () => {
  ready();
  ask('a');
  searches.cancel();
  expect(searches.isAsked).toBe(false);
  vi.advanceTimersByTime(GRACE);
  expect(workers[0]!.closed).toBe(true);
  expect(found).toEqual([]);
});

test('a fault is told, and the next question finds a new worker', () => {
  ready();
  ask('a');
  workers[0]!.say({ kind: 'failed', message: 'out of memory' });
  expect(failures).toEqual(['out of memory']);
  expect(workers[0]!.closed).toBe(true);
  ask('b');
  workers.at(-1)!.idle();
  expect(boards()).toEqual(['a', 'b']);
});

test('where no worker starts, attempts end, until the next question', () => {
  ask('a');
  for (let index = 0; index < workers.length && index < 20; index += 1) {
    workers[index]!.say({ kind: 'failed', message: 'no memory' });
  }
  const started = workers.length;
  expect(started).toBeLessThanOrEqual(2 * MOST_FAULTS);
  expect(failures).toEqual(['no memory']);
  ask('b');
  expect(workers.length).toBeGreaterThan(started);
});
