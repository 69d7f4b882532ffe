// Starts the console page: quick start, request log and demo data.
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

function requestStep({ url, key }, path) {
  const line = `curl -H ${quoted(`X-API-Key: ${key}`)} ${url}${path}`;
  const send = element('button', { type: 'button', class: 'primary' }, 'Send');
  send.addEventListener('click', () => void fetch(path, { headers: { 'X-API-Key': key } }));
  return step(
    'First request',
    line,
    copyButton(() => line, 'Copy', 'the request'),
    send,
  );
}

function showQuickStart(settings) {
  const { url, key, contractVersion, firstRequestPath } = settings;
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
    ...(firstRequestPath === undefined ? [] : [requestStep(settings, firstRequestPath)]),
  );
}

const settings = await ask('console/settings.json');
showQuickStart(settings);
const world = startWorld();
startLog(settings, { onRequest: (line) => line.method !== 'GET' && line.status < 300 && world.refresh() });
