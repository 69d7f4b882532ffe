// Shows one logged request with its response and the rule that rejected it.
import { hashOf } from './contract.js';
import { curlLine } from './curl.js';
import { ask, byId, copyButton, element, plural, quoted } from './dom.js';
import { bodyBlock } from './json-view.js';
import { answeredBy, duration, statusClass } from './outcome.js';

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

function bodyOf({ body }, kind, none) {
  if (!body) return element('p', { class: 'muted' }, none);
  if (body.text === undefined)
    return element('p', { class: 'muted' }, `${plural(body.bytes, 'byte')} of binary data.`);
  return element(
    'div',
    {},
    bodyBlock(body.text, `${kind} body`),
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

/** Returns the request as a curl command with the test key instead of the masked one. */
function toCurl({ method, path, request }, { url, key }) {
  const lost = isBodyLost(request);
  const kept = Object.entries(request.headers).filter(
    ([name, value]) => !IMPLIED.has(name) && !name.startsWith('sec-') && !value.startsWith('multipart/'),
  );
  const headers = Object.fromEntries(kept.map(([name, value]) => [name, name === 'x-api-key' ? key : value]));
  const body = lost || !request.body ? [] : [`--data-raw ${quoted(request.body.text)}`];
  return `${lost ? '# The log does not have the body of this request. Add it; use -F for a form.\n' : ''}${curlLine({ method, url: url + path, headers, body })}`;
}

function contentOf(entry, settings) {
  const { operationId, availability, request, response } = entry;
  const operation = operationId && [
    element('a', { href: `docs${hashOf(operationId)}` }, operationId),
    ' ',
    element('span', { class: `badge ${availability}` }, availability),
  ];
  return element(
    'div',
    { class: 'inner' },
    ruleBox(entry),
    element(
      'dl',
      { class: 'facts' },
      fact('Status', element('span', { class: statusClass(entry.status) }, String(entry.status))),
      fact('Answered by', answeredBy(entry.answeredBy)),
      fact('Operation', operation ?? 'none'),
      fact('Time', `${new Date(entry.time).toLocaleString('en-US')}, in ${duration(entry.milliseconds)}`),
      fact('Request id', element('code', {}, entry.requestId)),
    ),
    element('h3', {}, 'Request'),
    headersTable(request.headers, 'Request'),
    bodyOf(request, 'Request', wasSent(request) ? 'The server did not read or store the body.' : 'No body.'),
    element('h3', {}, 'Response'),
    headersTable(response.headers, 'Response'),
    bodyOf(response, 'Response', 'No body.'),
    element(
      'p',
      {},
      copyButton(() => toCurl(entry, settings), 'Copy as curl'),
    ),
  );
}

export async function openDetails(number, settings) {
  const dialog = byId('details');
  const close = element('button', { type: 'button', onclick: () => dialog.close() }, 'Close');
  const title = (...content) => element('header', {}, element('h2', { id: 'details-title' }, content), close);
  try {
    const entry = await ask(`console/requests/${number}`);
    dialog.replaceChildren(
      title(element('span', { class: `method ${entry.method}` }, entry.method), ' ', entry.path),
      contentOf(entry, settings),
    );
  } catch (error) {
    dialog.replaceChildren(
      title('Request not found'),
      element('p', { class: 'inner' }, `The log no longer has this request. ${error.message}`),
    );
  }
  dialog.showModal(); // traps the focus, closes on Escape and restores the focus
  dialog.scrollTop = 0;
}
