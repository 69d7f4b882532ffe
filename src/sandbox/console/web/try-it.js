// Sends an operation to the sandbox and shows the response and the request in several languages.
import { placed } from './contract.js';
import { element } from './dom.js';
import { fileField, jsonBodyField, parameterField, preferField } from './fields.js';
import { bodyBlock, fileNameOf } from './json-view.js';
import { answeredBy, duration, statusClass } from './outcome.js';
import { pending } from './pending.js';
import { bodyPicks } from './record-picker.js';
import { reachOperation } from './request.js';
import { sampleView } from './sample-view.js';

/** The fields of the page's caller belong to this form too. */
export const FORM_ID = 'try-form';

/** Builds the request from the form. */
function requestOf({ operation, parameters, prefer, body, files }, key, url) {
  const given = parameters
    .map(({ parameter, control }) => ({ ...parameter, value: control.value }))
    .filter(({ value }) => value !== '');
  const { url: path, headers } = placed(operation.path, given);
  headers['X-API-Key'] = key;
  if (prefer.control.value !== '') headers['Prefer'] = prefer.control.value;
  if (body) headers['Content-Type'] = 'application/json';
  return {
    method: operation.method,
    url: url + path,
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

async function send({ method, url, headers, body, files }, signal) {
  const form = new FormData();
  for (const { name, file } of files) form.append(name, file());
  const begun = performance.now();
  // Relative to this origin: the browser may use another host name than the settings.
  const { pathname, search } = new URL(url);
  const response = await reachOperation(pathname + search, {
    ...{ method, headers, signal },
    ...(files.length > 0 ? { body: form } : body === undefined ? {} : { body }),
  });
  const blob = await response.blob();
  return { response, blob, text: await blob.text(), milliseconds: performance.now() - begun };
}

const outcomeOf = ({ response, milliseconds }) => [
  element('span', { class: statusClass(response.status) }, `${response.status} ${response.statusText}`),
  answeredBy(response.headers.get('X-Answered-By')),
  element('span', { class: 'muted' }, duration(milliseconds)),
];

function responseView({ response, blob, text }) {
  const [type, disposition] = ['Content-Type', 'Content-Disposition'].map((name) =>
    response.headers.get(name),
  );
  const headers = [...response.headers].map(([name, value]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
  );
  return [
    text === ''
      ? element('p', { class: 'muted' }, 'No body.')
      : bodyBlock(text, 'Response body', { type: type ?? '', fileName: fileNameOf(disposition), blob }),
    element(
      'details',
      {},
      element('summary', {}, `Headers (${headers.length})`),
      element('table', { class: 'fields' }, element('tbody', {}, headers)),
    ),
    element('p', {}, element('a', { href: './' }, 'Show in the console')),
  ];
}

function bodyParts({ requestBody }, contract, picker) {
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (mediaType === 'multipart/form-data')
    return {
      files: Object.keys(contract.resolve(media.schema).properties).map((name) =>
        fileField(name, media, contract),
      ),
    };
  if (!media) return { files: [] };
  const body = jsonBodyField(media, contract);
  const picks = bodyPicks(media.schema, body.control, contract, picker);
  return { body: { ...body, rows: [...body.rows, ...picks] }, files: [] };
}

/** Returns the form, and the elements beside it: Send, the caller, the response and the sample. */
export function tryIt(operation, contract, settings, caller, picker) {
  picker.clear();
  const parameters = operation.parameters.map((parameter) =>
    parameterField(parameter, contract, operation.operationId, picker),
  );
  const fields = {
    operation,
    parameters,
    prefer: preferField(operation, contract),
    ...bodyParts(operation, contract, picker),
  };
  const request = () => requestOf(fields, caller.key(), settings.url);
  const sample = sampleView(() => sampleOf(request()));
  const response = element('div', { class: 'answer', hidden: true });
  const outcome = element('p', { class: 'outcome', role: 'status' });
  const button = element('button', { type: 'submit', form: FORM_ID, class: 'primary' }, 'Send');
  const form = element(
    'form',
    { id: FORM_ID },
    parameters.map(({ row }) => row),
    fields.body?.rows,
    fields.files.map(({ row }) => row),
    fields.prefer.row,
  );

  const { run, beside } = pending(button);
  const submit = () =>
    run(async (signal) => {
      await caller.check(); // the world, its key or the whole sandbox may be another one now
      const result = await send(request(), signal);
      outcome.replaceChildren(...outcomeOf(result));
      response.replaceChildren(...responseView(result));
      response.hidden = false;
      if (result.response.ok) picker.add(result.text);
      if (operation.method !== 'GET') void caller.refresh(); // the request may change the people
      void picker.refresh();
    }).catch(({ message }) => {
      outcome.replaceChildren(message);
      response.hidden = true;
    });
  form.addEventListener('input', sample.show);
  const update = () => {
    sample.show();
    void picker.refresh();
  };
  void picker.refresh();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  return {
    form: element(
      'section',
      { class: 'card try', 'aria-labelledby': 'try-title' },
      element('header', {}, element('h2', { id: 'try-title' }, 'Try it')),
      form,
    ),
    side: [
      element('div', { class: 'send' }, button, beside, outcome),
      caller.show(update),
      response,
      sample.view,
    ],
  };
}
