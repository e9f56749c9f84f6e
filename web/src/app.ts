// Puts the parts together: one state, one way to change it, one way to show it.

import { type Board, type Size, type Step, neighbor, sameSize, textOf } from './board';
import { Follower } from './follow';
import * as play from './game';
import { GOALS, type Link, type Place, readLink, writeLink } from './link';
import { type Notation, goalBoard, parseBoard, randomSeed, scramble, spawn, whyUnsolvable } from './library';
import type { Problem } from './protocol';
import { Searches } from './searches';
import { type Settings, loadSettings, saveSettings } from './settings';
import { BoardView } from './view/board';
import { byId, copyText, isDisabled, keepFocus, setDisabled, setText } from './view/dom';
import { Editor } from './view/editor';
import { listenToKeys } from './view/keys';
import { NewGameDialog } from './view/new-game';
import { Picture } from './view/picture';
import { SearchView } from './view/search';
import { SettingsDialog } from './view/settings';
import { SolutionView, countsInDigits } from './view/solution';
import { count, lengthInWords, moveInWords, movedInWords, timeInDigits } from './words';

/** Milliseconds of a tile's glide; of play-back at most this share of a move. */
const GLIDE = 120;
const GLIDE_SHARE = 0.7;

interface Note {
  readonly text: string;
  readonly kind: '' | 'good' | 'bad';
}

const NO_NOTE: Note = { text: '', kind: '' };

export class App {
  #settings = loadSettings();
  #goalName = 'classic';
  /** Where the game began, for the link. */
  #place: Place;
  #game: play.Game;
  /** A game is on the page. */
  #entered = false;
  #whyUnsolvable: string | undefined;
  /** Hints show until they are switched off. */
  #hinting = false;
  /** A solution is to be shown as soon as it is known, or is on show. */
  #solving = false;
  /** It plays by itself once it is there. */
  #playWhenFound = false;
  #note: Note = NO_NOTE;

  readonly #searches = new Searches(spawn);
  readonly #follower = new Follower(this.#searches, () => this.#found());
  readonly #board = new BoardView(byId('board'), (steps) => this.#move(steps));
  readonly #picture = new Picture();
  readonly #live = byId('live');
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #search = new SearchView({
    take: () => this.#showSolution(),
    stop: () => {
      this.#solving = this.#hinting = false;
      this.#show();
    },
  });
  readonly #solution = new SolutionView({
    seek: (made) => this.#change(play.seek(this.#game, made)),
    close: () => this.#leaveSolution(),
    speed: (speed) => this.#set({ speed }),
    notation: (notation) => this.#set({ notation }),
    say: (text) => this.#say(text),
  });
  readonly #editor = new Editor({
    play: (board) => this.#begin({ kind: 'board', board: textOf(board) }, this.#goalFor(board)),
    makeGoal: (board) => this.#setGoal(board),
  });
  readonly #newGame = new NewGameDialog((size, goal) => this.#begin({ kind: 'seed', size, seed: randomSeed() }, goal));
  readonly #settingsDialog = new SettingsDialog(this.#settings, {
    set: (part) => this.#set(part),
    picture: (file) => void this.#choosePicture(file),
    removePicture: () => {
      this.#picture.remove();
      this.#show();
    },
  });

  constructor() {
    this.#place = { kind: 'seed', size: { rows: 4, cols: 4 }, seed: randomSeed() };
    const board = scramble('classic', { rows: 4, cols: 4 }, this.#place.seed);
    this.#game = play.newGame(board, goalBoard('classic', board));
    this.#listen();
    if (!this.#openLink()) this.#begin(this.#place, 'classic');
    setInterval(() => this.#showTime(), 250);
  }

  #listen(): void {
    const on = (id: string, act: () => void) => {
      const button = byId(id);
      button.addEventListener('click', () => !isDisabled(button) && act());
    };
    on('undo', () => this.#undo());
    on('redo', () => this.#redo());
    on('restart', () => this.#restart());
    on('scramble', () => this.#begin({ kind: 'seed', size: this.#size, seed: randomSeed() }, this.#goalName));
    on('hint', () => this.#toggleHint());
    on('solve', () => this.#solve());
    const dialog = (id: string, open: () => void) =>
      on(id, () => {
        this.#solution.pause();
        open();
      });
    dialog('edit', () => this.#editor.open(this.#game.board, (size) => this.#goalFor(size)));
    on('share', () => void this.#share());
    dialog('size', () => this.#newGame.open(this.#size, this.#goalName));
    dialog('settings', () => this.#settingsDialog.open());
    listenToKeys({
      move: (step) => this.#step(step),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      lettersCount: () => this.#board.hasFocus || document.activeElement === document.body,
      keysMove: () => this.#settings.keys,
    });
    addEventListener('hashchange', () => {
      if (location.hash !== writeLink(this.#link)) this.#openLink();
    });
    this.#reducedMotion.addEventListener('change', () => this.#show());
  }

  get #size(): Size {
    const { rows, cols } = this.#game.start;
    return { rows, cols };
  }

  get #link(): Link {
    return { place: this.#place, goal: this.#goalName, metric: this.#settings.metric };
  }

  get #problem(): Problem {
    return { ...this.#size, goal: this.#goalName, metric: this.#settings.metric };
  }

  /** The goal of a game of a size: an own goal fits its own size only. */
  #goalFor(size: Size): string {
    return GOALS.includes(this.#goalName) || sameSize(size, this.#game.goal) ? this.#goalName : 'classic';
  }

  // What begins a game.

  /** Opens the hash of the page's address; false if there is none that can be opened. */
  #openLink(): boolean {
    try {
      const link = readLink(location.hash);
      if (!link) return false;
      const start = this.#startOf(link.place, link.goal);
      // An own goal may come in any spelling.
      const goal = GOALS.includes(link.goal) ? link.goal : textOf(goalBoard(link.goal, start));
      this.#settings = { ...this.#settings, metric: link.metric };
      this.#begin(link.place.kind === 'board' ? { kind: 'board', board: textOf(start) } : link.place, goal);
      return true;
    } catch (error) {
      // A game that is being played goes on, and the link stays where it can be put right.
      if (!this.#entered) this.#begin(this.#place, this.#goalName);
      this.#tell(`This link cannot be opened: ${error instanceof Error ? error.message : String(error)}`, 'bad');
      return true;
    }
  }

  #startOf(place: Place, goal: string): Board {
    return place.kind === 'board' ? parseBoard(place.board) : scramble(goal, place.size, place.seed);
  }

  #begin(place: Place, goal: string): void {
    const start = this.#startOf(place, goal);
    this.#place = place;
    this.#goalName = goal;
    this.#enter(play.newGame(start, goalBoard(goal, start)));
    // Keys go to the board, unless the page has just opened: its first focus should be the reader's choice.
    if (document.activeElement !== document.body) this.#board.focus();
  }

  #setGoal(goal: Board): void {
    const size = goal;
    this.#goalName = textOf(goal);
    if (sameSize(size, this.#game.board)) {
      this.#place = { kind: 'board', board: textOf(this.#game.board) };
      this.#enter(play.withGoal(this.#game, goal));
    } else {
      this.#begin({ kind: 'seed', size: { rows: goal.rows, cols: goal.cols }, seed: randomSeed() }, this.#goalName);
    }
    this.#board.focus();
  }

  #restart(): void {
    this.#enter(play.restart(this.#game));
    this.#say(`Back to the start. ${this.#note.text}`.trimEnd());
  }

  /** A game begins. */
  #enter(game: play.Game): void {
    this.#game = game;
    this.#entered = true;
    this.#hinting = this.#solving = this.#playWhenFound = false;
    this.#whyUnsolvable = whyUnsolvable(game.start, this.#goalName);
    this.#note = this.#standingNote;
    if (this.#note.text) this.#say(this.#note.text);
    history.replaceState(null, '', writeLink(this.#link));
    document.title = `Taquin ${game.start.rows} × ${game.start.cols}`;
    this.#searches.prepare(this.#problem);
    this.#show();
    void this.#picture.fit(this.#size).then((changed) => changed && this.#show());
  }

  // What happens in a game.

  #move(steps: readonly Step[]): void {
    const before = this.#game;
    const moved = play.move(before, steps, Date.now());
    if (moved === before) return;
    this.#go(moved);
  }

  /** The player goes to another moment of the game, which is read out. */
  #go(game: play.Game): void {
    const before = this.#game;
    this.#solution.pause();
    if (game === before) return;
    this.#note = this.#standingNote;
    this.#change(game);
    const said = movedInWords(before.board, play.stepsBetween(before, game));
    const known = this.#follower.known;
    const toGo = 'rest' in known && known.rest ? `, ${known.rest.moves} to go` : '';
    this.#say(play.isSolved(game) ? `${said}. ${this.#note.text}` : `${said}${toGo}`);
  }

  #step(step: Step): void {
    if (neighbor(this.#game.board, this.#game.board.blank, step) >= 0) this.#move([step]);
  }

  #undo(): void {
    this.#go(play.undo(this.#game));
  }

  #redo(): void {
    this.#go(play.redo(this.#game));
  }

  /** The game is now this one. */
  #change(game: play.Game): void {
    const before = this.#game;
    this.#game = game;
    if (play.isSolved(game) && !play.isSolved(before)) {
      if (game.made < before.made) this.#tell('Back on the solved board.', 'good');
      else this.#celebrate(game);
    }
    if (!play.isSolved(game) && this.#note.kind === 'good') this.#note = NO_NOTE;
    this.#show();
    // The answer may be known already for a board off the path on show.
    if (this.#solving && !game.solution) this.#found();
  }

  #celebrate(game: play.Game): void {
    const made = play.counts(game)[this.#settings.metric];
    const how = {
      none: `You solved it: ${count(made, 'move')} in ${timeInDigits(play.elapsed(game, Date.now()))}.`,
      hints: `Solved with hints: ${count(made, 'move')} in ${timeInDigits(play.elapsed(game, Date.now()))}.`,
      solution: `Solved. ${count(made, 'move')}.`,
    }[game.help];
    this.#tell(how, 'good');
  }

  #toggleHint(): void {
    this.#hinting = !this.#hinting;
    if (this.#hinting) this.#game = play.hinted(this.#game);
    this.#show();
    if (this.#hinting) this.#sayHint();
  }

  #solve(): void {
    this.#solving = this.#playWhenFound = true;
    if (this.#game.solution) this.#leaveSolution(true);
    this.#show();
    this.#found();
  }

  /** Something new is known. */
  #found(): void {
    const { known } = this.#follower;
    if (known.kind === 'known' && this.#solving && !this.#game.solution && !play.isSolved(this.#game)) {
      return this.#showSolution();
    }
    if (known.kind === 'failed' || known.kind === 'unsolvable') {
      this.#hinting = this.#solving = false;
      this.#tell(known.kind === 'failed' ? `No solution found: ${known.reason}.` : `Unsolvable: ${known.reason}.`, 'bad');
    }
    this.#show();
    if (this.#hinting && known.kind === 'known') this.#sayHint();
  }

  #showSolution(): void {
    const { known } = this.#follower;
    if (!('rest' in known) || !known.rest) return;
    this.#solving = true;
    this.#game = play.showSolution(this.#game, known.rest.path, this.#settings.metric, Date.now());
    this.#say(`Solution found: ${lengthInWords(known.rest.moves, known.rest.atLeast)}.`);
    this.#solutionTitle = lengthInWords(known.rest.moves, known.rest.atLeast);
    this.#show();
    this.#solution.reveal(this.#reducedMotion.matches ? 'auto' : 'smooth');
    if (this.#playWhenFound && !this.#reducedMotion.matches) this.#solution.play();
    this.#playWhenFound = false;
  }

  #solutionTitle = '';

  #leaveSolution(again = false): void {
    this.#solution.pause();
    this.#solving = again;
    const { solution, made, steps, stops } = this.#game;
    if (solution) {
      this.#game = {
        ...this.#game,
        steps: steps.slice(0, made),
        stops: stops.filter((stop) => stop <= made),
        solution: null,
      };
    }
    this.#show();
    if (!again) byId('solve').focus();
  }

  async #share(): Promise<void> {
    const { board, start } = this.#game;
    const here: Place = board === start ? this.#place : { kind: 'board', board: textOf(board) };
    const link = new URL(writeLink({ ...this.#link, place: here }), location.href).href;
    if (await copyText(link)) this.#tell('Link to this board copied.', '');
    else this.#tell(link, '');
  }

  async #choosePicture(file: Blob): Promise<void> {
    try {
      await this.#picture.choose(file);
      await this.#picture.fit(this.#size);
      this.#say('The picture is on the tiles.');
    } catch {
      this.#settingsDialog.refusePicture('This file is no picture that the browser can show.');
    }
    this.#show();
  }

  #set(part: Partial<Settings>): void {
    const metricChanged = part.metric !== undefined && part.metric !== this.#settings.metric;
    this.#settings = { ...this.#settings, ...part };
    saveSettings(this.#settings);
    if (metricChanged) {
      if (this.#game.solution) this.#leaveSolution();
      history.replaceState(null, '', writeLink(this.#link));
      this.#searches.prepare(this.#problem);
    }
    this.#show();
  }

  // What shows.

  /** What holds for the board wherever its tiles go. */
  get #standingNote(): Note {
    return this.#whyUnsolvable ? { text: `Unsolvable: ${this.#whyUnsolvable}.`, kind: 'bad' } : NO_NOTE;
  }

  /** A note under the board, read out too. */
  #tell(text: string, kind: Note['kind']): void {
    this.#note = { text, kind };
    this.#say(text);
    this.#showNote();
  }

  #say(text: string): void {
    // The same words twice are news, too.
    this.#live.textContent = this.#live.textContent === text ? `${text}\u00a0` : text;
  }

  #sayHint(): void {
    const { known } = this.#follower;
    if (known.kind !== 'known' || known.rest.next.length === 0) return;
    this.#say(`Hint: ${moveInWords(this.#game.board, known.rest.next)}, ${known.rest.moves} to go`);
  }

  #show(): void {
    const focused = document.activeElement;
    const game = this.#game;
    const solved = play.isSolved(game);
    const wanted = (this.#hinting || this.#solving) && !this.#whyUnsolvable && !solved;
    this.#follower.follow(this.#problem, game.goal, game.board, wanted);
    const { known } = this.#follower;
    const rest = 'rest' in known ? known.rest : null;
    this.#board.render(game.board, {
      hint: this.#hinting && rest ? this.#hintedTiles(rest.next) : [],
      goal: game.goal,
      picture: this.#picture.address,
      numbers: this.#settings.numbers,
      solved,
      glide: this.#glide,
    });
    document.documentElement.dataset['theme'] = this.#settings.theme;
    setText(byId('size-now'), `${game.start.rows} × ${game.start.cols}`);
    const made = countsInDigits(game);
    setText(byId('moves-stm'), made.stm);
    setText(byId('moves-mtm'), made.mtm);
    setText(byId('to-go'), solved ? '0' : rest ? String(rest.moves) : '–');
    setDisabled(byId('undo'), play.undoStop(game) === undefined);
    setDisabled(byId('redo'), play.redoStop(game) === undefined);
    setDisabled(byId('restart'), game.steps.length === 0);
    for (const id of ['hint', 'solve']) setDisabled(byId(id), solved || this.#whyUnsolvable !== undefined);
    byId('hint').setAttribute('aria-pressed', String(this.#hinting));
    this.#search.render(known);
    this.#solution.render(game, this.#solutionTitle, this.#settings.speed, this.#settings.notation as Notation);
    this.#settingsDialog.render(this.#settings, this.#picture.address !== null);
    this.#showNote();
    this.#showTime();
    keepFocus(focused, byId(game.solution ? 'play' : 'solve'));
  }

  get #glide(): number {
    if (this.#reducedMotion.matches) return 0;
    return this.#solution.isPlaying ? Math.min(GLIDE, (GLIDE_SHARE * 1000) / this.#settings.speed) : GLIDE;
  }

  #hintedTiles(steps: readonly Step[]): number[] {
    const { board } = this.#game;
    let cell = board.blank;
    return steps.map((step) => {
      cell = neighbor(board, cell, step);
      return board.tiles[cell]!;
    });
  }

  #showNote(): void {
    const message = byId('message');
    message.dataset['kind'] = this.#note.kind;
    setText(message, this.#note.text);
  }

  #showTime(): void {
    setText(byId('time'), timeInDigits(play.elapsed(this.#game, Date.now())));
  }
}
