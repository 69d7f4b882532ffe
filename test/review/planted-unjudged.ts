// Planted changes of what is not judged: told as a notice, so that silence means sameness.
import { type Doc, fields, operation, type Planted } from './world';

const report = () => ({
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Report' } } } },
  responses: { 204: { description: 'Taken.' } },
});

/** A webhook, a callback and a link. */
export function unjudged(document: Doc, description = 'Done.'): void {
  document.webhooks = { done: { post: { ...report(), description } } };
  operation(document, 'createAsset').callbacks = {
    onDone: { '{$request.body#/url}': { post: { ...report(), summary: description } } },
  };
  operation(document, 'createAsset').responses[201].links = {
    self: { operationId: 'deleteAsset', description },
  };
}

const told = (subject: string, where: string) => [`notice unjudged-changed ${subject} | ${where}`];
const inXml = (document: Doc) => {
  const { requestBody } = operation(document, 'createAsset');
  requestBody.content = { 'application/xml': requestBody.content['application/json'] };
};
const parameter = (document: Doc) => operation(document, 'listAssets').parameters[1];

export const UNJUDGED: Planted[] = [
  {
    name: 'a webhook is removed',
    before: (d) => unjudged(d),
    mutate: (d) => delete d.webhooks,
    expected: told('the document', 'webhook done'),
  },
  {
    name: 'a link changes',
    before: (d) => unjudged(d),
    mutate: (d) => (operation(d, 'createAsset').responses[201].links.self.operationId = 'listAssets'),
    expected: told('createAsset', 'response 201 link self'),
  },
  {
    name: 'a callback is removed',
    before: (d) => unjudged(d),
    mutate: (d) => delete operation(d, 'createAsset').callbacks,
    expected: told('createAsset', 'callback onDone'),
  },
  {
    name: 'what a webhook and a callback send changes behind a reference',
    before: (d) => unjudged(d),
    mutate: (d) => (fields(d, 'Report').title = { type: 'integer' }),
    expected: [
      ...told('the document', 'webhook done'),
      ...told('createAsset', 'callback onDone'),
      'planned response-type-changed createReport | response 202 application/json: title',
    ],
  },
  {
    name: 'the host changes',
    mutate: (d) => (d.servers = [{ url: 'https://eu.example.com/v1/' }]),
    expected: told('the document', 'servers'),
  },
  {
    name: 'a host loses a value of its variable',
    before: (d) => (d.servers[0].variables.host.enum = ['api.example.com', 'eu.example.com']),
    mutate: (d) => d.servers[0].variables.host.enum.pop(),
    expected: told('the document', 'servers'),
  },
  {
    name: 'one operation gets a host of its own',
    mutate: (d) => (operation(d, 'listAssets').servers = [{ url: 'https://lists.example.com/v1' }]),
    expected: told('listAssets', 'servers'),
  },
  {
    name: 'reserved characters are no longer allowed',
    before: (d) => (parameter(d).allowReserved = true),
    mutate: (d) => delete parameter(d).allowReserved,
    expected: told('listAssets', 'query parameter rating'),
  },
  {
    name: 'an empty value is allowed',
    mutate: (d) => (parameter(d).allowEmptyValue = true),
    expected: told('listAssets', 'query parameter rating'),
  },
  {
    name: 'a field becomes an attribute of XML',
    before: inXml,
    mutate: (d) => (fields(d, 'CreateAsset').name.xml = { attribute: true }),
    expected: told('createAsset', 'request body application/xml xml'),
  },
];
