// Lists planted changes of webhooks and callbacks. The API sends their requests and reads the responses.
import { type Doc, operation, type Planted, schemas } from './world';

const event = (): Doc => ({
  parameters: [
    { name: 'X-Signature', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, state: { type: 'string', enum: ['queued', 'done'] } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Taken.',
      headers: { 'X-Next': { schema: { type: 'integer', maximum: 10 } } },
      content: {
        'application/json': { schema: { type: 'object', properties: { more: { type: 'boolean' } } } },
      },
    },
    410: { description: 'Gone.' },
  },
});

const URL = '{$request.body#/url}';

export function webhooks(document: Doc): void {
  document.webhooks = { done: { post: { operationId: 'reportDone', ...event() } } };
  operation(document, 'createAsset').callbacks = { onDone: { [URL]: { post: event() } } };
}

const webhook = (document: Doc) => document.webhooks.done.post;
const callback = (document: Doc) => operation(document, 'createAsset').callbacks.onDone[URL].post;
const each = (change: (request: Doc) => void) => (document: Doc) => {
  change(webhook(document));
  change(callback(document));
};
const body = (request: Doc) => request.requestBody.content['application/json'].schema;
const reply = (request: Doc) => request.responses[200];

/** Returns one line for the webhook and one for the callback. */
const both = (rule: string, where: string) => [
  `${rule} reportDone | ${where}`,
  `${rule} createAsset | callback POST onDone ${URL} ${where}`,
];
const BODY = 'request body application/json';
const REPLY = 'response 200 application/json';
const planted = (name: string, change: (request: Doc) => void, expected: string[]): Planted => ({
  name,
  before: webhooks,
  mutate: each(change),
  expected,
});

export const WEBHOOKS: Planted[] = [
  planted(
    'the sent body loses a field',
    (request) => delete body(request).properties.id,
    both('breaking response-field-removed', `${BODY}: id`),
  ),
  planted(
    'the sent body gains a field',
    (request) => (body(request).properties.at = { type: 'string' }),
    both('compatible response-field-added', `${BODY}: at`),
  ),
  planted(
    'the sent body gains a value',
    (request) => body(request).properties.state.enum.push('failed'),
    both('breaking response-value-added', `${BODY}: state`),
  ),
  planted(
    'the sent body requires one more field',
    (request) => body(request).required.push('state'),
    both('compatible response-field-became-required', `${BODY}: state`),
  ),
  planted(
    'the sent body becomes optional',
    (request) => delete request.requestBody.required,
    both('breaking response-field-became-optional', 'request body'),
  ),
  planted(
    'the sent body is removed',
    (request) => delete request.requestBody,
    both('breaking response-body-removed', 'request body'),
  ),
  planted(
    'the sent media type changes',
    (request) => (request.requestBody.content = { 'text/plain': {} }),
    both('breaking response-media-type-changed', 'request body'),
  ),
  planted(
    'a sent header is removed',
    (request) => request.parameters.shift(),
    both('breaking response-field-removed', 'header parameter X-Signature'),
  ),
  planted(
    'a sent header becomes optional',
    (request) => delete request.parameters[0].required,
    both('breaking response-field-became-optional', 'header parameter X-Signature'),
  ),
  planted(
    'a required query parameter is sent',
    (request) => request.parameters.push({ name: 'try', in: 'query', required: true, schema: {} }),
    both('compatible response-field-added', 'query parameter try'),
  ),
  planted(
    'a sent list has commas',
    (request) => (request.parameters[1].explode = false),
    both('breaking parameter-style-changed', 'query parameter ids'),
  ),
  planted(
    'the response of the caller needs a field',
    (request) => (reply(request).content['application/json'].schema.required = ['more']),
    both('breaking request-field-became-required', `${REPLY}: more`),
  ),
  planted(
    'the response of the caller may have another type',
    (request) =>
      (reply(request).content['application/json'].schema.properties.more.type = ['boolean', 'string']),
    both('compatible request-type-widened', `${REPLY}: more`),
  ),
  planted(
    'a header of the caller has a tighter limit',
    (request) => (reply(request).headers['X-Next'].schema.maximum = 5),
    both('breaking request-limit-tightened', 'response 200 header X-Next'),
  ),
  planted(
    'the API reads a new required header of the caller',
    (request) => (reply(request).headers['X-Id'] = { required: true, schema: {} }),
    both('breaking request-required-field-added', 'response 200 header X-Id'),
  ),
  planted(
    'the API reads a body of another status',
    (request) => (request.responses[410].content = { 'application/json': {} }),
    both('breaking request-body-required-added', 'response 410'),
  ),
  planted(
    'the API accepts one more success status',
    (request) => (request.responses[204] = { description: 'Taken.' }),
    both('notice response-status-added', 'response 204'),
  ),
  planted(
    'the API no longer accepts a success status',
    (request) => delete request.responses[200],
    both('breaking response-success-removed', 'response 200'),
  ),
  planted(
    'the API no longer handles an error status',
    (request) => delete request.responses[410],
    both('notice response-status-removed', 'response 410'),
  ),
  planted(
    'the security of the sent request changes',
    (request) => (request.security = [{ Bearer: [] }]),
    both('notice unjudged-changed', 'security'),
  ),
  {
    name: 'a webhook is removed',
    before: webhooks,
    mutate: (d) => delete d.webhooks,
    expected: ['breaking operation-removed reportDone | operation'],
  },
  {
    name: 'a planned webhook is removed',
    before: (d) => (webhooks(d), (webhook(d)['x-availability'] = 'planned')),
    mutate: (d) => delete d.webhooks,
    expected: ['breaking operation-removed reportDone | operation'],
  },
  {
    name: 'a webhook without operationId is added',
    before: webhooks,
    mutate: (d) => (d.webhooks.failed = { post: event() }),
    expected: ['compatible operation-added POST webhook failed | operation'],
  },
  {
    name: 'a webhook is deprecated',
    before: webhooks,
    mutate: (d) => (webhook(d).deprecated = true),
    expected: ['notice operation-deprecated reportDone | operation'],
  },
  {
    name: 'a callback is removed',
    before: webhooks,
    mutate: (d) => delete operation(d, 'createAsset').callbacks,
    expected: [`breaking callback-removed createAsset | callback POST onDone ${URL}`],
  },
  {
    name: 'the URL of a callback changes',
    before: webhooks,
    mutate: (d) =>
      (operation(d, 'createAsset').callbacks.onDone = { '{$request.body#/target}': { post: event() } }),
    expected: [
      `breaking callback-removed createAsset | callback POST onDone ${URL}`,
      'compatible callback-added createAsset | callback POST onDone {$request.body#/target}',
    ],
  },
  {
    name: 'a component that a callback of a planned operation sends changes',
    before: (d) => {
      const request = event();
      request.requestBody.content['application/json'].schema = { $ref: '#/components/schemas/Event' };
      schemas(d).Event = { type: 'string' };
      operation(d, 'createReport').callbacks = { onDone: { [URL]: { post: request } } };
    },
    mutate: (d) => (schemas(d).Event.type = 'integer'),
    expected: [`breaking response-type-changed createReport | callback POST onDone ${URL} ${BODY}`],
  },
];
