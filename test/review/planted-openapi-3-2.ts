// Lists planted changes of what OpenAPI 3.2 adds.
import { type Doc, fields, type Planted, schemas } from './world';

const text = { type: 'string' };
const EVENTS = 'text/event-stream';

function version32(document: Doc): void {
  document.openapi = '3.2.0';
  document.components.mediaTypes = { Query: { schema: { type: 'object', properties: { a: text } } } };
  document.paths['/events'] = {
    query: {
      operationId: 'queryEvents',
      requestBody: { content: { 'application/json': { $ref: '#/components/mediaTypes/Query' } } },
      responses: {
        200: {
          content: { [EVENTS]: { itemSchema: { type: 'object', properties: { data: text, retry: text } } } },
        },
      },
    },
    additionalOperations: {
      COPY: {
        operationId: 'copyEvents',
        parameters: [
          {
            name: 'q',
            in: 'querystring',
            content: {
              'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { to: text } } },
            },
          },
        ],
        requestBody: { content: { 'multipart/mixed': { prefixEncoding: [{ contentType: 'text/plain' }] } } },
        responses: { 204: { description: 'Copied.' } },
      },
    },
  };
  document.components.schemas.Asset.properties.place.discriminator.defaultMapping = 'Building';
}

const events = (document: Doc) => document.paths['/events'];
const copy = (document: Doc) => events(document).additionalOperations.COPY;
const stream = (document: Doc) => events(document).query.responses[200].content[EVENTS];
const planted = (name: string, mutate: (document: Doc) => void, expected: string[]): Planted => ({
  name,
  before: version32,
  mutate,
  expected,
});
const ITEM = `queryEvents | response 200 ${EVENTS} item`;
const PLACE = 'listAssets | response 200 application/json: data[].place';

export const OPENAPI_3_2: Planted[] = [
  planted('a query operation is removed', (d) => delete events(d).query, [
    'breaking operation-removed queryEvents | operation',
  ]),
  planted('an additional operation is removed', (d) => delete events(d).additionalOperations, [
    'breaking operation-removed copyEvents | operation',
  ]),
  planted(
    'an additional operation is added',
    (d) => (events(d).additionalOperations.LINK = { responses: {} }),
    ['compatible operation-added LINK /events | operation'],
  ),
  planted('an item of a stream loses a field', (d) => delete stream(d).itemSchema.properties.retry, [
    `breaking response-field-removed ${ITEM}: retry`,
  ]),
  planted('the items of a stream are no longer described', (d) => delete stream(d).itemSchema, [
    `breaking response-type-widened ${ITEM}`,
  ]),
  planted(
    'a media type component changes',
    (d) => (d.components.mediaTypes.Query.schema.properties.a = { type: 'integer' }),
    ['breaking request-type-changed queryEvents | request body application/json: a'],
  ),
  planted(
    'the whole query string has another type in a field',
    (d) => {
      const [parameter] = copy(d).parameters;
      Object.values<Doc>(parameter.content)[0].schema.properties.to = { type: 'integer' };
    },
    ['breaking request-type-changed copyEvents | querystring parameter q: to'],
  ),
  planted(
    'the encoding of a part by position changes',
    (d) => (copy(d).requestBody.content['multipart/mixed'].prefixEncoding = [{ contentType: 'text/csv' }]),
    ['breaking request-encoding-changed copyEvents | request body multipart/mixed'],
  ),
  planted(
    'the default of a discriminator changes',
    (d) => (fields(d, 'Asset').place.discriminator.defaultMapping = '#/components/schemas/Vehicle'),
    [`breaking response-constraint-changed ${PLACE}`],
  ),
  planted(
    'the default of a discriminator is removed',
    (d) => delete fields(d, 'Asset').place.discriminator.defaultMapping,
    [`compatible response-constraint-added ${PLACE}`],
  ),
  {
    name: 'a device authorization URL changes',
    before: (d) => {
      version32(d);
      const flow = {
        deviceAuthorizationUrl: 'https://id.example.com/device',
        tokenUrl: '/token',
        scopes: {},
      };
      d.components.securitySchemes.Device = { type: 'oauth2', flows: { deviceAuthorization: flow } };
      copy(d).security = [{ Device: [] }];
    },
    mutate: (d) =>
      (d.components.securitySchemes.Device.flows.deviceAuthorization.deviceAuthorizationUrl = '/device'),
    expected: ['breaking security-changed copyEvents | operation'],
  },
  planted(
    'the name of the whole query string, tags, `$self` and a server name change',
    (d) => {
      copy(d).parameters[0].name = 'all';
      Object.assign(d, {
        $self: 'https://example.com/api',
        tags: [{ name: 'A' }, { name: 'B', parent: 'A' }],
      });
      d.servers[0].name = 'production';
      schemas(d).Asset.description = 'Other';
    },
    [],
  ),
];
