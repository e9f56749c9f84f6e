// The keyboard: arrows and letters move, wherever the focus is not on something that uses the same keys.

import type { Step } from '../board';
import { OPPOSITE } from '../board';

const ARROWS: Readonly<Record<string, Step>> = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };
/** By place on the keyboard, so that they form a cross on every layout. */
const LETTERS: Readonly<Record<string, Step>> = { KeyW: 'u', KeyS: 'd', KeyA: 'l', KeyD: 'r' };

export interface KeyHandlers {
  move(step: Step): void;
  undo(): void;
  redo(): void;
  /** Whether letters count: only while the board has the focus, so that they stay free for other uses. */
  lettersCount(): boolean;
  /** Whether a key names the tile's motion or the blank's. */
  keysMove(): 'tile' | 'blank';
}

export function listenToKeys(handlers: KeyHandlers): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.isComposing || event.altKey || target.closest('input, select, textarea, dialog')) return;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === 'z') (event.shiftKey ? handlers.redo : handlers.undo)();
      else if (key === 'y') handlers.redo();
      else return;
      event.preventDefault();
      return;
    }
    const direction = ARROWS[event.key] ?? (handlers.lettersCount() && !event.shiftKey ? LETTERS[event.code] : undefined);
    // A long text that can be scrolled keeps its arrows.
    if (!direction || target.closest('.move-list')) return;
    event.preventDefault();
    handlers.move(handlers.keysMove() === 'tile' ? OPPOSITE[direction] : direction);
  });
}
