// The dialog of settings.

import type { Settings } from '../settings';
import { byId, openDialog } from './dom';

export interface SettingsHandlers {
  set(part: Partial<Settings>): void;
  picture(file: Blob): void;
  removePicture(): void;
}

export class SettingsDialog {
  readonly #dialog = byId<HTMLDialogElement>('settings-dialog');
  readonly #metric = byId<HTMLSelectElement>('metric');
  readonly #keys = byId<HTMLSelectElement>('keys');
  readonly #theme = byId<HTMLSelectElement>('theme');
  readonly #numbers = byId<HTMLInputElement>('numbers');
  readonly #file = byId<HTMLInputElement>('picture');
  readonly #pictureError = byId('picture-error');
  readonly #remove = byId<HTMLButtonElement>('picture-remove');

  constructor(settings: Settings, handlers: SettingsHandlers) {
    this.render(settings, false);
    const on = (element: HTMLElement, part: () => Partial<Settings>) =>
      element.addEventListener('change', () => handlers.set(part()));
    on(this.#metric, () => ({ metric: this.#metric.value as Settings['metric'] }));
    on(this.#keys, () => ({ keys: this.#keys.value as Settings['keys'] }));
    on(this.#theme, () => ({ theme: this.#theme.value as Settings['theme'] }));
    on(this.#numbers, () => ({ numbers: this.#numbers.checked }));
    this.#file.addEventListener('change', () => {
      const file = this.#file.files?.[0];
      this.refusePicture('');
      if (file) handlers.picture(file);
      this.#file.value = '';
    });
    this.#remove.addEventListener('click', () => {
      this.refusePicture('');
      handlers.removePicture();
    });
  }

  open(): void {
    this.refusePicture('');
    openDialog(this.#dialog);
  }

  /** Says in the dialog, which hides the rest of the page, what is wrong with a picture. */
  refusePicture(why: string): void {
    this.#pictureError.textContent = why;
  }

  render(settings: Settings, pictured: boolean): void {
    this.#metric.value = settings.metric;
    this.#keys.value = settings.keys;
    this.#theme.value = settings.theme;
    this.#numbers.checked = settings.numbers;
    this.#remove.hidden = !pictured;
  }
}
