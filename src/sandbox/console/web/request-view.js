// Shows the parameters and body examples of an operation without a form.
import { element } from './dom.js';
import { exampleBlocks } from './operation.js';
import { inline } from './prose.js';
import { limitsOf, typeOf } from './schema-view.js';

function parameterItem(parameter, contract) {
  const { name, required, description = '', schema = {} } = parameter;
  const limits = limitsOf(contract.resolve(schema));
  const [example] = contract.examplesOf(parameter);
  return element(
    'li',
    {},
    element('code', {}, name),
    element('span', { class: 'type' }, ` ${parameter.in}, ${typeOf(schema, contract)}`),
    required && element('span', { class: 'must' }, ' required'),
    parameter['x-provisional'] && element('span', { class: 'type' }, ' · provisional'),
    element('p', {}, inline(limits ? `${description} (${limits})` : description)),
    example && element('p', {}, 'Example: ', element('code', {}, String(example.value))),
  );
}

export function requestView({ parameters, requestBody }, contract) {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([mediaType, media]) => [
    element('p', {}, element('code', {}, mediaType)),
    ...exampleBlocks(media, contract),
  ]);
  const nothing = parameters.length === 0 && bodies.length === 0;
  return element(
    'section',
    { class: 'request', 'aria-labelledby': 'request-title' },
    element('h2', { id: 'request-title' }, 'Request'),
    nothing && element('p', { class: 'muted' }, 'No parameters and no body.'),
    parameters.length > 0 &&
      element(
        'ul',
        { class: 'schema' },
        parameters.map((parameter) => parameterItem(parameter, contract)),
      ),
    bodies.length > 0 &&
      element('h3', {}, requestBody['x-provisional'] ? 'Body examples · provisional' : 'Body examples'),
    bodies.flat(),
  );
}
