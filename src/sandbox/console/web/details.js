// Shows one logged request with its response and the rule that rejected it.
import { hashOf } from './contract.js';
import { curlLine } from './curl.js';
import { byId, copyButton, element, plural, quoted } from './dom.js';
import { effectOf } from './faults.js';
import { bodyBlock, fileNameOf } from './json-view.js';
import { panelHeader, showPanel } from './panel.js';
import { answeredBadge, duration, statusBadge } from './outcome.js';
import { pending } from './pending.js';
import { ask, reachOperation } from './request.js';
import { labelOf } from './worlds.js';

const fact = (term, value) =>
  value === undefined ? [] : [element('dt', {}, term), element('dd', {}, value)];

function ruleBox({ rule, error }) {
  if (!rule) return undefined;
  return element(
    'section',
    { class: 'rule', 'aria-label': 'Reason for rejection' },
    element('h3', {}, `Rejected: ${rule.title}`),
    element(
      'ul',
      {},
      rule.faults.map((fault) => element('li', {}, fault)),
    ),
    element(
      'p',
      { class: 'place' },
      element('code', {}, error.code),
      ' · in the contract at ',
      element('code', {}, rule.place),
    ),
  );
}

function headersTable(headers, kind) {
  const rows = Object.entries(headers).map(([name, value]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
  );
  return element(
    'details',
    {},
    element('summary', {}, `${kind} headers (${rows.length})`),
    element('table', { class: 'fields' }, element('tbody', {}, rows)),
  );
}

function bodyOf({ body, headers }, kind, none) {
  if (!body) return element('p', { class: 'muted' }, none);
  if (body.text === undefined)
    return element(
      'p',
      { class: 'muted' },
      `${plural(body.bytes, 'byte')} of data that the log does not show.`,
    );
  return element(
    'div',
    {},
    bodyBlock(body.text, `${kind} body`, {
      type: headers['content-type'] ?? '',
      fileName: body.cut ? undefined : fileNameOf(headers['content-disposition']),
    }),
    body.cut &&
      element('p', { class: 'muted' }, `Truncated. The full body has ${plural(body.bytes, 'byte')}.`),
  );
}

const IMPLIED = new Set([
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'accept-encoding',
  'user-agent',
  'accept',
  'accept-language',
  'origin',
  'referer',
  'cookie',
]);

const wasSent = ({ headers }) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** Returns whether the log lacks the body: it was not read, or is a form, binary or truncated. */
const isBodyLost = (request) =>
  request.body ? request.body.text === undefined || request.body.cut === true : wasSent(request);

/** Returns the header fields that a client must send, with the key instead of its mask. */
function headersOf({ request }, key) {
  const kept = Object.entries(request.headers).filter(
    ([name]) => !IMPLIED.has(name) && !name.startsWith('sec-'),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'x-api-key' ? key : value]));
}

const NO_BODY = 'The log does not have the body of this request. Add it; use a form for files.';

function toCurl(entry, url, key) {
  const { method, path, request } = entry;
  const lost = isBodyLost(request);
  const body = lost || !request.body ? [] : [`--data-raw ${quoted(request.body.text)}`];
  const line = curlLine({ method, url: url + path, headers: headersOf(entry, key), body });
  return `${lost ? '# The log does not have the body of this request. Add it; use -F for a form.\n' : ''}${line}`;
}

function toFetch(entry, url, key) {
  const { method, path, request } = entry;
  const lost = isBodyLost(request);
  const options = {
    method,
    headers: headersOf(entry, key),
    ...(!lost && request.body && { body: request.body.text }),
  };
  return `${lost ? `// ${NO_BODY}\n` : ''}await fetch(${JSON.stringify(url + path)}, ${JSON.stringify(options, null, 2)});`;
}

/** Sends a logged request again. The response appears in the log. */
function sendAgain(entry, key, dialog) {
  const { method, path, request } = entry;
  const reason =
    key === undefined
      ? 'This tab does not know the key of this world.'
      : isBodyLost(request)
        ? NO_BODY
        : undefined;
  const button = element(
    'button',
    { type: 'button', class: 'primary', disabled: reason !== undefined },
    'Send again',
  );
  const { run, beside } = pending(button);
  const status = element('span', { class: 'muted', role: 'status' }, reason);
  const send = (signal) =>
    reachOperation(path, {
      ...{ method, signal, headers: headersOf(entry, key) },
      ...(request.body && { body: request.body.text }),
    });
  button.addEventListener('click', () =>
    run(send).then(
      () => dialog.close(),
      ({ message }) => (status.textContent = message),
    ),
  );
  return [button, beside, status];
}

/** Says what the client saw, and whether the operation has run. */
const noResponse = ({ fault }) =>
  ({
    before: 'The client got no response. The operation did not run.',
    after: 'The client got no response. The operation ran, and its changes are committed.',
  })[fault?.drop] ?? 'The client got no response.';

function contentOf(entry, { url }, worlds, dialog) {
  const { operationId, availability, request, response } = entry;
  const key = worlds.keyOf(entry.world ?? worlds.selected());
  const world = entry.world && worlds.find(entry.world);
  const operation = operationId && [
    element('a', { href: `docs${hashOf(operationId)}` }, operationId),
    ' ',
    element('span', { class: `badge ${availability}` }, availability),
  ];
  return element(
    'div',
    { class: 'inner' },
    element(
      'div',
      { class: 'buttons' },
      sendAgain(entry, key, dialog),
      copyButton(() => toCurl(entry, url, key ?? 'KEY'), 'Copy as curl'),
      copyButton(() => toFetch(entry, url, key ?? 'KEY'), 'Copy as fetch'),
      copyButton(() => `${location.origin}${location.pathname}#request=${entry.number}`, 'Copy link'),
    ),
    ruleBox(entry),
    element(
      'dl',
      { class: 'facts' },
      fact('Status', statusBadge(entry)),
      fact('Fault of the world', entry.fault && effectOf(entry.fault)),
      fact('Answered by', answeredBadge(entry)),
      fact('Operation', operation ?? 'none'),
      fact('User', entry.user && [entry.user.name, ' ', element('code', {}, entry.user.id)]),
      fact('World', entry.world && (world ? labelOf(world) : entry.world)),
      fact('Time', `${new Date(entry.time).toLocaleString('en-US')}, in ${duration(entry.milliseconds)}`),
      fact('Request id', element('code', {}, entry.requestId)),
    ),
    element('h3', {}, 'Request'),
    headersTable(request.headers, 'Request'),
    bodyOf(request, 'Request', wasSent(request) ? 'The server did not read or store the body.' : 'No body.'),
    element('h3', {}, 'Response'),
    entry.status === 0
      ? element('p', { class: 'no-response' }, noResponse(entry))
      : [headersTable(response.headers, 'Response'), bodyOf(response, 'Response', 'No body.')],
  );
}

export async function openDetails(number, settings, worlds) {
  const dialog = byId('details');
  try {
    const entry = await ask(`console/requests/${number}`);
    dialog.replaceChildren(
      panelHeader(
        dialog,
        element('span', { class: `method ${entry.method}` }, entry.method),
        ' ',
        entry.path,
      ),
      contentOf(entry, settings, worlds, dialog),
    );
  } catch (error) {
    dialog.replaceChildren(
      panelHeader(dialog, 'Request not found'),
      element('p', { class: 'inner' }, `The log no longer has this request. ${error.message}`),
    );
  }
  showPanel(dialog);
  history.replaceState(null, '', `#request=${number}`);
  dialog.addEventListener('close', () => history.replaceState(null, '', location.pathname), { once: true });
}
