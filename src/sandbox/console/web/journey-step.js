// Shows one step of a journey: its operation, and after a run its request and response.
import { curlLine } from './curl.js';
import { element, quoted } from './dom.js';
import { bodyBlock, textBlock } from './json-view.js';
import { statusClass } from './outcome.js';
import { inline } from './prose.js';

/** Shows the status, and on request the messages. They are open after a failure. */
export function exchangeView({ request, response, failed }) {
  const { body, ...sent } = { ...request, url: `${location.origin}${request.url}` };
  const command = curlLine({ ...sent, body: body === undefined ? [] : [`--data-raw ${quoted(body)}`] });
  const messages = element(
    'details',
    { open: failed.length > 0 },
    element('summary', {}, 'Request and response'),
    failed.map((condition) => element('p', {}, 'Expected: ', element('code', {}, condition))),
    textBlock(command, 'curl command'),
    response.text === ''
      ? element('p', { class: 'muted' }, 'No body.')
      : bodyBlock(response.text, 'Response body', { type: response.headers.get('Content-Type') ?? '' }),
  );
  return [element('span', { class: statusClass(response.status) }, String(response.status)), messages];
}

/** `outcome` is the element for the exchange of the step. */
export function stepView(step, operation) {
  const { method, path, hash, availability } = operation;
  const outcome = element('div', {});
  const item = element(
    'li',
    {},
    element(
      'p',
      {},
      element('span', { class: `method ${method}` }, method),
      ' ',
      element('a', { class: 'mono', href: hash }, path),
      ' ',
      availability === 'planned' && element('span', { class: 'badge planned' }, 'planned'),
    ),
    element('p', {}, inline(step.description)),
    outcome,
  );
  return { step, operation, item, outcome };
}
