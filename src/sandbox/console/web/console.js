// Starts the console page: quick start, worlds, faults, records and request log.
import { byId, copyButton, element, quoted } from './dom.js';
import { startFaults } from './faults.js';
import { startLog } from './log.js';
import { pending } from './pending.js';
import { startRecords } from './records.js';
import { ask, reachOperation } from './request.js';
import { startWorlds } from './worlds.js';

function step(term, shown, actions, status) {
  return element(
    'div',
    {},
    element('dt', {}, term),
    element('dd', { class: 'mono' }, shown),
    element('dd', { class: 'actions' }, actions),
    status && element('dd', { class: 'found' }, status),
  );
}

/** `key`: that of the selected world, undefined when this tab does not know it. */
function requestStep(url, key, path) {
  const line = `curl -H ${quoted(`X-API-Key: ${key ?? 'KEY'}`)} ${url}${path}`;
  const button = element('button', { type: 'button', class: 'primary', disabled: key === undefined }, 'Send');
  const { run, beside } = pending(button);
  const status = element('p', { role: 'status' });
  const send = (signal) => reachOperation(path, { signal, headers: { 'X-API-Key': key } });
  button.addEventListener('click', async () => {
    status.textContent = '';
    await run(send).catch(({ message }) => (status.textContent = message));
  });
  return step('First request', line, [copyButton(() => line, 'Copy', 'the request'), button, beside], status);
}

function showQuickStart({ url, firstRequestPath }, key) {
  byId('start').replaceChildren(
    step(
      'Base URL',
      url,
      copyButton(() => url, 'Copy', 'the base URL'),
    ),
    key === undefined
      ? step('Test key', 'Not known to this tab')
      : step(
          'Test key',
          key,
          copyButton(() => key, 'Copy', 'the test key'),
        ),
    ...(firstRequestPath === undefined ? [] : [requestStep(url, key, firstRequestPath)]),
  );
}

const settings = await ask('console/settings.json');
byId('version').textContent = settings.contractVersion;
const records = startRecords(() => {
  void records.refresh();
  void worlds.refresh();
});
const faults = startFaults(settings);
const worlds = startWorlds(settings, {
  onSelect({ id }, key) {
    showQuickStart(settings, key);
    log.select(id);
    void records.select(id);
    void faults.select(id);
  },
});
const changes = ({ method, status }) => method !== 'GET' && status < 300;
const log = startLog(settings, worlds, {
  onReconnect() {
    void worlds.refresh();
    void records.refresh();
    void faults.refresh();
  },
  onRequest(line) {
    if (line.fault && line.world === worlds.selected()) void faults.refresh();
    if (!changes(line)) return;
    if (line.world === worlds.selected()) void records.refresh();
    void worlds.refresh();
  },
});
void worlds.select(settings.world);
