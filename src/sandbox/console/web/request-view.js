// Shows the parameters, samples and body examples of an operation without a form.
import { hashOf, placed } from './contract.js';
import { element, provisionalBadge, selfLink } from './dom.js';
import { inline } from './prose.js';
import { exampleBlocks } from './responses.js';
import { sampleView } from './sample-view.js';
import { limitsOf, typeView } from './schema-type.js';

function parameterItem(parameter, contract, operationId) {
  const { name, required, description = '', schema = {} } = parameter;
  const limits = limitsOf(schema, contract);
  const [example] = contract.examplesOf(parameter);
  const hash = hashOf(operationId, 'parameter', name);
  return element(
    'li',
    { id: hash.slice(1) },
    selfLink(hash, element('code', {}, name)),
    element('span', { class: 'type' }, ` ${parameter.in}, `, typeView(schema, contract)),
    required && element('span', { class: 'must' }, ' required'),
    parameter['x-provisional'] && [' ', provisionalBadge()],
    element('p', {}, inline(limits ? `${description} (${limits})` : description)),
    example && element('p', {}, 'Example: ', element('code', {}, String(example.value))),
  );
}

/** Returns the request of the examples: required parameters, the first body and a placeholder for the key. */
function exampleRequest({ method, path, parameters, requestBody }, contract) {
  const { url = '', variables = {} } = contract.server ?? {};
  const base = url.replace(/\{(\w+)\}/g, (_, name) => variables[name]?.default ?? name);
  const given = parameters
    .filter(({ required }) => required)
    .map((one) => ({ ...one, value: String(contract.examplesOf(one)[0]?.value ?? one.name) }));
  const { url: target, headers } = placed(path, given);
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isForm = mediaType === 'multipart/form-data';
  const files = isForm ? Object.keys(contract.resolve(media.schema).properties) : [];
  return {
    method,
    url: base + target,
    headers: {
      'X-API-Key': 'YOUR_API_KEY',
      ...headers,
      ...(media && !isForm && { 'Content-Type': mediaType }),
    },
    body: media && !isForm ? JSON.stringify(contract.examplesOf(media)[0]?.value ?? {}, null, 2) : undefined,
    files: files.map((name) => contract.fileOf(media, name)),
  };
}

export function requestView(operation, contract) {
  const { parameters, requestBody, operationId } = operation;
  const bodies = Object.entries(requestBody?.content ?? {}).map(([mediaType, media]) => [
    element('p', {}, element('code', {}, mediaType)),
    ...exampleBlocks(mediaType, media, contract),
  ]);
  return {
    form: [
      element('h2', {}, 'Request'),
      parameters.length > 0 &&
        element(
          'ul',
          { class: 'schema card' },
          parameters.map((parameter) => parameterItem(parameter, contract, operationId)),
        ),
      bodies.length > 0 && element('h3', {}, 'Body examples'),
      bodies,
    ],
    side: sampleView(() => exampleRequest(operation, contract)).view,
  };
}
