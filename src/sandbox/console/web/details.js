// One request in full: what was sent, what was answered, and which rule of the contract refused it.
import { hashOf } from './contract.js';
import { curlLine } from './curl.js';
import { ask, byId, copyButton, element, plural, quoted } from './dom.js';
import { bodyBlock } from './json-view.js';
import { answeredBy, statusClass, took } from './outcome.js';

const fact = (term, value) =>
  value === undefined ? [] : [element('dt', {}, term), element('dd', {}, value)];

function ruleBox({ rule, error }) {
  if (!rule) return undefined;
  return element(
    'section',
    { class: 'rule', 'aria-label': 'Why it was refused' },
    element('h3', {}, `Refused: ${rule.title}`),
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

function headersTable(headers, what) {
  const rows = Object.entries(headers).map(([name, value]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
  );
  return element(
    'details',
    {},
    element('summary', {}, `${what} headers (${rows.length})`),
    element('table', { class: 'fields' }, element('tbody', {}, rows)),
  );
}

function bodyOf({ body }, what, none) {
  if (!body) return element('p', { class: 'muted' }, none);
  if (body.text === undefined)
    return element('p', { class: 'muted' }, `${plural(body.bytes, 'byte')} that are no text.`);
  return element(
    'div',
    {},
    bodyBlock(body.text, `${what} body`),
    body.cut && element('p', { class: 'muted' }, `The beginning of ${plural(body.bytes, 'byte')}.`),
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

/** Whether a body was sent that cannot be sent again: it was not read, is a form, is no text, or is kept in part. */
const isBodyLost = (request) =>
  request.body ? request.body.text === undefined || request.body.cut === true : wasSent(request);

/** The same request for a shell, with the test key in place of the masked one. What is kept of a body is its text, whatever its coding was. */
function toCurl({ method, path, request }, { url, key }) {
  const lost = isBodyLost(request);
  const kept = Object.entries(request.headers).filter(
    ([name, value]) => !IMPLIED.has(name) && !name.startsWith('sec-') && !value.startsWith('multipart/'),
  );
  const headers = Object.fromEntries(kept.map(([name, value]) => [name, name === 'x-api-key' ? key : value]));
  const body = lost || !request.body ? [] : [`--data-raw ${quoted(request.body.text)}`];
  return `${lost ? '# The body of this request is not kept: add it, with -F for a form.\n' : ''}${curlLine({ method, url: url + path, headers, body })}`;
}

function contentOf(entry, settings) {
  const { operationId, availability, request, response } = entry;
  const operation = operationId && [
    element('a', { href: `/docs${hashOf(operationId)}` }, operationId),
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
      fact('Operation', operation ?? 'none of the contract'),
      fact('Time', `${new Date(entry.time).toLocaleString('en-US')}, in ${took(entry.milliseconds)}`),
      fact('Request id', element('code', {}, entry.requestId)),
    ),
    element('h3', {}, 'Request'),
    headersTable(request.headers, 'Request'),
    bodyOf(request, 'Request', wasSent(request) ? 'The body was not read, or is not kept.' : 'No body.'),
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
    const entry = await ask(`/console/requests/${number}`);
    dialog.replaceChildren(
      title(element('span', { class: `method ${entry.method}` }, entry.method), ' ', entry.path),
      contentOf(entry, settings),
    );
  } catch (error) {
    dialog.replaceChildren(
      title('Gone'),
      element('p', { class: 'inner' }, `This request is not kept any more. ${error.message}`),
    );
  }
  dialog.showModal(); // keeps the focus inside, closes on Escape, and gives the focus back
  dialog.scrollTop = 0;
}
