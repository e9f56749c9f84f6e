// Short names for what every view does with the document.

/** The element with an id, of a kind. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as E;
}

/** Sets text only where it changes, so that nothing is laid out or read out anew. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

/** Unlike `disabled`, this leaves the focus on a button that has it. Who listens to its clicks asks `isDisabled`. */
export function setDisabled(button: HTMLElement, disabled: boolean): void {
  button.setAttribute('aria-disabled', String(disabled));
}

export function isDisabled(button: HTMLElement): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}

/** Moves the focus from an element that has gone out of sight: within its dialog, else to `next`. */
export function keepFocus(focused: Element | null, next: HTMLElement): void {
  if (!focused || focused === document.body || focused.getClientRects().length > 0) return;
  (focused.closest('dialog[open]')?.querySelector<HTMLElement>('[data-close]') ?? next).focus();
}

/** Opens a dialog whose `data-close` buttons, and a click beside it, close it. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (!dialog.dataset['ready']) {
    dialog.dataset['ready'] = 'yes';
    dialog.addEventListener('click', (event) => {
      const target = event.target as HTMLElement;
      if (target === dialog || target.closest('[data-close]')) dialog.close();
    });
  }
  dialog.showModal();
}

/** Puts text on the clipboard; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
