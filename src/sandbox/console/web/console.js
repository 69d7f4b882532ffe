// The console: its first steps, and what joins the log to the demo world.
import { ask, byId, copyButton, element, quoted } from './dom.js';
import { startLog } from './log.js';
import { startWorld } from './world.js';

function step(term, shown, ...actions) {
  return element(
    'div',
    {},
    element('dt', {}, term),
    element('dd', { class: 'mono' }, shown),
    element('dd', { class: 'actions' }, actions),
  );
}

function stepOfCall({ url, key }, path) {
  const line = `curl -H ${quoted(`X-API-Key: ${key}`)} ${url}${path}`;
  const send = element('button', { type: 'button', class: 'primary' }, 'Send it');
  send.addEventListener('click', () => void fetch(path, { headers: { 'X-API-Key': key } }));
  return step(
    'A first call',
    line,
    copyButton(() => line, 'Copy', 'the call'),
    send,
  );
}

function showFirstSteps(settings) {
  const { url, key, contractVersion, firstCall } = settings;
  byId('version').textContent = contractVersion;
  byId('start').replaceChildren(
    step(
      'Base URL',
      url,
      copyButton(() => url, 'Copy', 'the base URL'),
    ),
    step(
      'Test key',
      key,
      copyButton(() => key, 'Copy', 'the test key'),
    ),
    ...(firstCall === undefined ? [] : [stepOfCall(settings, firstCall)]),
  );
}

const settings = await ask('/console/settings.json');
showFirstSteps(settings);
const world = startWorld();
startLog(settings, { onRequest: (line) => line.method !== 'GET' && line.status < 300 && world.refresh() });
