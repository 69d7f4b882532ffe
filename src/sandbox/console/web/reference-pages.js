// Shows the error catalog and the header fields of the contract.
import { errorsOf, headersOf } from './catalog.js';
import { hashOf } from './contract.js';
import { element, plural, provisionalBadge, selfLink } from './dom.js';
import { ERROR_TEXTS } from './error-texts.js'; // written by the build
import { inline, prose } from './prose.js';
import { limitsOf, typeOf } from './schema-type.js';

const page = (title, introduction, ...content) =>
  element(
    'article',
    { class: 'page' },
    element('div', { class: 'title' }, element('h1', {}, title)),
    prose(introduction),
    content,
  );

function operationLinks(operations, contract) {
  if (operations.length === 0)
    return element('p', {}, 'No operation declares this code. The overview describes it.');
  const isEvery = (kind) => kind.every((operation) => operations.includes(operation));
  if (isEvery(contract.operations)) return element('p', {}, 'Every operation may return this error.');
  if (isEvery(contract.operations.filter(({ requestBody }) => requestBody)))
    return element('p', {}, 'Every operation with a request body may return this error.');
  return element(
    'details',
    {},
    element('summary', {}, `Returned by ${plural(operations.length, 'operation')}`),
    element(
      'ul',
      { class: 'links' },
      operations.map(({ hash, summary }) => element('li', {}, element('a', { href: hash }, summary))),
    ),
  );
}

function errorCard({ code, status, description, messages, operations }, contract) {
  const hash = hashOf('errors', code);
  const { meaning, action } = ERROR_TEXTS[code] ?? {};
  const [first, ...others] = messages;
  return element(
    'section',
    { class: 'card entry', id: hash.slice(1) },
    element(
      'h2',
      {},
      selfLink(hash, element('code', {}, code)),
      status && [' ', element('span', { class: `status s${status[0]}` }, status)],
    ),
    prose(meaning ?? description),
    action && element('p', {}, element('strong', {}, 'What to do: '), inline(action)),
    first && element('p', { class: 'muted' }, `Example: “${first}”`),
    others.length > 0 &&
      element(
        'details',
        {},
        element('summary', {}, plural(others.length, 'more message')),
        others.map((message) => element('p', { class: 'muted' }, `“${message}”`)),
      ),
    operationLinks([...operations], contract),
  );
}

export const errorsPage = (contract) =>
  page(
    'Errors',
    'Every error has the body `{"error": code, "message": sentence}`. A code has one status and never changes. Use the code in programs. Messages are for people.',
    errorsOf(contract).map((error) => errorCard(error, contract)),
  );

function headerCard({ name, field, sentBy }, contract) {
  const hash = hashOf('headers', name);
  const { description = '', schema = {}, example } = field;
  const limits = limitsOf(schema, contract);
  return element(
    'section',
    { class: 'card entry', id: hash.slice(1) },
    element(
      'h2',
      {},
      selfLink(hash, element('code', {}, name)),
      ' ',
      element('span', { class: 'badge' }, sentBy),
      field['x-provisional'] && [' ', provisionalBadge()],
    ),
    element('p', { class: 'muted' }, [typeOf(schema, contract), limits].filter(Boolean).join(', ')),
    prose(description),
    example !== undefined && element('p', {}, 'Example: ', element('code', {}, String(example))),
  );
}

export const headersPage = (contract) =>
  page(
    'Headers',
    'The header fields of requests and responses. Each operation lists the fields that it uses.',
    headersOf(contract).map((header) => headerCard(header, contract)),
  );

/** Returns the description of a header field as elements, for another page. */
export function headerItem(name, contract) {
  const header = headersOf(contract).find((one) => one.name === name);
  return (
    header &&
    element(
      'li',
      {},
      element('a', { href: hashOf('headers', name) }, element('code', {}, name)),
      ' ',
      inline(header.field.description ?? ''),
    )
  );
}
