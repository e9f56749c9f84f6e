// The page's side of the workers: one question at a time, the newest.
//
// Why is a search cancelled by closing its worker? A worker on one thread hears no message while it computes. A flag in shared memory
// needs headers (COOP, COEP) that static hosts do not send. Searching in slices gives up either the answer's speed (iterations begun
// anew) or the cancel's (slices as long as the last iteration).
//
// Why two workers? Closing one alone would cost 0.8 s of tables at the next question. So both hold the tables of the problem. A question
// that a newer one overtakes gets 60 ms of grace, in which most searches end by themselves. Then its worker is closed, the spare one
// takes over at once, and a new spare builds tables behind it. If the spare is not ready yet, the worker that is first serves. The run
// tables of multi-tile moves (118 MB, 8 s) are built in one worker alone, on first need, after a first path is shown.

import { type Finding, type FromWorker, type Problem, type Progress, type Question, type ToWorker, isHeavy, sameProblem } from './protocol';

/** A worker as this module needs it. */
export interface Port {
  post(message: ToWorker): void;
  close(): void;
}

export interface Handlers {
  progress(progress: Progress): void;
  found(finding: Finding, final: boolean): void;
  failed(message: string): void;
}

/** How long a search that is no longer wanted may go on before its worker is closed, in milliseconds. */
export const GRACE = 60;

/** Failures of workers in a row after which no further one is started: where none starts, none would at the next attempt. */
export const MOST_FAULTS = 3;

interface Seat {
  readonly port: Port;
  /** Whether it has not yet answered the last message. */
  busy: boolean;
  /** The problem whose tables it has. */
  problem: Problem | null;
}

interface Asked {
  readonly id: number;
  readonly question: Question;
  readonly handlers: Handlers;
}

export class Searches {
  readonly #spawn: (hear: (message: FromWorker) => void) => Port;
  #front: Seat;
  #spare: Seat | null = null;
  /** What the front works on, if it is a question. */
  #current: Asked | null = null;
  /** The problem whose tables the front was told to build, if it works on no question. */
  #building: Problem | null = null;
  /** What is asked but not yet sent. */
  #waiting: Asked | null = null;
  /** The tables that should be ready. */
  #wanted: Problem | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #graceOver = false;
  #id = 0;
  /** Workers that failed in a row. */
  #faults = 0;
  /** Whether that is the greatest number: then another worker is started for a new question only. */
  #broken = false;

  constructor(spawn: (hear: (message: FromWorker) => void) => Port) {
    this.#spawn = spawn;
    this.#front = this.#seat();
  }

  /** Has the tables of a problem built ahead, unless they are heavy. */
  prepare(problem: Problem): void {
    this.#wanted = problem;
    this.#goOn();
  }

  /** Asks a question; whatever was asked before is cancelled. */
  ask(question: Question, handlers: Handlers): void {
    this.#id += 1;
    if (this.#broken) {
      this.#broken = false;
      this.#faults = 0;
      this.#front = this.#seat();
    }
    this.#wanted = question.problem;
    this.#waiting = { id: this.#id, question, handlers };
    this.#goOn();
  }

  /** Nothing is asked any more. */
  cancel(): void {
    this.#id += 1;
    this.#waiting = null;
    this.#goOn();
  }

  /** Whether an answer is on its way. */
  get isAsked(): boolean {
    return this.#waiting !== null || this.#current?.id === this.#id;
  }

  #seat(): Seat {
    const seat: Seat = { port: this.#spawn((message) => this.#hear(seat, message)), busy: true, problem: null };
    return seat;
  }

  #hear(seat: Seat, message: FromWorker): void {
    switch (message.kind) {
      case 'idle':
        seat.busy = false;
        seat.problem = message.problem;
        this.#faults = 0;
        if (seat === this.#front) this.#current = null;
        break;
      case 'prepared':
        seat.problem = message.problem;
        break;
      case 'failed':
        this.#replace(seat, message.message);
        break;
      default: {
        const asked = this.#current;
        if (seat !== this.#front || asked?.id !== message.id || message.id !== this.#id) return;
        if (message.kind === 'progress') asked.handlers.progress(message.progress);
        else asked.handlers.found(message.finding, message.final);
        return;
      }
    }
    this.#goOn();
  }

  /** A fault ends a worker, and with it the question. */
  #replace(seat: Seat, message: string): void {
    seat.port.close();
    this.#faults += 1;
    if (seat === this.#spare) {
      this.#spare = null;
      return;
    }
    const asked = this.#waiting ?? this.#current;
    this.#current = null;
    this.#waiting = null;
    this.#building = null;
    this.#wanted = null;
    if (this.#faults < MOST_FAULTS) this.#front = this.#seat();
    else this.#broken = true;
    if (asked?.id === this.#id) asked.handlers.failed(message);
  }

  /** Does what can be done now. */
  #goOn(): void {
    const unwanted = this.#current !== null && this.#current.id !== this.#id;
    const inTheWay = this.#front.busy && (unwanted || (this.#waiting !== null && this.#current === null));
    if (inTheWay) {
      if (this.#graceOver && this.#takeOver()) return this.#goOn();
      this.#startGrace();
    } else {
      this.#endGrace();
    }
    if (!this.#front.busy) this.#send();
    this.#keepSpare();
  }

  #startGrace(): void {
    if (this.#grace !== undefined || this.#graceOver) return;
    this.#grace = setTimeout(() => {
      this.#grace = undefined;
      this.#graceOver = true;
      this.#goOn();
    }, GRACE);
  }

  #endGrace(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#graceOver = false;
  }

  /** Puts the spare worker in front, unless the front one is sooner done. */
  #takeOver(): boolean {
    const spare = this.#spare;
    if (!spare || spare.busy) return false;
    const aim = this.#current?.question.problem ?? this.#building;
    const frontIsNear = sameProblem(this.#front.problem, this.#wanted) || sameProblem(aim, this.#wanted);
    if (frontIsNear && !sameProblem(spare.problem, this.#wanted)) return false;
    this.#front.port.close();
    this.#front = spare;
    this.#spare = null;
    this.#current = null;
    this.#building = null;
    this.#endGrace();
    return true;
  }

  #send(): void {
    const front = this.#front;
    this.#building = null;
    if (this.#waiting) {
      this.#current = this.#waiting;
      this.#waiting = null;
      front.busy = true;
      front.port.post({ kind: 'solve', id: this.#current.id, question: this.#current.question });
    } else if (this.#wanted && !isHeavy(this.#wanted) && !sameProblem(front.problem, this.#wanted)) {
      this.#building = this.#wanted;
      front.busy = true;
      front.port.post({ kind: 'prepare', problem: this.#wanted });
    }
  }

  /** The spare gets its tables when the front has them, so that the two do not compete. */
  #keepSpare(): void {
    if (!this.#wanted || this.#faults >= MOST_FAULTS) return;
    this.#spare ??= this.#seat();
    const spare = this.#spare;
    const frontIsReady = sameProblem(this.#front.problem, this.#wanted);
    if (!spare.busy && frontIsReady && !isHeavy(this.#wanted) && !sameProblem(spare.problem, this.#wanted)) {
      spare.busy = true;
      spare.port.post({ kind: 'prepare', problem: this.#wanted });
    }
  }
}
