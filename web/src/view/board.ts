// The board: tiles to look at, and a grid of cells for people who hear the page.
//
// Tiles glide, so they are placed by style, in the order of their numbers. Assistive technology sees the cells instead, row by row, each
// named after its tile; the grid has the focus and points at the blank. Letters count as keys only while the board or nothing has the
// focus. A button with nothing to do is `aria-disabled`, not `disabled`, so that it keeps the focus. What goes out of sight with the focus
// in it hands it on.

import { type Board, type Step, neighbor, runTo, sameSize } from '../board';
import { element } from './dom';

export interface BoardLook {
  /** Tiles of the next best move. */
  readonly hint: readonly number[];
  readonly goal: Board;
  /** Address of a picture cut to the board's shape. */
  readonly picture: string | null;
  readonly numbers: boolean;
  readonly solved: boolean;
  /** Milliseconds of a tile's glide. */
  readonly glide: number;
}

/** A run of tiles under a finger. */
interface Drag {
  readonly pointer: number;
  readonly steps: readonly Step[];
  readonly tiles: readonly HTMLElement[];
  readonly from: { readonly x: number; readonly y: number; readonly time: number };
  /** How far the run is pulled, in tiles, 0 to 1. */
  pulled: number;
}

/** Pixels that a finger may tremble within a tap. */
const TREMOR = 6;
/** Tiles per millisecond that count as a flick. */
const FLICK = 0.003;
/** The run goes on by itself from here. */
const HALF = 0.4;

export class BoardView {
  readonly #root: HTMLElement;
  readonly #tray = element('div', 'tray');
  readonly #grid = element('div', 'grid');
  readonly #onMove: (steps: readonly Step[]) => void;
  #board: Board | undefined;
  /** By tile number. */
  #tiles: HTMLElement[] = [];
  /** By cell number. */
  #cells: HTMLElement[] = [];
  #drag: Drag | undefined;

  constructor(root: HTMLElement, onMove: (steps: readonly Step[]) => void) {
    this.#root = root;
    this.#onMove = onMove;
    this.#tray.setAttribute('aria-hidden', 'true');
    this.#grid.setAttribute('role', 'grid');
    this.#grid.tabIndex = 0;
    root.append(this.#tray, this.#grid);
    root.addEventListener('pointerdown', (event) => this.#press(event));
    root.addEventListener('pointermove', (event) => this.#pull(event));
    root.addEventListener('pointerup', (event) => this.#release(event));
    root.addEventListener('pointercancel', () => this.#drop());
    // Assistive technology clicks without a pointer.
    this.#grid.addEventListener('click', (event) => {
      const cell = this.#cells.indexOf(event.target as HTMLElement);
      if (event.detail === 0 && this.#board && cell >= 0) this.#move(runTo(this.#board, cell));
    });
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#grid;
  }

  focus(): void {
    this.#grid.focus({ preventScroll: true });
  }

  render(board: Board, look: BoardLook): void {
    if (!this.#board || !sameSize(board, this.#board)) this.#build(board);
    const changed = this.#board !== board;
    // What is under the finger may not be in line any more.
    if (changed) this.#drop();
    this.#board = board;
    const { style } = this.#root;
    style.setProperty('--glide', `${look.glide}ms`);
    style.setProperty('--picture', look.picture ? `url("${look.picture}")` : 'none');
    this.#root.classList.toggle('solved', look.solved);
    this.#root.classList.toggle('pictured', look.picture !== null);
    this.#root.classList.toggle('unnumbered', look.picture !== null && !look.numbers);
    for (const [cell, tile] of board.tiles.entries()) {
      const home = look.goal.tiles.indexOf(tile);
      const shown = this.#tiles[tile]!;
      shown.style.setProperty('--row', String(Math.trunc(cell / board.cols)));
      shown.style.setProperty('--col', String(cell % board.cols));
      shown.style.setProperty('--home-row', String(Math.trunc(home / board.cols)));
      shown.style.setProperty('--home-col', String(home % board.cols));
      shown.classList.toggle('home', home === cell);
      shown.classList.toggle('hint', look.hint.includes(tile));
    }
    if (changed) this.#name(board);
  }

  /** Makes tiles and cells for a size. */
  #build(board: Board): void {
    this.#drop();
    // The section around makes room for this shape.
    const { style } = this.#root.parentElement ?? this.#root;
    style.setProperty('--rows', String(board.rows));
    style.setProperty('--cols', String(board.cols));
    this.#grid.setAttribute('aria-rowcount', String(board.rows));
    this.#grid.setAttribute('aria-colcount', String(board.cols));
    this.#tiles = Array.from({ length: board.tiles.length }, (_, tile) => {
      const made = element('div', tile === 0 ? 'tile blank' : 'tile');
      const face = element('span', 'face');
      if (tile !== 0) face.append(Object.assign(element('span', 'number'), { textContent: String(tile) }));
      made.append(face);
      return made;
    });
    this.#tray.replaceChildren(...this.#tiles);
    this.#cells = [];
    const rows = Array.from({ length: board.rows }, (_, row) => {
      const made = element('div', 'grid-row');
      made.setAttribute('role', 'row');
      for (let col = 0; col < board.cols; col += 1) {
        const cell = element('div', 'grid-cell');
        cell.id = `cell-${row * board.cols + col}`;
        cell.setAttribute('role', 'gridcell');
        this.#cells.push(cell);
        made.append(cell);
      }
      return made;
    });
    this.#grid.replaceChildren(...rows);
  }

  #name(board: Board): void {
    this.#grid.setAttribute('aria-label', `Board of ${board.rows} rows and ${board.cols} columns`);
    for (const [cell, tile] of board.tiles.entries()) {
      const name = tile === 0 ? 'blank' : String(tile);
      const made = this.#cells[cell]!;
      if (made.getAttribute('aria-label') !== name) made.setAttribute('aria-label', name);
    }
    this.#grid.setAttribute('aria-activedescendant', `cell-${board.blank}`);
  }

  #move(steps: readonly Step[]): void {
    if (steps.length > 0) this.#onMove(steps);
  }

  #cellAt(event: PointerEvent, board: Board): number {
    const box = this.#tray.getBoundingClientRect();
    const col = Math.floor(((event.clientX - box.left) / box.width) * board.cols);
    const row = Math.floor(((event.clientY - box.top) / box.height) * board.rows);
    const inside = col >= 0 && col < board.cols && row >= 0 && row < board.rows;
    return inside ? row * board.cols + col : -1;
  }

  #press(event: PointerEvent): void {
    const board = this.#board;
    if (!board || event.button !== 0 || this.#drag) return;
    const cell = this.#cellAt(event, board);
    const steps = cell < 0 ? [] : runTo(board, cell);
    if (steps.length === 0) return;
    const tiles: HTMLElement[] = [];
    let at = board.blank;
    for (const step of steps) {
      at = neighbor(board, at, step);
      tiles.push(this.#tiles[board.tiles[at]!]!);
    }
    const from = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    this.#drag = { pointer: event.pointerId, steps, tiles, from, pulled: 0 };
    try {
      this.#root.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
  }

  #pull(event: PointerEvent): void {
    const [drag, board] = [this.#drag, this.#board];
    if (!drag || !board || drag.pointer !== event.pointerId) return;
    const step = drag.steps[0]!;
    const [x, y] = [event.clientX - drag.from.x, event.clientY - drag.from.y];
    const side = this.#tray.getBoundingClientRect().width / board.cols;
    // Tiles go where the blank is: against its steps.
    const pull = { u: y, d: -y, l: x, r: -x }[step] / side;
    const isTap = Math.hypot(x, y) < TREMOR && drag.pulled === 0;
    drag.pulled = isTap ? 0 : Math.max(0.001, Math.min(1, pull));
    if (isTap) return;
    const along = { u: [0, 1], d: [0, -1], l: [1, 0], r: [-1, 0] }[step];
    for (const tile of drag.tiles) {
      tile.classList.add('held');
      tile.style.setProperty('--pull-x', String(drag.pulled * along[0]!));
      tile.style.setProperty('--pull-y', String(drag.pulled * along[1]!));
    }
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.#drop();
    const isTap = drag.pulled === 0;
    const speed = drag.pulled / Math.max(1, event.timeStamp - drag.from.time);
    if (isTap || drag.pulled > HALF || speed > FLICK) this.#move(drag.steps);
  }

  /** Lets go of what is under the finger. */
  #drop(): void {
    for (const tile of this.#drag?.tiles ?? []) {
      tile.classList.remove('held');
      tile.style.removeProperty('--pull-x');
      tile.style.removeProperty('--pull-y');
    }
    this.#drag = undefined;
  }
}
