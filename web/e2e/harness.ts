// A browser, the built page, and what the tests do with them.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type PreviewServer, preview } from 'vite';
import { type Board, type Step, after, boardFrom, stepsFrom, textOf } from '../src/board';

export const PHONE = { name: 'phone', width: 320, height: 640 };
export const LANDSCAPE = { name: 'phone on its side', width: 640, height: 320 };
export const DESKTOP = { name: 'desktop', width: 1280, height: 800 };
export const VIEWPORTS = [PHONE, DESKTOP];
export type Viewport = typeof PHONE;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-sync',
  '--disable-component-update',
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHOTS = fileURLToPath(new URL('../../target/web-screenshots/', import.meta.url));

let browser: Browser;
let server: PreviewServer;
let origin: string;

/** Starts browser and server for the tests of a file. */
export function withBrowser(): void {
  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    server = await preview({ root: ROOT, logLevel: 'error', preview: { port: 0, host: '127.0.0.1' } });
    origin = new URL(server.resolvedUrls!.local[0]!).origin;
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
}

/** A page of the game and what went wrong on it. */
export class Table {
  readonly page: Page;
  readonly #faults: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.#faults.push(`uncaught: ${error.message}`));
    // Refusals of the content security policy are logged as errors.
    page.on('console', (message) => message.type() === 'error' && this.#faults.push(`console: ${message.text()} ${message.location().url}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      const ours = url.origin === origin || url.protocol === 'blob:';
      if (!ours) this.#faults.push(`request to ${url.href}`);
    });
  }

  /** Closes the page; what went wrong on it, or left the origin, fails the test. */
  async close(): Promise<void> {
    await this.page.context().close();
    expect(this.#faults).toEqual([]);
  }

  async board(): Promise<Board> {
    const rows = await this.page.$$eval('[role=row]', (elements) =>
      elements.map((row) => [...row.children].map((cell) => cell.getAttribute('aria-label')!.replace('blank', '0')).join(' ')),
    );
    return boardFrom(rows.join('/'));
  }

  async boardText(): Promise<string> {
    return textOf(await this.board());
  }

  async text(id: string): Promise<string> {
    return (await this.page.textContent(`#${id}`)) ?? '';
  }

  async waitForText(id: string, part: string): Promise<void> {
    await this.page.waitForFunction(
      ([id, part]) => document.getElementById(id!)!.textContent!.includes(part!),
      [id, part],
      { timeout: 100_000 },
    );
  }

  /** The middle of a tile, or of the blank. */
  async middle(tile: number): Promise<{ x: number; y: number; side: number }> {
    const board = await this.board();
    const cell = board.tiles.indexOf(tile);
    const box = (await this.page.locator(`#cell-${cell}`).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, side: box.width };
  }

  async tap(tile: number): Promise<void> {
    const { x, y } = await this.middle(tile);
    await this.page.mouse.click(x, y);
  }

  /** Types a board into the editor and plays it. */
  async enter(board: string): Promise<void> {
    await this.page.click('#edit');
    await this.page.fill('#edit-text', board);
    await this.page.click('#edit-play');
  }

  /** The moves of the solution on show, as the blank's letters. */
  async solution(): Promise<Step[]> {
    await this.page.selectOption('#notation', 'blank');
    return stepsFrom(await this.text('move-list'));
  }

  /** Asks for the solution, plays it to the end, and returns how long it is. */
  async playSolution(goal: string): Promise<number> {
    const start = await this.board();
    await this.page.click('#solve');
    await this.page.waitForSelector('#solution:not([hidden])', { timeout: 100_000 });
    await this.page.selectOption('#speed', '60');
    const path = await this.solution();
    expect(textOf(after(start, path)!)).toBe(goal);
    if ((await this.page.getAttribute('#play', 'aria-label')) === 'Play') await this.page.click('#play');
    await this.waitForText('message', 'Solved.');
    expect(await this.boardText()).toBe(goal);
    return path.length;
  }

  /** Nothing of the page lies beyond its right edge. */
  async expectNoSidewaysScroll(): Promise<void> {
    const [needed, there] = await this.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(needed).toBeLessThanOrEqual(there!);
  }

  async shoot(name: string): Promise<void> {
    await this.page.screenshot({ path: `${SHOTS}${name}.png`, fullPage: true });
  }
}

/** Opens the page on a new profile. */
export async function open(viewport: Viewport, hash = '', options: BrowserContextOptions = {}): Promise<Table> {
  const context = await browser.newContext({ viewport, colorScheme: 'light', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const table = new Table(await context.newPage());
  await table.page.goto(`${origin}/${hash}`);
  await table.page.waitForSelector('html[data-state=ready]');
  return table;
}

export const CLASSIC = {
  three: '1 2 3/4 5 6/7 8 0',
  four: '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0',
};
