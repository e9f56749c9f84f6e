// The panel of a solution: play-back, scrubber, speed, and the list of moves.

import { type Game, counts, redoStop, undoStop } from '../game';
import { type Notation, writeMoves } from '../library';
import { after } from '../board';
import { byId, copyText, setText } from './dom';

export interface SolutionHandlers {
  seek(made: number): void;
  close(): void;
  /** Moves a second. */
  speed(perSecond: number): void;
  notation(notation: Notation): void;
  say(text: string): void;
}

export class SolutionView {
  readonly #panel = byId('solution');
  readonly #title = byId('solution-title');
  readonly #scrubber = byId<HTMLInputElement>('scrubber');
  readonly #place = byId<HTMLOutputElement>('scrubber-text');
  readonly #play = byId<HTMLButtonElement>('play');
  readonly #speed = byId<HTMLSelectElement>('speed');
  readonly #notation = byId<HTMLSelectElement>('notation');
  readonly #list = byId('move-list');
  readonly #handlers: SolutionHandlers;
  #game: Game | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the list was written for. */
  #written = '';

  constructor(handlers: SolutionHandlers) {
    this.#handlers = handlers;
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    on('first', () => this.#jump((game, { from }) => (game ? from : undefined)));
    on('last', () => this.#jump((_, { to }) => to));
    on('back', () => this.#jump((game, { from }) => Math.max(from, undoStop(game) ?? from)));
    on('forward', () => this.#jump((game) => redoStop(game)));
    on('play', () => (this.isPlaying ? this.pause() : this.play()));
    on('solution-close', () => handlers.close());
    on('copy', () => void this.#copy());
    this.#scrubber.addEventListener('input', () => {
      this.#jump((game, { from }) => {
        // Stops are where a move ends.
        const aim = from + Number(this.#scrubber.value);
        return game.stops.findLast((stop) => stop <= aim && stop >= from) ?? from;
      });
    });
    this.#speed.addEventListener('change', () => handlers.speed(Number(this.#speed.value)));
    this.#notation.addEventListener('change', () => handlers.notation(this.#notation.value as Notation));
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  /** Plays on from here, from the start if the end is reached. */
  play(): void {
    const [game, part] = [this.#game, this.#game?.solution];
    if (!game || !part || part.from === part.to) return;
    if (game.made >= part.to) this.#handlers.seek(part.from);
    this.#timer = setTimeout(() => this.#tick(), this.#interval);
    this.#show();
  }

  /** Brings the controls into view. */
  reveal(behavior: ScrollBehavior): void {
    this.#scrubber.scrollIntoView({ block: 'nearest', behavior });
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show();
  }

  render(game: Game, title: string, speed: number, notation: Notation): void {
    this.#game = game;
    this.#panel.hidden = game.solution === null;
    this.#speed.value = String(speed);
    this.#notation.value = notation;
    setText(this.#title, title);
    if (!game.solution) {
      if (this.isPlaying) this.pause();
      this.#written = '';
      return;
    }
    const { from, to } = game.solution;
    const made = Math.max(0, Math.min(to, game.made) - from);
    this.#scrubber.max = String(to - from);
    this.#scrubber.value = String(made);
    setText(this.#place, `${made} / ${to - from}`);
    this.#scrubber.setAttribute('aria-valuetext', `${made} of ${to - from} tiles moved`);
    if (this.isPlaying && game.made >= to) this.pause();
    this.#write(game, from, notation);
    this.#show();
  }

  get #interval(): number {
    return 1000 / Math.max(0.1, Number(this.#speed.value));
  }

  #tick(): void {
    const game = this.#game;
    const next = game && redoStop(game);
    if (next === undefined) return this.pause();
    this.#timer = setTimeout(() => this.#tick(), this.#interval);
    this.#handlers.seek(next);
  }

  #jump(to: (game: Game, part: { from: number; to: number }) => number | undefined): void {
    const game = this.#game;
    if (!game?.solution) return;
    this.pause();
    const made = to(game, game.solution);
    if (made !== undefined) this.#handlers.seek(made);
  }

  #show(): void {
    const label = this.isPlaying ? 'Pause' : 'Play';
    this.#play.setAttribute('aria-label', label);
    this.#play.title = label;
    byId('play-icon').setAttribute('href', this.isPlaying ? '#i-pause' : '#i-play');
  }

  #write(game: Game, from: number, notation: Notation): void {
    const part = game.solution;
    const start = after(game.start, game.steps.slice(0, from));
    if (!part || !start) return;
    const path = game.steps.slice(from, part.to);
    const key = `${notation} ${from} ${path.join('')}`;
    if (key === this.#written) return;
    this.#written = key;
    setText(this.#list, writeMoves(start, path, notation) || 'Nothing to move.');
  }

  async #copy(): Promise<void> {
    const copied = await copyText(this.#list.textContent ?? '');
    this.#handlers.say(copied ? 'Moves copied.' : 'This browser does not let the page copy: select the moves instead.');
  }
}

/** Both counts of a game, for the status line. */
export function countsInDigits(game: Game): { stm: string; mtm: string } {
  const { stm, mtm } = counts(game);
  return { stm: String(stm), mtm: String(mtm) };
}
