// The dialog of a new game: size and goal.

import { type Size, GREATEST_SIDE, LEAST_SIDE } from '../board';
import { GOALS } from '../link';
import { byId, element, openDialog } from './dom';

export class NewGameDialog {
  readonly #dialog = byId<HTMLDialogElement>('new-dialog');
  readonly #rows = byId<HTMLSelectElement>('rows');
  readonly #cols = byId<HTMLSelectElement>('cols');
  readonly #goal = byId<HTMLSelectElement>('goal');
  readonly #start: (size: Size, goal: string) => void;
  #own: { readonly goal: string; readonly size: Size } | undefined;

  constructor(start: (size: Size, goal: string) => void) {
    this.#start = start;
    for (const select of [this.#rows, this.#cols]) {
      for (let side = LEAST_SIDE; side <= GREATEST_SIDE; side += 1) {
        const option = element('option');
        option.value = option.textContent = String(side);
        select.append(option);
      }
      select.addEventListener('change', () => this.#offerOwn());
    }
    byId('new-start').addEventListener('click', () => {
      this.#begin({ rows: Number(this.#rows.value), cols: Number(this.#cols.value) });
    });
    for (const preset of this.#dialog.querySelectorAll<HTMLElement>('[data-size]')) {
      const [rows, cols] = preset.dataset['size']!.split('x').map(Number);
      preset.addEventListener('click', () => this.#begin({ rows: rows!, cols: cols! }));
    }
  }

  open(size: Size, goal: string): void {
    this.#own = GOALS.includes(goal) ? undefined : { goal, size };
    this.#rows.value = String(size.rows);
    this.#cols.value = String(size.cols);
    this.#goal.value = this.#own ? 'own' : goal;
    this.#offerOwn();
    openDialog(this.#dialog);
  }

  /** Whether an own goal is there and fits the size. */
  #fits(size: Size): boolean {
    return this.#own?.size.rows === size.rows && this.#own.size.cols === size.cols;
  }

  #offerOwn(): void {
    const fits = this.#fits({ rows: Number(this.#rows.value), cols: Number(this.#cols.value) });
    this.#goal.querySelector<HTMLOptionElement>('[value=own]')!.hidden = !fits;
    if (!fits && this.#goal.value === 'own') this.#goal.value = 'classic';
  }

  #begin(size: Size): void {
    this.#dialog.close();
    const own = this.#goal.value === 'own';
    this.#start(size, own ? (this.#fits(size) ? this.#own!.goal : 'classic') : this.#goal.value);
  }
}
