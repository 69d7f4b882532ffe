// Shows the responses of an operation: successes open, then errors that a caller can act on, then the others.
import { isTransport } from './catalog.js';
import { hashOf } from './contract.js';
import { element, provisionalBadge } from './dom.js';
import { bodyBlock } from './json-view.js';
import { inline, prose } from './prose.js';
import { folded, schemaView } from './schema-view.js';

/** Renders all examples of a body. A form is an object. */
export function exampleBlocks(type, media, contract) {
  return contract.examplesOf(media).map(({ summary, value }) => {
    const isText = typeof value === 'string' && !/json/.test(type);
    return element(
      'div',
      {},
      element('p', { class: 'muted' }, summary),
      bodyBlock(isText ? value : JSON.stringify(value), `Example ${summary}`, isText ? { type } : {}),
    );
  });
}

function codeLink(code) {
  return element('a', { href: hashOf('errors', code) }, element('code', {}, code));
}

/** Returns links to the errors of a response in the error catalog. */
function codeLinks(content, contract) {
  const examples = Object.values(content ?? {}).flatMap(contract.examplesOf);
  const codes = [
    ...new Set(examples.map(({ value }) => value?.error).filter((code) => typeof code === 'string')),
  ];
  return (
    codes.length > 0 &&
    element(
      'p',
      {},
      'Error codes: ',
      codes.flatMap((code, index) => [index > 0 && ', ', codeLink(code)]),
    )
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

function responseView(response, operation, contract) {
  const { status, description, content, headers, 'x-provisional': provisional } = response;
  const id = hashOf(operation.operationId, status).slice(1);
  const [sentence] = description.split('. ');
  const summary = sentence.trimEnd().replace(/[.:]$/, '');
  const title = [
    element('span', { class: `status s${status[0]}` }, status),
    ' ',
    ...inline(summary),
    provisional && [' ', provisionalBadge()].flat(),
  ].flat();
  const details = folded(title.filter(Boolean), `${id}/`, () =>
    element(
      'div',
      { class: 'inner' },
      summary.length + 1 < description.trim().length && prose(description),
      status >= '400' && codeLinks(content, contract),
      headerLinks(headers),
      contentView(content, contract, `${id}/`),
    ),
  );
  details.id = id;
  details.classList.add('response');
  if (status.startsWith('2')) {
    details.open = true;
    details.fill();
  }
  return details;
}

export function responsesView(operation, contract) {
  const views = (responses) => responses.map((response) => responseView(response, operation, contract));
  const isError = ({ status }) => !/^[123]/.test(status);
  const successes = operation.responses.filter((response) => !isError(response));
  const errors = operation.responses.filter(isError);
  const transport = errors.filter(isTransport);
  const actionable = errors.filter((response) => !transport.includes(response));
  return [
    element('h2', {}, 'Response'),
    element('div', { class: 'list' }, views(successes)),
    actionable.length > 0 && [
      element('h2', {}, 'Errors'),
      element('div', { class: 'list' }, views(actionable)),
    ],
    transport.length > 0 &&
      element(
        'details',
        { class: 'transport', 'data-contains': hashOf(operation.operationId, '').slice(1) },
        element('summary', {}, `Errors of the connection and the server (${transport.length})`),
        element('div', { class: 'list' }, views(transport)),
      ),
  ].flat();
}
