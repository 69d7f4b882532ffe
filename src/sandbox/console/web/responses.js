// Shows the responses of an operation: the successes in full, then one row for each error status. The error catalog
// explains the codes.
import { mayReturn } from './catalog.js';
import { hashOf } from './contract.js';
import { element, provisionalBadge } from './dom.js';
import { bodyBlock } from './json-view.js';
import { inline, prose } from './prose.js';
import { schemaView } from './schema-view.js';

/** Renders all examples of a body. A form is an object. */
export function exampleBlocks(type, media, contract) {
  return contract.examplesOf(media).map(({ summary, value }) => {
    const isText = typeof value === 'string' && !/json/.test(type);
    return element(
      'div',
      {},
      element('p', { class: 'muted' }, summary),
      bodyBlock(
        isText ? value : JSON.stringify(value),
        `Example ${summary}, ${type}`,
        isText ? { type } : {},
      ),
    );
  });
}

/** Returns the error codes of a response, each with its example messages. */
function codesOf({ content }, contract) {
  const codes = new Map();
  for (const { value } of Object.values(content ?? {}).flatMap(contract.examplesOf))
    if (typeof value?.error === 'string')
      codes.set(value.error, [...(codes.get(value.error) ?? []), value.message]);
  return [...codes];
}

const idOf = (operation, status) => hashOf(operation.operationId, status).slice(1);
const statusOf = (status) => element('span', { class: `status s${status[0]}` }, status);

/** A response of this operation alone has its own rules: they stand here, those of shared responses in the catalog. */
function errorRow(response, operation, contract) {
  const { status, description, isShared, 'x-provisional': provisional } = response;
  const codes = codesOf(response, contract).filter(([code]) => mayReturn(operation, code));
  const links = codes.map(([code]) =>
    element('a', { href: hashOf('errors', code) }, element('code', {}, code)),
  );
  const messages = isShared ? [] : codes.flatMap(([, texts]) => texts);
  return element(
    'li',
    { id: idOf(operation, status), class: 'response' },
    statusOf(status),
    links.flatMap((link) => [' ', link]),
    provisional && [' ', provisionalBadge()],
    isShared ? element('p', {}, inline(description.split('. ')[0].replace(/\.?$/, '.'))) : prose(description),
    messages.map((message) => element('p', { class: 'muted' }, `“${message}”`)),
  );
}

function contentView(content, contract, prefix) {
  return Object.entries(content ?? {}).flatMap(([mediaType, media]) => [
    element('p', {}, element('code', {}, mediaType)),
    ...exampleBlocks(mediaType, media, contract),
    media.schema && schemaView(media.schema, contract, prefix),
  ]);
}

function headerLinks(headers) {
  const names = Object.keys(headers ?? {});
  return (
    names.length > 0 &&
    element(
      'p',
      { class: 'muted' },
      'Headers: ',
      names.flatMap((name, index) => [
        index > 0 && ', ',
        element('a', { href: hashOf('headers', name) }, name),
      ]),
    )
  );
}

function successView(response, operation, contract) {
  const { status, description, content, headers, 'x-provisional': provisional } = response;
  const id = idOf(operation, status);
  const [sentence] = description.split('. ');
  const summary = sentence.trimEnd().replace(/[.:]$/, '');
  return element(
    'section',
    { id, class: 'response' },
    element('h3', {}, statusOf(status), ' ', inline(summary), provisional && [' ', provisionalBadge()]),
    summary.length + 1 < description.trim().length && prose(description),
    headerLinks(headers),
    contentView(content, contract, `${id}/`),
  );
}

export function responsesView(operation, contract) {
  const isError = ({ status }) => !/^[123]/.test(status);
  const successes = operation.responses.filter((response) => !isError(response));
  const errors = operation.responses.filter(isError);
  return [
    element('h2', {}, 'Response'),
    successes.map((response) => successView(response, operation, contract)),
    errors.length > 0 && [
      element('h2', {}, 'Errors'),
      element(
        'ul',
        { class: 'errors card' },
        errors.map((response) => errorRow(response, operation, contract)),
      ),
    ],
  ];
}
