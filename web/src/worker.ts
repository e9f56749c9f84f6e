// A worker: one search at a time. It hears nothing while it searches; the page closes it to cancel.

import { Searcher, initSync } from './wasm/taquin_wasm';
import type { FromWorker, ToWorker } from './protocol';
import { Stages } from './stages';

let stages: Stages | undefined;
/** The question that is being answered. */
let id = 0;

function say(message: FromWorker): void {
  postMessage(message);
}

function load(module: WebAssembly.Module): Stages {
  initSync({ module });
  return new Stages(new Searcher(), {
    progress: (progress) => say({ kind: 'progress', id, progress }),
    found: (finding, final) => say({ kind: 'found', id, finding, final }),
    prepared: (problem) => say({ kind: 'prepared', problem }),
  });
}

function obey(message: ToWorker): void {
  if (message.kind === 'load') {
    stages = load(message.module);
  } else if (!stages) {
    throw new Error('the library is not loaded');
  } else if (message.kind === 'prepare') {
    stages.prepare(message.problem);
  } else {
    id = message.id;
    stages.solve(message.question);
  }
  say({ kind: 'idle', problem: stages.prepared });
}

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  try {
    obey(event.data);
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
