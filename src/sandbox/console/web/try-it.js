// Sends an operation to the sandbox and shows the response and the request in several languages.
import { element } from './dom.js';
import { fileField, jsonBodyField, keyField, parameterField, preferField } from './fields.js';
import { bodyBlock } from './json-view.js';
import { answeredBy, duration, statusClass } from './outcome.js';
import { sampleView } from './sample-view.js';

/** Builds the request from the form. */
function requestOf({ operation, parameters, key, prefer, body, files }, url) {
  const given = parameters
    .map(({ parameter, control }) => ({ ...parameter, value: control.value }))
    .filter(({ value }) => value !== '');
  const of = (place) => given.filter((parameter) => parameter.in === place);
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name) =>
    encodeURIComponent(of('path').find((parameter) => parameter.name === name)?.value ?? ''),
  );
  const query = new URLSearchParams(of('query').map(({ name, value }) => [name, value])).toString();
  const headers = Object.fromEntries(of('header').map(({ name, value }) => [name, value]));
  if (key.control.value !== '') headers['X-API-Key'] = key.control.value;
  if (prefer.control.value !== '') headers['Prefer'] = prefer.control.value;
  if (body) headers['Content-Type'] = 'application/json';
  return {
    method: operation.method,
    url: `${url}${path}${query && `?${query}`}`,
    headers,
    body: body?.control.value,
    files,
  };
}

/** Returns the request as the samples write it: a file has the name that it has on the reader's disk. */
const sampleOf = ({ files, ...request }) => ({
  ...request,
  files: files.map(({ name, file, example }) => {
    const { name: fileName, type } = file();
    return { name, fileName, type, content: example() };
  }),
});

async function send({ method, url, headers, body, files }) {
  const form = new FormData();
  for (const { name, file } of files) form.append(name, file());
  const begun = performance.now();
  // Relative to this origin: the browser may use another host name than the settings. No cached responses.
  const { pathname, search } = new URL(url);
  const response = await fetch(pathname + search, {
    method,
    headers,
    cache: 'no-store',
    ...(files.length > 0 ? { body: form } : body === undefined ? {} : { body }),
  });
  return { response, text: await response.text(), milliseconds: performance.now() - begun };
}

const outcomeOf = ({ response, milliseconds }) => [
  element('span', { class: statusClass(response.status) }, `${response.status} ${response.statusText}`),
  answeredBy(response.headers.get('X-Answered-By')),
  element('span', { class: 'muted' }, duration(milliseconds)),
];

function responseView({ response, text }) {
  const headers = [...response.headers].map(([name, value]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
  );
  return [
    text === '' ? element('p', { class: 'muted' }, 'No body.') : bodyBlock(text, 'Response body'),
    element(
      'details',
      {},
      element('summary', {}, `Headers (${headers.length})`),
      element('table', { class: 'fields' }, element('tbody', {}, headers)),
    ),
    element('p', {}, element('a', { href: './' }, 'Show in the console')),
  ];
}

function bodyParts({ requestBody }, contract) {
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (mediaType === 'multipart/form-data')
    return {
      files: Object.keys(contract.resolve(media.schema).properties).map((name) =>
        fileField(name, media, contract),
      ),
    };
  return media ? { body: jsonBodyField(media, contract), files: [] } : { files: [] };
}

export function tryIt(operation, contract, settings) {
  const parameters = operation.parameters.map((parameter) =>
    parameterField(parameter, contract, operation.operationId),
  );
  const form = {
    operation,
    parameters,
    key: keyField(settings.key),
    prefer: preferField(operation, contract),
    ...bodyParts(operation, contract),
  };
  const sample = sampleView(() => sampleOf(requestOf(form, settings.url)));
  const response = element('div', { class: 'answer', hidden: true });
  const outcome = element('p', { class: 'outcome', role: 'status' });
  const button = element('button', { type: 'submit', class: 'primary' }, 'Send');
  const rows = [
    ...parameters.map(({ row }) => row),
    ...(form.body?.rows ?? []),
    ...form.files.map(({ row }) => row),
    form.key.row,
    form.prefer.row,
  ];
  const formElement = element(
    'form',
    {},
    rows,
    sample.view,
    element('div', { class: 'send' }, button, outcome),
  );
  formElement.addEventListener('input', sample.show);
  formElement.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const result = await send(requestOf(form, settings.url));
      outcome.replaceChildren(...outcomeOf(result));
      response.replaceChildren(...responseView(result));
      response.hidden = false;
    } catch (error) {
      outcome.replaceChildren(`Could not send the request: ${error.message}`);
      response.hidden = true;
    } finally {
      button.disabled = false;
    }
  });
  return element(
    'section',
    { class: 'card try', 'aria-labelledby': 'try-title' },
    element('header', {}, element('h2', { id: 'try-title' }, 'Try it')),
    formElement,
    response,
  );
}
