import { expect, test } from 'vitest';
import { DEFAULTS, settingsFrom } from '../src/settings';

test('what is stored is kept where it is of the right kind', () => {
  expect(settingsFrom(JSON.stringify({ ...DEFAULTS, theme: 'dark', speed: 8 }))).toEqual({ ...DEFAULTS, theme: 'dark', speed: 8 });
  expect(settingsFrom(JSON.stringify({ speed: 'fast', numbers: false, other: 1 }))).toEqual({ ...DEFAULTS, numbers: false });
});

test.each([null, '', '{', 'null', '[]', '7'])('%s gives the defaults', (text) => {
  expect(settingsFrom(text)).toEqual(DEFAULTS);
});
