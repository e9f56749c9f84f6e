// How far a search is, and what can be done about it.

import type { Known } from '../follow';
import { lengthInWords } from '../words';
import { byId, setText } from './dom';

/** Most searches are over before anybody could read this. */
const PATIENCE = 400;

export class SearchView {
  readonly #panel = byId('search');
  readonly #text = byId('search-text');
  readonly #bar = byId<HTMLProgressElement>('search-progress');
  readonly #take = byId<HTMLButtonElement>('search-take');
  readonly #stop = byId<HTMLButtonElement>('search-stop');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: { take(): void; stop(): void }) {
    this.#take.addEventListener('click', handlers.take);
    this.#stop.addEventListener('click', handlers.stop);
  }

  render(known: Known): void {
    if (known.kind !== 'searching') {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#panel.hidden = true;
      return;
    }
    this.#timer ??= setTimeout(() => (this.#panel.hidden = false), PATIENCE);
    const { progress, rest } = known;
    const focused = document.activeElement === this.#take;
    this.#take.hidden = rest === null;
    if (focused && this.#take.hidden) this.#stop.focus();
    setText(this.#text, rest ? `Found ${lengthInWords(rest.moves, rest.atLeast)}. Looking for a shorter way …` : words(known));
    if (progress?.fraction === undefined) this.#bar.removeAttribute('value');
    else this.#bar.value = progress.fraction;
  }
}

function words(known: Known & { kind: 'searching' }): string {
  const { progress } = known;
  if (progress?.bound !== undefined && progress.bound > 0) return `Searching … at least ${progress.bound} moves`;
  return progress?.fraction === undefined ? 'Searching …' : 'Preparing tables …';
}
