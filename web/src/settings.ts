// What a player chose once and keeps: in the browser's storage, where it allows that.

import type { Metric } from './board';

export interface Settings {
  readonly metric: Metric;
  readonly keys: 'tile' | 'blank';
  readonly theme: 'auto' | 'light' | 'dark';
  readonly numbers: boolean;
  readonly speed: number;
  readonly notation: string;
}

export const DEFAULTS: Settings = {
  metric: 'stm',
  keys: 'tile',
  theme: 'auto',
  numbers: true,
  speed: 4,
  notation: 'blank',
};

const KEY = 'taquin';

/** Takes from a stored text what is of the right kind, whatever wrote it. */
export function settingsFrom(text: string | null): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    stored = {};
  }
  const known = Object.entries(DEFAULTS).map(([key, value]) => {
    const kept = (stored as Record<string, unknown> | null)?.[key];
    return [key, typeof kept === typeof value ? kept : value];
  });
  return Object.fromEntries(known) as Settings;
}

export function loadSettings(): Settings {
  try {
    return settingsFrom(localStorage.getItem(KEY));
  } catch {
    return DEFAULTS;
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows forget.
  }
}
