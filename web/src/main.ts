import { App } from './app';
import { load } from './library';
import { byId, setText } from './view/dom';

try {
  await load();
  new App();
  document.documentElement.dataset['state'] = 'ready';
} catch (error) {
  const message = byId('message');
  message.dataset['kind'] = 'bad';
  setText(message, `The page could not start: ${error instanceof Error ? error.message : String(error)}`);
}
