// The Bruno and Postman collections: one request for each documented example of a success, in a folder for each tag,
// with a test of its status. They run in order against a fresh sandbox.

/** The key of the default world of every sandbox. */
const DEMO_KEY = 'cik_test_CedarValleyPowerAndLightDemo010TfbS6';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';

const wordsOf = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const slugOf = (text) => text.toLowerCase().replaceAll(' ', '-');

/** Returns the example of this name, or else the first. */
const chosen = (examples = {}, name = '') => (examples[name] ?? Object.values(examples)[0])?.value;

function resolverOf(document) {
  return (node) =>
    node?.$ref === undefined
      ? node
      : node.$ref
          .slice(2)
          .split('/')
          .reduce((parent, key) => parent[key], document);
}

/** Returns the names and media types of the success examples of an operation; one without a name when it has none. */
function casesOf(operation) {
  const [[status, { content = {} }]] = Object.entries(operation.responses).filter(([each]) =>
    each.startsWith('2'),
  );
  const types = Object.keys(content);
  const cases = types.flatMap((type) =>
    Object.keys(content[type].examples ?? {}).map((name) => ({
      name,
      status: Number(status),
      format: types.length > 1 ? type.split('/')[1] : undefined,
    })),
  );
  return cases.length > 0 ? cases : [{ name: undefined, status: Number(status), format: undefined }];
}

/** Optional parameters without an example of the case are listed, and switched off. */
function parametersOf(parameters, { name, format }) {
  return parameters.map(({ name: key, in: place, required = false, examples = {} }) => {
    if (key === 'format' && format !== undefined) return { key, place, value: format, isSent: true };
    // A fixed value would replay the response to an earlier run.
    if (key === 'Idempotency-Key') return { key, place, value: '{{$guid}}', isSent: true };
    const isSent = required || (place === 'query' && name in examples);
    return { key, place, value: String(chosen(examples, name)), isSent };
  });
}

function bodyOf(requestBody, name) {
  if (!requestBody) return {};
  const [[type, { examples, encoding }]] = Object.entries(requestBody.content);
  const value = chosen(examples, name);
  if (type === JSON_TYPE) return { json: JSON.stringify(value, null, 2) };
  const parts = Object.entries(value).map(([key, text]) => ({
    key,
    text,
    type: encoding[key].contentType.split(',')[0],
  }));
  return { parts };
}

/** Returns the requests of the document in its order, without those that equal an earlier one. */
function requestsOf(document) {
  const resolve = resolverOf(document);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).flatMap((method) => {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      const made = casesOf(operation).map(({ status, ...each }) => ({
        ...each,
        status,
        request: {
          parameters: parametersOf(parameters, each),
          ...bodyOf(resolve(operation.requestBody), each.name),
        },
      }));
      const isNew = ({ request }, index) =>
        made.findIndex((each) => JSON.stringify(each.request) === JSON.stringify(request)) === index;
      const distinct = made.filter(isNew);
      return distinct.map(({ name, status, format, request }) => {
        const parts = distinct.length > 1 ? [name, format].filter((part) => part !== undefined) : [];
        const { operationId, summary, description, tags } = operation;
        return {
          file: [operationId, ...parts].join('-'),
          title: parts.length > 0 ? `${summary}: ${parts.map(wordsOf).join(', ')}` : summary,
          ...{ method, path: path.replace(/\{(\w+)\}/g, ':$1'), status, description, tag: tags[0] },
          ...request,
        };
      });
    }),
  );
}

const at = (place, { parameters }) => parameters.filter((parameter) => parameter.place === place);
const sentQuery = (request) =>
  at('query', request)
    .filter(({ isSent }) => isSent)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
const urlOf = (request) => `{{baseUrl}}${request.path}${sentQuery(request) && `?${sentQuery(request)}`}`;

function baseUrlOf({ servers: [{ url, variables = {} }] }) {
  return url.replace(/\{(\w+)\}/g, (_, name) => variables[name].default);
}

const indented = (text) => text.replace(/^/gm, '  ');
const block = (name, lines) => (lines.length === 0 ? [] : [`${name} {\n${indented(lines.join('\n'))}\n}`]);
const brunoLines = (parameters) =>
  parameters.map(({ key, value, isSent }) => `${isSent ? '' : '~'}${key}: ${value}`);

function brunoRequest(request, sequence) {
  const { title, method, status, description, json, parts } = request;
  const body = json ? 'json' : parts ? 'multipartForm' : 'none';
  return `${[
    ...block('meta', [`name: ${title}`, 'type: http', `seq: ${sequence}`]),
    ...block(method, [`url: ${urlOf(request)}`, `body: ${body}`, 'auth: inherit']),
    ...block('params:query', brunoLines(at('query', request))),
    ...block('params:path', brunoLines(at('path', request))),
    ...block('headers', brunoLines(at('header', request))),
    ...block('body:json', json ? [json] : []),
    ...block(
      'body:multipart-form',
      (parts ?? []).map(({ key, text, type }) => `${key}: '''\n${indented(text)}\n''' @contentType(${type})`),
    ),
    ...block('assert', [`res.status: eq ${status}`]),
    ...block('docs', [description]),
  ].join('\n\n')}\n`;
}

/** Returns the files of the Bruno collection by their paths in its folder. */
function brunoFiles(document, requests) {
  const { title, summary } = document.info;
  const folders = document.tags.flatMap(({ name, description }, index) => {
    const own = requests.filter(({ tag }) => tag === name);
    const meta = [
      ...block('meta', [`name: ${name}`, `seq: ${index + 1}`]),
      ...block('auth', ['mode: inherit']),
      ...block('docs', [description]),
    ];
    return [
      [`${slugOf(name)}/folder.bru`, `${meta.join('\n\n')}\n`],
      ...own.map((request, place) => [
        `${slugOf(name)}/${request.file}.bru`,
        brunoRequest(request, place + 1),
      ]),
    ];
  });
  const collection = [
    ...block('meta', [`name: ${title}`]),
    ...block('auth', ['mode: apikey']),
    ...block('auth:apikey', ['key: X-API-Key', 'value: {{apiKey}}', 'placement: header']),
    ...block('docs', [summary]),
  ];
  const environment = block('vars', [`baseUrl: ${baseUrlOf(document)}`, `apiKey: ${DEMO_KEY}`]);
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: title, type: 'collection' }, null, 2)}\n`,
    'collection.bru': `${collection.join('\n\n')}\n`,
    'environments/sandbox.bru': `${environment.join('')}\n`,
    ...Object.fromEntries(folders),
  };
}

const postmanRows = (parameters) =>
  parameters.map(({ key, value, isSent }) => ({ key, value, ...(isSent ? {} : { disabled: true }) }));

function postmanRequest(request) {
  const { title, method, path, status, description, json, parts } = request;
  const type = json ? [{ key: 'Content-Type', value: JSON_TYPE }] : [];
  const body = json
    ? { mode: 'raw', raw: json, options: { raw: { language: 'json' } } }
    : parts && {
        mode: 'formdata',
        formdata: parts.map(({ key, text, type: contentType }) => ({
          key,
          value: text,
          type: 'text',
          contentType,
        })),
      };
  return {
    name: title,
    request: {
      method: method.toUpperCase(),
      description,
      header: [...type, ...postmanRows(at('header', request))],
      url: {
        raw: urlOf(request),
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        query: postmanRows(at('query', request)),
        variable: postmanRows(at('path', request)),
      },
      ...(body && { body }),
    },
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: [`pm.test('returns ${status}', () => pm.response.to.have.status(${status}));`],
        },
      },
    ],
  };
}

function postmanCollection({ info, tags }, requests) {
  return {
    info: {
      name: info.title,
      description: info.summary,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: Object.entries({ key: 'X-API-Key', value: '{{apiKey}}', in: 'header' }).map(([key, value]) => ({
        key,
        value,
        type: 'string',
      })),
    },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(postmanRequest),
    })),
  };
}

const postmanEnvironment = (document) => ({
  name: 'Sandbox',
  values: [
    { key: 'baseUrl', value: baseUrlOf(document), type: 'default', enabled: true },
    { key: 'apiKey', value: DEMO_KEY, type: 'secret', enabled: true },
  ],
  _postman_variable_scope: 'environment',
});

/** Returns the files of both collections by their paths. */
export function collectionsOf(document) {
  const requests = requestsOf(document);
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const bruno = Object.entries(brunoFiles(document, requests));
  return {
    'generated/postman/collection.json': json(postmanCollection(document, requests)),
    'generated/postman/sandbox.json': json(postmanEnvironment(document)),
    ...Object.fromEntries(bruno.map(([path, text]) => [`generated/bruno/${path}`, text])),
  };
}
