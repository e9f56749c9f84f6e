// The editor: type or paste a board; what it is, and whether it is solvable, shows while typing.

import { type Board, type Size, GREATEST_SIDE, LEAST_SIDE } from '../board';
import { parseBoard, whyUnsolvable } from '../library';
import { byId, element, openDialog, setText } from './dom';

export interface EditorHandlers {
  play(board: Board): void;
  makeGoal(board: Board): void;
}

/** Reads a board of a size that the page offers. Rows that are missing are those of `size`. */
function read(text: string, size: Size): Board {
  let board: Board;
  try {
    board = parseBoard(text);
  } catch (error) {
    try {
      board = parseBoard(text, size);
    } catch {
      throw error;
    }
  }
  if (Math.min(board.rows, board.cols) < LEAST_SIDE || Math.max(board.rows, board.cols) > GREATEST_SIDE) {
    throw new Error(
      `${board.rows} × ${board.cols}: this page plays from ${LEAST_SIDE} × ${LEAST_SIDE} to ${GREATEST_SIDE} × ${GREATEST_SIDE}`,
    );
  }
  return board;
}

/** One row a line, columns aligned. */
function inLines(board: Board): string {
  const width = String(board.tiles.length - 1).length;
  const rows = Array.from({ length: board.rows }, (_, row) => {
    const tiles = board.tiles.slice(row * board.cols, (row + 1) * board.cols);
    return tiles.map((tile) => String(tile).padStart(width)).join(' ');
  });
  return rows.join('\n');
}

export class Editor {
  readonly #dialog = byId<HTMLDialogElement>('edit-dialog');
  readonly #text = byId<HTMLTextAreaElement>('edit-text');
  readonly #verdict = byId('edit-verdict');
  readonly #preview = byId('edit-preview');
  readonly #play = byId<HTMLButtonElement>('edit-play');
  readonly #goal = byId<HTMLButtonElement>('edit-goal');
  #size: Size = { rows: 4, cols: 4 };
  /** The goal for a board of a size. */
  #goalFor: (size: Size) => string = () => 'classic';
  #board: Board | undefined;

  constructor(handlers: EditorHandlers) {
    this.#text.addEventListener('input', () => this.#judge());
    const finish = (act: (board: Board) => void) => () => {
      if (!this.#board) return;
      this.#dialog.close();
      act(this.#board);
    };
    this.#play.addEventListener('click', finish(handlers.play));
    this.#goal.addEventListener('click', finish(handlers.makeGoal));
  }

  open(board: Board, goalFor: (size: Size) => string): void {
    this.#size = board;
    this.#goalFor = goalFor;
    this.#text.value = inLines(board);
    this.#text.rows = Math.max(4, Math.min(10, board.rows));
    this.#judge();
    openDialog(this.#dialog);
    this.#text.focus();
    this.#text.select();
  }

  #judge(): void {
    let [kind, verdict] = ['bad', ''];
    this.#board = undefined;
    try {
      this.#board = read(this.#text.value, this.#size);
      const why = whyUnsolvable(this.#board, this.#goalFor(this.#board));
      [kind, verdict] = why ? ['unsolvable', `Unsolvable: ${why}.`] : ['solvable', 'Solvable.'];
      verdict = `${this.#board.rows} × ${this.#board.cols}. ${verdict}`;
    } catch (error) {
      verdict = error instanceof Error ? error.message : String(error);
    }
    this.#verdict.dataset['kind'] = kind;
    setText(this.#verdict, verdict);
    this.#text.setAttribute('aria-invalid', String(!this.#board));
    this.#play.disabled = this.#goal.disabled = !this.#board;
    this.#draw();
  }

  #draw(): void {
    const board = this.#board;
    this.#preview.hidden = !board;
    if (!board) return;
    this.#preview.style.setProperty('--cols', String(board.cols));
    this.#preview.replaceChildren(
      ...board.tiles.map((tile) => Object.assign(element('span'), { textContent: tile === 0 ? '' : String(tile) })),
    );
  }
}
