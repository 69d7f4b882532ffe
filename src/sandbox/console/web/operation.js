// Shows one operation: description, request and responses.
import { hashOf } from './contract.js';
import { element, provisionalBadge } from './dom.js';
import { prose } from './prose.js';
import { responsesView } from './responses.js';
import { schemaView } from './schema-view.js';
import { transitionsOf, transitionsView } from './transitions.js';

function bodySchema({ operationId, requestBody }, contract) {
  const media = Object.values(requestBody?.content ?? {})[0];
  if (!media?.schema) return undefined;
  return [
    element('h2', {}, 'Request body', requestBody['x-provisional'] && [' ', provisionalBadge()]),
    element(
      'div',
      { class: 'body-schema' },
      schemaView(media.schema, contract, `${hashOf(operationId, 'body').slice(1)}/`),
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

/** `request` is the try-it form, or the request without a form, as `{ form, side }`: `side` stays in sight. */
export function operationView(operation, contract, request) {
  const { summary, description, method, path, operationId, availability } = operation;
  return element(
    'article',
    { class: 'operation' },
    element(
      'div',
      { class: 'intro' },
      element(
        'div',
        { class: 'title' },
        element('h1', {}, summary),
        element('span', { class: `badge ${availability}` }, availability),
        operation['x-provisional'] && provisionalBadge(),
      ),
      element(
        'p',
        { class: 'endpoint' },
        element('span', { class: `method ${method}` }, method),
        ` ${path} `,
        element('span', { class: 'id' }, operationId),
      ),
      prose(description),
    ),
    element('div', { class: 'request' }, request.form),
    element('section', { class: 'side', 'aria-label': 'Request and response' }, request.side),
    element(
      'div',
      { class: 'rest responses' },
      bodySchema(operation, contract),
      responsesView(operation, contract),
      statusChanges(operation, contract),
    ),
  );
}
