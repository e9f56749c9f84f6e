// Hints, solutions, play-back, the editor, and moving while a search runs.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Step, after, movesOf, textOf } from '../src/board';
import { CLASSIC, DESKTOP, PHONE, VIEWPORTS, open, withBrowser } from './harness';

withBrowser();

const repository = (path: string) => new URL(`../../${path}`, import.meta.url);

/** Lines of a table in data/, without comments. */
function table(path: string): string[][] {
  const lines = readFileSync(repository(path), 'utf8').split('\n');
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
}

const BLANK_FIRST_FOUR = '0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15';
const BLANK_FIRST_FIVE = '0 1 2 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 24';

describe.each(VIEWPORTS)('on a $name', (viewport) => {
  test('hints lead to the goal in as many moves as the first one says', async () => {
    const game = await open(viewport, '#board=2-3-4/1-5-0/7-6-8');
    const { page } = game;
    await page.click('#hint');
    await game.waitForText('to-go', '19');
    expect(await page.getAttribute('#hint', 'aria-pressed')).toBe('true');
    await game.waitForText('live', ', 19 to go');
    await game.shoot(`hint-${viewport.name}`);
    for (let toGo = 19; toGo > 0; toGo -= 1) {
      expect(await game.text('to-go')).toBe(String(toGo));
      const hinted = page.locator('.tile.hint .number');
      expect(await hinted.count()).toBe(1);
      await game.tap(Number(await hinted.textContent()));
    }
    expect(await game.boardText()).toBe(CLASSIC.three);
    expect(await game.text('message')).toContain('Solved with hints: 19 moves');
    await game.close();
  });

  test('a move is said in words, with how many are to go', async () => {
    const game = await open(viewport, '#board=1-2-3/4-0-6/7-5-8');
    const { page } = game;
    await page.click('#hint');
    await game.waitForText('to-go', '2');
    await game.tap(5);
    expect(await game.text('live')).toBe('5 moved up, 1 to go');
    // Off the path the search is renewed; the answer for the old board never shows.
    await game.tap(5);
    await game.tap(4);
    await game.waitForText('to-go', '3');
    await game.close();
  });

  test('a solution is played, scrubbed, and copied in each notation', async () => {
    const game = await open(viewport, '#board=2-3-4/1-5-0/7-6-8');
    const { page } = game;
    const start = await game.board();
    await page.click('#solve');
    await game.waitForText('solution-title', '19 moves, the fewest possible');
    expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
    await page.waitForFunction(() => Number((document.getElementById('scrubber') as HTMLInputElement).value) > 1);
    await page.click('#play');
    const path = await game.solution();
    await page.click('#first');
    expect(await game.boardText()).toBe(textOf(start));
    await page.click('#forward');
    await page.click('#forward');
    expect(await game.boardText()).toBe(textOf(after(start, path.slice(0, 2))!));
    await page.click('#back');
    expect(await game.text('scrubber-text')).toBe('1 / 19');
    await page.locator('#scrubber').fill('12');
    expect(await game.boardText()).toBe(textOf(after(start, path.slice(0, 12))!));
    await game.shoot(`solution-${viewport.name}`);
    await page.click('#last');
    expect(await game.boardText()).toBe(CLASSIC.three);

    const copied = async (notation: string) => {
      await page.selectOption('#notation', notation);
      await page.click('#copy');
      await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text, await game.text('move-list'));
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const flipped: Record<string, string> = { u: 'd', d: 'u', l: 'r', r: 'l' };
    const words: Record<string, string> = { u: 'up', d: 'down', l: 'left', r: 'right' };
    expect(await copied('blank')).toBe(path.join(''));
    expect(await copied('tile')).toBe(path.map((step) => flipped[step]).join(''));
    expect(await copied('words')).toBe(path.map((step) => words[step]).join(' '));
    const numbers = path.map((_, made) => {
      const before = after(start, path.slice(0, made))!;
      return after(before, [path[made]!])!.tiles[before.blank];
    });
    expect(await copied('numbers')).toBe(numbers.join(' '));
    const runs = movesOf(path, 'mtm').map((run) => flipped[run[0]!]!.toUpperCase() + (run.length > 1 ? run.length : ''));
    expect(await copied('slidy')).toBe(runs.join(''));

    await page.click('#solution-close');
    expect(await page.isVisible('#solution')).toBe(false);
    await game.close();
  });

  test('the player leaves the solution: a new one from there', async () => {
    const game = await open(viewport, '#board=2-3-4/1-5-0/7-6-8');
    const { page } = game;
    await page.click('#solve');
    await game.waitForText('solution-title', '19 moves');
    await page.click('#first');
    const next = (await game.solution())[0]!;
    // The blank stands on the right edge of the middle row.
    const off = (['u', 'd', 'l'] as Step[]).find((step) => step !== next)!;
    const here = after(await game.board(), [off])!;
    await page.focus('[role=grid]');
    await page.keyboard.press({ u: 'ArrowDown', d: 'ArrowUp', l: 'ArrowRight', r: 'ArrowLeft' }[off]);
    await page.waitForFunction(() => document.getElementById('scrubber-text')!.textContent!.startsWith('0 /'));
    expect(await game.boardText()).toBe(textOf(here));
    expect(textOf(after(here, await game.solution())!)).toBe(CLASSIC.three);
    await game.close();
  });

  test('the editor shows solvability and reason while typing', async () => {
    const game = await open(viewport);
    const { page } = game;
    await page.click('#edit');
    await page.fill('#edit-text', '1 2 3 4 5 6 8 7 0');
    expect(await game.text('edit-verdict')).toMatch(/^3 × 3\. Unsolvable: the tiles form an odd permutation/);
    await game.shoot(`editor-unsolvable-${viewport.name}`);
    await page.fill('#edit-text', '1 2 3\n4 5 6\n7 7 0');
    expect(await game.text('edit-verdict')).toContain('line 3, column 3');
    expect(await page.isDisabled('#edit-play')).toBe(true);
    expect(await page.getAttribute('#edit-text', 'aria-invalid')).toBe('true');
    await page.fill('#edit-text', '[[1,2,3],[4,5,_]]');
    expect(await game.text('edit-verdict')).toBe('2 × 3. Solvable.');
    await page.fill('#edit-text', Array.from({ length: 11 }, (_, row) => `${row * 2} ${row * 2 + 1}`).join('/'));
    expect(await game.text('edit-verdict')).toContain('from 2 × 2 to 10 × 10');
    await page.fill('#edit-text', '12345678x');
    await page.click('#edit-play');
    expect(await game.boardText()).toBe(CLASSIC.three);
    await game.close();
  });

  test.each(['1 2 3/4 5 6/8 7 0', '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0'])('%s is unsolvable, and the page says why', async (board) => {
    const game = await open(viewport);
    await game.enter(board);
    expect(await game.text('message')).toMatch(/^Unsolvable: .*both parities/);
    expect(await game.page.isDisabled('#solve')).toBe(true);
    expect(await game.page.isDisabled('#hint')).toBe(true);
    await game.expectNoSidewaysScroll();
    await game.close();
  });

  test.each(table('data/korf15.tsv').slice(0, viewport === PHONE ? 3 : 8))('Korf 15-puzzle %s in %s moves', async (_, length, __, tiles) => {
    const game = await open(viewport, '#size=4x4&seed=1&goal=blank-first');
    await game.enter(tiles!);
    expect(await game.playSolution(BLANK_FIRST_FOUR)).toBe(Number(length));
    await game.close();
  });

  test.each(table('data/korf24.tsv').slice(0, viewport === PHONE ? 1 : 2))('Korf 24-puzzle %s, near %s moves', async (_, length, tiles) => {
    const game = await open(viewport, '#size=5x5&seed=1&goal=blank-first');
    await game.enter(tiles!);
    const moves = await game.playSolution(BLANK_FIRST_FIVE);
    expect(moves).toBeGreaterThanOrEqual(Number(length));
    expect(await game.text('solution-title')).toMatch(/^\d+ moves, at least \d+ needed$/);
    await game.shoot(`five-solved-${viewport.name}`);
    await game.close();
  });

  test('moving during a search: the answer is for the board that is there', async () => {
    const game = await open(viewport, '#size=6x6&seed=3');
    const { page } = game;
    const start = await game.board();
    await page.click('#solve');
    const step = (['u', 'l', 'd', 'r'] as Step[]).find((step) => after(start, [step]))!;
    const key = { u: 'ArrowDown', d: 'ArrowUp', l: 'ArrowRight', r: 'ArrowLeft' }[step];
    const back = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' }[step];
    await page.waitForTimeout(700);
    const frames = await page.evaluate(async () => {
      let frames = 0;
      const until = performance.now() + 500;
      while (performance.now() < until) {
        await new Promise(requestAnimationFrame);
        frames += 1;
      }
      return frames;
    });
    expect(frames).toBeGreaterThan(2);
    await page.keyboard.press(key);
    await page.keyboard.press(back);
    await page.keyboard.press(key);
    await page.waitForSelector('#solution:not([hidden])', { timeout: 100_000 });
    await page.click('#first');
    const here = await game.board();
    expect(textOf(here)).toBe(textOf(after(start, [step])!));
    const goal = `${Array.from({ length: 35 }, (_, tile) => tile + 1).join(' ')} 0`;
    expect(after(here, await game.solution())!.tiles.join(' ')).toBe(goal);
    await game.close();
  });

  test('a search can be stopped', async () => {
    const game = await open(viewport, '#size=9x9&seed=3');
    const { page } = game;
    await page.click('#solve');
    await page.waitForSelector('#search:not([hidden])');
    await game.shoot(`searching-${viewport.name}`);
    await page.click('#search-stop');
    expect(await page.isVisible('#search')).toBe(false);
    await page.waitForTimeout(4000);
    expect(await page.isVisible('#solution')).toBe(false);
    await game.close();
  });
});

test('in runs of several tiles the shortest solution is another', async () => {
  const game = await open(DESKTOP, '#board=8-6-7/2-5-4/3-0-1&metric=mtm');
  const { page } = game;
  const start = await game.board();
  await page.click('#solve');
  await game.waitForText('solution-title', '20 moves, the fewest possible');
  const path = await game.solution();
  expect(movesOf(path, 'mtm')).toHaveLength(20);
  expect(textOf(after(start, path)!)).toBe(CLASSIC.three);
  await page.click('#first');
  await page.click('#forward');
  expect(await game.text('moves-mtm')).toBe('1');
  await page.click('#settings');
  await page.selectOption('#metric', 'stm');
  await page.click('#settings-dialog [data-close]');
  expect(page.url()).not.toContain('metric');
  await game.close();
});

test('once loaded, the page needs no network', async () => {
  const game = await open(DESKTOP, '#size=4x4&seed=5');
  const { page } = game;
  await page.context().setOffline(true);
  await page.click('#hint');
  await page.waitForFunction(() => document.getElementById('to-go')!.textContent !== '–');
  // Another size, and a search that is overtaken: workers come and go.
  await page.click('#hint');
  await page.click('#size');
  await page.click('[data-size="6x6"]');
  await page.click('#hint');
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
    await page.waitForTimeout(200);
    await page.keyboard.press(key);
  }
  await page.waitForFunction(() => document.getElementById('to-go')!.textContent !== '–');
  await page.click('#scramble');
  await game.playSolution(`${[0, 1, 2, 3, 4, 5].map((row) => [1, 2, 3, 4, 5, 6].map((tile) => 6 * row + tile).join(' ')).join('/')}`.replace('36', '0'));
  await game.close();
});

test('a good path can be watched while the shortest is looked for', async () => {
  const game = await open(DESKTOP, '#size=8x8&seed=1');
  const { page } = game;
  const start = await game.board();
  await page.click('#solve');
  await page.click('#search-take', { timeout: 100_000 });
  await page.waitForSelector('#solution:not([hidden])');
  await page.click('#first');
  expect(await game.boardText()).toBe(textOf(start));
  expect(after(start, await game.solution())).toBeDefined();
  await game.close();
});

test('the first load is small', () => {
  const dist = new URL('../dist/', import.meta.url);
  const page = readFileSync(new URL('index.html', dist), 'utf8');
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)![1]!;
  const code = readFileSync(new URL(script, dist), 'utf8');
  const assets = new Set([...`${page} ${code}`.matchAll(/[\w-]+\.(?:js|css|wasm)/g)].map(([name]) => name));
  const sizes = new Map<string, number>([['index.html', gzipSync(page).length]]);
  for (const name of assets) {
    try {
      sizes.set(name, gzipSync(readFileSync(new URL(`assets/${name}`, dist)), { level: 9 }).length);
    } catch {
      // A name that is no file of the page.
    }
  }
  const wasm = [...sizes].find(([name]) => name.endsWith('.wasm'))![1];
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  // Page, script, style and library.
  expect(sizes.size).toBe(4);
  expect(wasm).toBeLessThanOrEqual(200 * 1024);
  expect(all).toBeLessThanOrEqual(350 * 1024);
});

