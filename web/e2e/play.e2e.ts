// Playing: every way to move, the counts, the time, sizes, scrambles, links, settings and the picture.

import { describe, expect, test } from 'vitest';
import { CLASSIC, LANDSCAPE, PHONE, VIEWPORTS, open, withBrowser } from './harness';

withBrowser();

const NEAR_DONE = '#board=1-2-3/4-5-6/0-7-8';

describe.each(VIEWPORTS)('on a $name', (viewport) => {
  test('a tap moves a tile or a whole run; undo, redo, restart; both counts; the time', async () => {
    const table = await open(viewport, '#board=1-2-3-4/5-6-7-8/9-10-11-12/0-13-14-15');
    const { page } = table;
    expect(await table.text('time')).toBe('0:00');
    await table.tap(14);
    expect(await table.boardText()).toBe('1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15');
    expect([await table.text('moves-stm'), await table.text('moves-mtm')]).toEqual(['2', '1']);
    expect(await table.text('live')).toBe('13 and 14 moved left');
    await table.tap(1);
    expect(await table.text('moves-stm')).toBe('2');
    await page.click('#undo');
    expect(await table.boardText()).toBe('1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15');
    await page.click('#redo');
    await table.tap(11);
    expect([await table.text('moves-stm'), await table.text('moves-mtm')]).toEqual(['3', '2']);
    await page.waitForFunction(() => document.getElementById('time')!.textContent !== '0:00');
    await page.click('#restart');
    expect(await table.boardText()).toBe('1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15');
    expect(await table.text('time')).toBe('0:00');
    await table.tap(15);
    await table.waitForText('message', 'You solved it: 3 moves in 0:00.');
    await page.waitForTimeout(1200);
    expect(await table.text('time')).toBe('0:00');
    await table.shoot(`solved-${viewport.name}`);
    await table.close();
  });

  test('a run is dragged at once, and springs back if let go early', async () => {
    const table = await open(viewport, NEAR_DONE);
    const { page } = table;
    const { x, y, side } = await table.middle(8);
    const drag = async (far: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - (side * far) / 2, y, { steps: 4 });
      // Rest, so that it is no flick.
      await page.waitForTimeout(300);
      await page.mouse.move(x - side * far, y, { steps: 4 });
      await page.waitForTimeout(300);
      const held = await page.locator('.tile.held').count();
      await page.mouse.up();
      return held;
    };
    expect(await drag(0.2)).toBe(2);
    expect(await table.boardText()).toBe('1 2 3/4 5 6/0 7 8');
    expect(await drag(0.8)).toBe(2);
    expect(await table.boardText()).toBe(CLASSIC.three);
    expect(await table.text('moves-mtm')).toBe('1');
    await table.close();
  });

  test.each([
    ['the tile', 'tile', 'ArrowLeft', 'KeyA'],
    ['the blank', 'blank', 'ArrowRight', 'KeyD'],
  ])('arrows and letters move %s', async (_, keys, arrow, letter) => {
    const table = await open(viewport, NEAR_DONE);
    const { page } = table;
    await page.click('#settings');
    await page.selectOption('#keys', keys);
    await page.click('#settings-dialog [data-close]');
    await page.focus('[role=grid]');
    await page.keyboard.press(arrow);
    expect(await table.boardText()).toBe('1 2 3/4 5 6/7 0 8');
    await page.keyboard.press('Control+z');
    expect(await table.boardText()).toBe('1 2 3/4 5 6/0 7 8');
    await page.keyboard.press('Control+y');
    await page.keyboard.press(letter);
    expect(await table.boardText()).toBe(CLASSIC.three);
    await table.close();
  });

  test.each([
    [2, 2],
    [10, 10],
    [3, 5],
    [6, 2],
  ])('%i × %i fits and is played', async (rows, cols) => {
    const table = await open(viewport);
    const { page } = table;
    await page.click('#size');
    await page.selectOption('#rows', String(rows));
    await page.selectOption('#cols', String(cols));
    await page.click('#new-start');
    const board = await table.board();
    expect([board.rows, board.cols]).toEqual([rows, cols]);
    await table.expectNoSidewaysScroll();
    const inLine = board.tiles.find((tile, cell) => tile !== 0 && cell % cols === board.blank % cols)!;
    await table.tap(inLine);
    expect(Number(await table.text('moves-stm'))).toBeGreaterThan(0);
    await table.shoot(`size-${rows}x${cols}-${viewport.name}`);
    await table.close();
  });

  test('a scramble is in the link, and the link brings it back', async () => {
    const table = await open(viewport, '#size=4x4&seed=7');
    const { page } = table;
    const first = await table.boardText();
    await page.click('#scramble');
    const second = await table.boardText();
    expect(second).not.toBe(first);
    const link = page.url();
    expect(link).toMatch(/#size=4x4&seed=\d+$/);
    await page.reload();
    await page.waitForSelector('html[data-state=ready]');
    expect(await table.boardText()).toBe(second);
    await page.evaluate(() => (location.hash = '#size=4x4&seed=7'));
    await page.waitForFunction((text) => document.querySelector('#cell-0')!.getAttribute('aria-label') === text, first.split(' ')[0]!);
    expect(await table.boardText()).toBe(first);
    await table.close();
  });

  test('a link to the board at hand is copied', async () => {
    const table = await open(viewport, NEAR_DONE);
    const { page } = table;
    await table.tap(7);
    await page.click('#share');
    await table.waitForText('message', 'copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#board=1-2-3\/4-5-6\/7-0-8$/);
    await table.close();
  });

  test('a bad link says what is wrong', async () => {
    const table = await open(viewport, '#board=1-2-3/4-5-6/7-7-0');
    expect(await table.text('message')).toContain('tile 7 stands twice');
    expect((await table.board()).tiles).toHaveLength(16);
    await table.close();
  });

  test('goals: snail, blank first, and one of our own', async () => {
    const table = await open(viewport, '#board=1-2-3/8-4-0/7-6-5&goal=snail');
    const { page } = table;
    await table.tap(4);
    await table.waitForText('message', 'You solved it');
    await page.click('#size');
    await page.selectOption('#goal', 'blank-first');
    await page.click('#new-dialog [data-size="3x3"]');
    expect(page.url()).toContain('goal=blank-first');
    await page.click('#edit');
    await page.fill('#edit-text', '8 7 6/5 4 3/2 1 0');
    await page.click('#edit-goal');
    expect(page.url()).toContain('goal=8-7-6/5-4-3/2-1-0');
    await table.enter('8 7 6/5 4 3/2 0 1');
    await table.tap(1);
    await table.waitForText('message', 'You solved it');
    await table.close();
  });

  test('light and dark, by choice and kept', async () => {
    const table = await open(viewport, NEAR_DONE);
    const { page } = table;
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await page.click('#settings');
    await page.selectOption('#theme', 'dark');
    await table.shoot(`settings-dark-${viewport.name}`);
    await page.click('#settings-dialog [data-close]');
    const dark = await colour();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.waitForSelector('html[data-state=ready]');
    expect(await colour()).toBe(dark);
    await table.shoot(`dark-${viewport.name}`);
    await table.close();
  });

  test('a photo on the tiles, with and without numbers', async () => {
    const table = await open(viewport, '#board=1-2-3/4-5-6/7-0-8');
    const { page } = table;
    const photo = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [300, 200];
      const brush = canvas.getContext('2d')!;
      const sky = brush.createLinearGradient(0, 0, 300, 200);
      sky.addColorStop(0, '#f7b267');
      sky.addColorStop(0.5, '#f25c54');
      sky.addColorStop(1, '#3d348b');
      brush.fillStyle = sky;
      brush.fillRect(0, 0, 300, 200);
      brush.fillStyle = '#fff3';
      for (let x = 0; x < 300; x += 30) brush.fillRect(x, 0, 8, 200);
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    await page.click('#settings');
    await page.setInputFiles('#picture', { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(photo, 'base64') });
    await page.waitForSelector('.board.pictured');
    await page.click('#settings-dialog [data-close]');
    const face = page.locator('.tile:not(.blank) .face').first();
    expect(await face.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('blob:');
    expect(await page.locator('.number').first().isVisible()).toBe(true);
    await table.shoot(`picture-${viewport.name}`);
    await page.click('#settings');
    await page.click('#numbers');
    await page.click('#settings-dialog [data-close]');
    expect(await page.locator('.number').first().isVisible()).toBe(false);
    await table.tap(8);
    await table.waitForText('message', 'You solved it');
    await table.shoot(`picture-solved-${viewport.name}`);
    await page.click('#settings');
    await page.click('#picture-remove');
    expect(await page.evaluate(() => document.activeElement!.matches('#settings-dialog [data-close]'))).toBe(true);
    expect(await page.locator('.board.pictured').count()).toBe(0);
    await table.close();
  });
});

test('a file that is no picture is refused', async () => {
  const table = await open(PHONE, NEAR_DONE);
  await table.page.click('#settings');
  await table.page.setInputFiles('#picture', { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await table.waitForText('picture-error', 'no picture');
  expect(await table.page.locator('#settings-dialog [role=alert]').isVisible()).toBe(true);
  await table.page.click('#settings-dialog [data-close]');
  await table.page.click('#settings');
  expect(await table.text('picture-error')).toBe('');
  await table.close();
});

test('a move by key ends a drag', async () => {
  const table = await open(PHONE, '#board=1-2-3/4-0-5/6-7-8');
  const { page } = table;
  const { x, y, side } = await table.middle(5);
  await page.focus('[role=grid]');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - side * 0.8, y, { steps: 4 });
  expect(await page.locator('.tile.held').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.tile.held').count()).toBe(0);
  await page.mouse.move(x - side, y, { steps: 4 });
  await page.mouse.up();
  expect(await table.boardText()).toBe('1 0 3/4 2 5/6 7 8');
  await table.close();
});

test('a bad link leaves the game and the history as they are', async () => {
  const table = await open(PHONE, NEAR_DONE);
  const { page } = table;
  await table.tap(7);
  const url = page.url();
  const bad = `${url.split('#')[0]}#board=1-2/3-0&goal=foo`;
  await page.evaluate((url) => (location.href = url), bad);
  await table.waitForText('message', 'goal foo: expected classic, blank-first, snail or a board');
  expect(await table.boardText()).toBe('1 2 3/4 5 6/7 0 8');
  expect(page.url()).toBe(bad);
  await page.goBack();
  expect(page.url()).toBe(url);
  expect(await table.boardText()).toBe('1 2 3/4 5 6/7 0 8');
  await table.close();
});

test('a single row is read as one, and refused', async () => {
  const table = await open(PHONE, NEAR_DONE);
  await table.page.click('#edit');
  await table.page.fill('#edit-text', '1 2 0/');
  expect(await table.text('edit-verdict')).toContain('1 × 3: this page plays from');
  const label = table.page.locator('#edit-dialog label');
  // The ring of focus, 5 pixels wide, stays off the words above.
  const gap = await label.evaluate((label) => parseFloat(getComputedStyle(label).rowGap));
  expect(gap).toBeGreaterThanOrEqual(5);
  await table.close();
});

describe('every control is in view beside or under', () => {
  test.each([
    ['a tall board', PHONE, '#size=10x2&seed=1', 36],
    ['a square board on a phone on its side', LANDSCAPE, '#size=4x4&seed=1', 50],
    ['a large board on a phone on its side', LANDSCAPE, '#size=10x10&seed=1', 20],
  ])('%s', async (name, viewport, hash, least) => {
    const table = await open(viewport, hash);
    for (const id of ['undo', 'redo', 'restart', 'scramble', 'hint', 'solve', 'edit']) {
      const box = (await table.page.locator(`#${id}`).boundingBox())!;
      expect(box.y + box.height, id).toBeLessThanOrEqual(viewport.height);
    }
    const board = (await table.page.locator('#board').boundingBox())!;
    expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
    expect((await table.middle(1)).side).toBeGreaterThanOrEqual(least);
    await table.expectNoSidewaysScroll();
    await table.shoot(`shape-${name.replaceAll(' ', '-')}`);
    await table.close();
  });
});

test('a finger drags tiles, not the page', async () => {
  const table = await open({ ...PHONE, height: 480 }, '#board=1-2-3/4-5-6/7-8-0', { hasTouch: true, isMobile: true });
  const { page } = table;
  const { x, y, side } = await table.middle(3);
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + down }] });
  const canScroll = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
  expect(canScroll).toBe(true);
  await send('touchStart', 0);
  for (let step = 1; step <= 8; step += 1) await send('touchMove', (side * step) / 8);
  await send('touchEnd', 0);
  await page.waitForFunction(() => document.querySelector('#cell-2')!.getAttribute('aria-label') === 'blank');
  expect(await table.boardText()).toBe('1 2 0/4 5 3/7 8 6');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await table.close();
});
