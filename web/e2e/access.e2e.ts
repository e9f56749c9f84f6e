// For everyone: keyboard alone, assistive technology, contrast, reduced motion.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { CLASSIC, DESKTOP, LANDSCAPE, PHONE, type Table, VIEWPORTS, open, withBrowser } from './harness';

withBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings that keep somebody out: serious and critical ones, as axe-core ranks them. */
async function findings(game: Table): Promise<string[]> {
  const { page } = game;
  // As a value, not as a script element, which the page's policy would refuse.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    interface Found {
      readonly violations: { readonly id: string; readonly impact: string; readonly nodes: { readonly html: string; readonly failureSummary: string }[] }[];
    }
    const axe = (window as unknown as { axe: { run(): Promise<Found> } }).axe;
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
  });
}

describe.each(VIEWPORTS)('on a $name', (viewport) => {
  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    test('axe-core finds nothing serious on the game, its solution and its dialogs', async () => {
      const game = await open(viewport, '#board=2-3-4/1-5-0/7-6-8', { colorScheme });
      const { page } = game;
      expect(await findings(game)).toEqual([]);
      await page.click('#hint');
      await game.waitForText('to-go', '19');
      await page.click('#solve');
      await game.waitForText('solution-title', '19 moves');
      await page.click('#play');
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      expect(await findings(game)).toEqual([]);
      await game.shoot(`access-${viewport.name}-${colorScheme}`);
      for (const [button, name] of [['#edit', 'edit'], ['#size', 'new'], ['#settings', 'settings']] as const) {
        await page.click(button);
        expect(await findings(game)).toEqual([]);
        await game.shoot(`dialog-${name}-${viewport.name}-${colorScheme}`);
        await page.keyboard.press('Escape');
      }
      await page.click('#last');
      expect(await findings(game)).toEqual([]);
      await game.enter('1 2 3/4 5 6/8 7 0');
      expect(await findings(game)).toEqual([]);
      await game.close();
    });
  });

  test('by keyboard alone: a new game, a hint, a move, the solution to its end, another board', async () => {
    const game = await open(viewport, '#size=4x4&seed=2');
    const { page } = game;
    /** Goes on by Tab until an element has the focus, which must be seen. */
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((selector) => document.activeElement!.matches(selector), selector)) {
          const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
          expect(outline).not.toBe('none');
          return;
        }
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await tabTo('#size');
    await page.keyboard.press('Enter');
    await tabTo('[data-size="3x3"]');
    await page.keyboard.press('Enter');
    expect((await game.board()).tiles).toHaveLength(9);
    expect(await page.evaluate(() => document.activeElement!.getAttribute('role'))).toBe('grid');
    const before = await game.boardText();
    // At an edge one of them moves nothing.
    await page.keyboard.press('ArrowLeft');
    if ((await game.boardText()) === before) await page.keyboard.press('ArrowRight');
    expect(await game.boardText()).not.toBe(before);
    expect(await game.text('live')).toMatch(/^\d moved (left|right)/);
    await page.keyboard.press('Control+z');
    expect(await game.boardText()).toBe(before);
    await tabTo('#hint');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.getElementById('live')!.textContent!.startsWith('Hint: '));
    await tabTo('#solve');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#solution:not([hidden])');
    await tabTo('#scrubber');
    await page.keyboard.press('End');
    await game.waitForText('message', 'Solved.');
    expect(await game.boardText()).toBe(CLASSIC.three);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await tabTo('#edit, #solution-close');
    if (await page.evaluate(() => document.activeElement!.id === 'solution-close')) {
      await page.keyboard.press('Shift+Tab');
      expect(await page.evaluate(() => document.activeElement!.id)).toBe('edit');
    }
    await page.keyboard.press('Enter');
    await page.keyboard.type('1 2 3/4 5 6/7 0 8');
    await tabTo('#edit-play');
    await page.keyboard.press('Enter');
    await page.keyboard.press('a');
    await game.waitForText('message', 'You solved it: 1 move');
    await game.close();
  });
});

test('the grid names its cells and points at the blank', async () => {
  const game = await open(DESKTOP, '#board=1-2-3/4-5-6/7-0-8');
  const { page } = game;
  const grid = page.locator('[role=grid]');
  expect(await grid.getAttribute('aria-label')).toBe('Board of 3 rows and 3 columns');
  expect(await grid.getAttribute('aria-activedescendant')).toBe('cell-7');
  expect(await grid.locator('[role=row]').count()).toBe(3);
  expect(await page.getAttribute('#cell-8', 'aria-label')).toBe('8');
  // Assistive technology clicks a cell without a pointer.
  await page.evaluate(() => document.getElementById('cell-8')!.click());
  expect(await page.getAttribute('#cell-8', 'aria-label')).toBe('blank');
  expect(await grid.getAttribute('aria-activedescendant')).toBe('cell-8');
  await game.close();
});

test('where motion is to be reduced, tiles do not glide and nothing plays by itself', async () => {
  const game = await open(DESKTOP, '#board=2-3-4/1-5-0/7-6-8', { reducedMotion: 'reduce' });
  const { page } = game;
  expect(await page.locator('.tile').first().evaluate((tile) => getComputedStyle(tile).transitionProperty)).toBe('none');
  await page.click('#solve');
  await game.waitForText('solution-title', '19 moves');
  await page.waitForTimeout(1500);
  expect(await game.text('scrubber-text')).toBe('0 / 19');
  await game.close();
});

test('the focus stays in sight when a button has nothing more to do or goes away', async () => {
  const game = await open(DESKTOP, '#board=1-2-3/4-5-6/0-7-8');
  const { page } = game;
  const focused = () => page.evaluate(() => document.activeElement!.id);
  await page.focus('[role=grid]');
  await page.keyboard.press('ArrowLeft');
  await page.focus('#restart');
  await page.keyboard.press('Enter');
  expect(await page.getAttribute('#restart', 'aria-disabled')).toBe('true');
  expect(await focused()).toBe('restart');
  await page.focus('#solve');
  await page.keyboard.press('Enter');
  await game.waitForText('message', 'Solved.');
  expect(await page.getAttribute('#solve', 'aria-disabled')).toBe('true');
  expect(await focused()).toBe('solve');
  await page.keyboard.press('Enter');
  expect(await game.boardText()).toBe(CLASSIC.three);
  await page.focus('#solution-close');
  await page.keyboard.press('Enter');
  expect(await page.isVisible('#solution')).toBe(false);
  expect(await focused()).toBe('solve');
  await game.close();
});

test('watching a path moves the focus to its controls', async () => {
  const game = await open(DESKTOP, '#size=8x8&seed=1');
  const { page } = game;
  await page.click('#solve');
  await page.waitForSelector('#search-take:not([hidden])', { timeout: 100_000 });
  await page.focus('#search-take');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#solution:not([hidden])');
  await page.waitForSelector('#search', { state: 'hidden', timeout: 100_000 });
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('play');
  await game.close();
});

test('taking back and making again are read out, and so is what cannot be solved', async () => {
  const game = await open(DESKTOP, '#board=1-2-3/4-5-6/0-7-8');
  const { page } = game;
  await page.click('#hint');
  await game.waitForText('live', '2 to go');
  await page.focus('[role=grid]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+z');
  expect(await game.text('live')).toBe('7 moved right, 2 to go');
  await page.keyboard.press('Control+y');
  expect(await game.text('live')).toBe('7 moved left, 1 to go');
  await page.keyboard.press('ArrowLeft');
  expect(await game.text('live')).toContain('8 moved left. Solved with hints');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+z');
  expect(await game.text('live')).toBe('8 moved left. Back on the solved board.');
  await game.enter('1 2 3/4 5 6/8 7 0');
  expect(await game.text('live')).toContain('Unsolvable: ');
  await page.keyboard.press('ArrowRight');
  expect(await game.text('message')).toContain('Unsolvable: ');
  await page.click('#restart');
  expect(await game.text('live')).toContain('Back to the start. Unsolvable: ');
  await game.close();
});

test.each([
  { viewport: PHONE, reducedMotion: 'reduce' },
  { viewport: PHONE, reducedMotion: 'no-preference' },
  { viewport: LANDSCAPE, reducedMotion: 'no-preference' },
] as const)('the controls of a solution come into view on a $viewport.name, motion: $reducedMotion', async ({ viewport, reducedMotion }) => {
  const game = await open(viewport, '#board=2-3-4/1-5-0/7-6-8', { reducedMotion });
  const { page } = game;
  await page.click('#solve');
  await page.waitForSelector('#solution:not([hidden])', { timeout: 100_000 });
  await page.waitForFunction(() =>
    // Half a pixel may be lost where the page stops scrolling.
    ['board', 'play', 'scrubber'].every((id) => {
      const { top, bottom } = document.getElementById(id)!.getBoundingClientRect();
      return top >= -0.5 && bottom <= innerHeight + 0.5;
    }),
  );
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await game.shoot(`solution-${viewport.name}-${reducedMotion}`);
  await game.close();
});

test('letters are free for other uses while the board has no focus', async () => {
  const game = await open(DESKTOP, '#board=1-2-3/4-5-6/7-0-8');
  const { page } = game;
  await page.focus('#scramble');
  await page.keyboard.press('a');
  expect(await game.boardText()).toBe('1 2 3/4 5 6/7 0 8');
  await page.keyboard.press('ArrowLeft');
  expect(await game.boardText()).toBe(CLASSIC.three);
  await game.close();
});
