// Shows one operation: description, request and responses.
import { element } from './dom.js';
import { bodyBlock } from './json-view.js';
import { inline, prose } from './prose.js';
import { schemaView } from './schema-view.js';
import { transitionsOf, transitionsView } from './transitions.js';

/** Renders all examples of a body. */
export function exampleBlocks(media, contract) {
  return contract.examplesOf(media).map(({ summary, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return element(
      'div',
      {},
      element('p', { class: 'muted' }, summary),
      bodyBlock(text, `Example ${summary}`),
    );
  });
}

function contentView(content, contract) {
  return Object.entries(content ?? {}).flatMap(([mediaType, media]) => [
    element('p', {}, element('code', {}, mediaType)),
    media.schema && schemaView(media.schema, contract),
    ...exampleBlocks(media, contract),
  ]);
}

function responseView({ status, description, content, 'x-provisional': provisional }, contract) {
  const summary = element(
    'summary',
    {},
    element('span', { class: `status s${status[0]}` }, status),
    ' ',
    inline(description.split('. ')[0].replace(/[.:]?$/, '')),
    provisional && ' · provisional',
  );
  const details = element('details', {}, summary);
  // Rendered on opening: some responses have many fields.
  details.addEventListener('toggle', () => {
    if (details.children.length === 1)
      details.append(element('div', { class: 'inner' }, prose(description), contentView(content, contract)));
  });
  return details;
}

function bodySchema({ requestBody }, contract) {
  const media = Object.values(requestBody?.content ?? {})[0];
  if (!media?.schema) return undefined;
  return [
    element('h2', {}, 'Request body'),
    element(
      'details',
      { class: 'body-schema', open: true },
      element('summary', {}, 'Fields'),
      element('div', { class: 'inner' }, schemaView(media.schema, contract)),
    ),
  ];
}

/** Shows the state machines in which the operation changes a status. */
function statusChanges({ operationId }, contract) {
  const machines = Object.entries(contract.schemas).filter(([, schema]) =>
    transitionsOf(schema).some(({ on }) => on.includes(operationId)),
  );
  return machines.map(([name, schema]) => [
    element('h2', {}, 'Status changes: ', element('code', {}, name)),
    transitionsView(schema, name, operationId),
  ]);
}

/** `requestPart` is the try-it form, or the request without a form. */
export function operationView(operation, contract, requestPart) {
  const { summary, description, method, path, operationId, availability, responses } = operation;
  return element(
    'article',
    {},
    element('a', { class: 'back', href: '#' }, '‹ All operations'),
    element(
      'div',
      { class: 'title' },
      element('h1', {}, summary),
      element('span', { class: `badge ${availability}` }, availability),
      operation['x-provisional'] && element('span', { class: 'badge' }, 'provisional'),
    ),
    element(
      'p',
      { class: 'endpoint' },
      element('span', { class: `method ${method}` }, method),
      ` ${path} `,
      element('span', { class: 'id' }, operationId),
    ),
    prose(description),
    element(
      'div',
      { class: 'halves' },
      requestPart,
      element(
        'div',
        { class: 'responses' },
        statusChanges(operation, contract).flat(),
        bodySchema(operation, contract),
        element('h2', {}, 'Responses'),
        element(
          'div',
          { class: 'list' },
          responses.map((response) => responseView(response, contract)),
        ),
      ),
    ),
  );
}
