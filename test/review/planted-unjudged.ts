// Lists planted changes of parts that the review does not evaluate. Each is reported as a notice.
import { type Doc, fields, operation, type Planted } from './world';

const report = () => ({
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Report' } } } },
  responses: { 204: { description: 'Taken.' } },
});

/** Adds a webhook with a callback, and a link. */
export function unjudged(document: Doc, description = 'Done.'): void {
  const callbacks = { onDone: { '{$request.body#/url}': { post: { ...report(), summary: description } } } };
  document.webhooks = { done: { post: { description, responses: {}, callbacks } } };
  operation(document, 'createAsset').responses[201].links = {
    self: { operationId: 'deleteAsset', description },
  };
}

const notice = (subject: string, where: string) => [`notice unjudged-changed ${subject} | ${where}`];
const parameter = (document: Doc) => operation(document, 'listAssets').parameters[1];

export const UNJUDGED: Planted[] = [
  {
    name: 'a link changes',
    before: (d) => unjudged(d),
    mutate: (d) => (operation(d, 'createAsset').responses[201].links.self.operationId = 'listAssets'),
    expected: notice('createAsset', 'response 201 link self'),
  },
  {
    name: 'a callback of a webhook is removed',
    before: (d) => unjudged(d),
    mutate: (d) => delete d.webhooks.done.post.callbacks,
    expected: notice('POST webhook done', 'callback onDone'),
  },
  {
    name: 'a component that a callback of a webhook uses changes',
    before: (d) => unjudged(d),
    mutate: (d) => (fields(d, 'Report').title = { type: 'integer' }),
    expected: [
      ...notice('POST webhook done', 'callback onDone'),
      'breaking response-type-changed createReport | response 202 application/json: title',
    ],
  },
  {
    name: 'the host changes',
    mutate: (d) => (d.servers = [{ url: 'https://eu.example.com/v1/' }]),
    expected: notice('the document', 'servers'),
  },
  {
    name: 'a host variable loses a value',
    before: (d) => (d.servers[0].variables.host.enum = ['api.example.com', 'eu.example.com']),
    mutate: (d) => d.servers[0].variables.host.enum.pop(),
    expected: notice('the document', 'servers'),
  },
  {
    name: 'an operation gets its own host',
    mutate: (d) => (operation(d, 'listAssets').servers = [{ url: 'https://lists.example.com/v1' }]),
    expected: notice('listAssets', 'servers'),
  },
  {
    name: 'allowReserved is removed',
    before: (d) => (parameter(d).allowReserved = true),
    mutate: (d) => delete parameter(d).allowReserved,
    expected: notice('listAssets', 'query parameter rating'),
  },
  {
    name: 'allowEmptyValue is added',
    mutate: (d) => (parameter(d).allowEmptyValue = true),
    expected: notice('listAssets', 'query parameter rating'),
  },
];
