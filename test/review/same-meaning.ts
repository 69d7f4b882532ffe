// Lists documents that differ but are equivalent for callers.
import { transitions, withTransitions } from './planted-transitions';
import { unjudged } from './planted-unjudged';
import { type Doc, fields, operation, type Planted, schemas } from './world';

type Same = Omit<Planted, 'expected'>;

const rename = (from: string, to: string) => (document: Doc) => {
  const text = JSON.stringify(document).replaceAll(
    `#/components/schemas/${from}"`,
    `#/components/schemas/${to}"`,
  );
  const renamed = JSON.parse(text);
  renamed.components.schemas[to] = renamed.components.schemas[from];
  delete renamed.components.schemas[from];
  Object.assign(document, renamed);
};

/** Reverses the order of keys, but not of lists. */
const reversed = (value: Doc): Doc =>
  Array.isArray(value)
    ? value.map(reversed)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, item]) => [key, reversed(item)]),
        )
      : value;

const put = (document: Doc, next: Doc) => {
  for (const key of Object.keys(document)) delete document[key];
  Object.assign(document, next);
};

const site = (...names: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: Object.fromEntries(['id', ...names].map((name) => [name, { type: 'string' }])),
});
const TAGS =
  '^[ \\t]*\\*[ \\t]*$|^[ \\t,]*(W/)?"[!#-~\\x80-\\xFF]*"([ \\t]*(,[ \\t]*)+(W/)?"[!#-~\\x80-\\xFF]*")*[ \\t,]*$';
const tagHeader = (rule: object) => ({ name: 'If-Match', in: 'header', schema: { type: 'string', ...rule } });
const parameters = (document: Doc) => operation(document, 'listAssets').parameters;

const open = (values: string[]) => ({ anyOf: [{ type: 'string', enum: values }, { type: 'string' }] });

/** Converts a document to the usual form of 3.0. */
const to30 = (value: Doc): Doc => {
  if (Array.isArray(value)) return value.map(to30);
  if (!value || typeof value !== 'object') return value;
  const {
    type,
    const: only,
    ...rest
  } = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, to30(item)]));
  const nullable = Array.isArray(type) && type.includes('null');
  return {
    ...rest,
    ...(type === undefined ? {} : { type: nullable ? type[0] : type }),
    ...(nullable ? { nullable } : {}),
    ...(only === undefined ? {} : { enum: [only] }),
  };
};

const withReferences30 = (document: Doc) => {
  put(document, { ...to30(document), openapi: '3.0.3' });
  fields(document, 'CreateAsset').rating = {
    allOf: [{ $ref: '#/components/schemas/Rating' }],
    default: 'low',
  };
};

const asset = (document: Doc) => fields(document, 'Asset');
const create = (document: Doc) => fields(document, 'CreateAsset');
const owner = { $ref: '#/components/schemas/Owner' };

export const SAME: Same[] = [
  { name: 'nothing changes', mutate: () => undefined },
  { name: 'a component is renamed', mutate: rename('Owner', 'Person') },
  { name: 'a component that contains itself is renamed', mutate: rename('Asset', 'Device') },
  { name: 'a branch with a constant field is renamed', mutate: rename('Building', 'House') },
  { name: 'a reference is inlined', mutate: (d) => (asset(d).owner = schemas(d).Owner) },
  {
    name: 'a circular schema is unrolled once',
    mutate: (d) => (asset(d).parent = { ...schemas(d).Asset, properties: { ...asset(d) } }),
  },
  {
    name: 'an inline schema becomes a component',
    mutate: (d) => (
      (schemas(d).Notes = asset(d).notes),
      (asset(d).notes = { $ref: '#/components/schemas/Notes' })
    ),
  },
  {
    name: 'a reference leads to a reference',
    mutate: (d) => ((schemas(d).Alias = owner), (asset(d).owner = { $ref: '#/components/schemas/Alias' })),
  },
  {
    name: 'a parameter is inlined',
    mutate: (d) => (operation(d, 'listAssets').parameters[0] = d.components.parameters.Limit),
  },
  {
    name: 'a response is inlined',
    mutate: (d) => (operation(d, 'listAssets').responses[400] = d.components.responses.BadRequest),
  },
  {
    name: 'a path item becomes a component',
    mutate: (d) => (
      (d.components.pathItems = { Reports: d.paths['/reports'] }),
      (d.paths['/reports'] = { $ref: '#/components/pathItems/Reports' })
    ),
  },
  { name: 'an unused component changes', mutate: (d) => (schemas(d).Unused = { type: 'string' }) },
  { name: 'the order of keys changes', mutate: (d) => put(d, reversed(d)) },
  {
    name: 'the order of unordered lists changes',
    mutate: (d) => (
      schemas(d).Asset.required.reverse(),
      schemas(d).Rating.enum.reverse(),
      asset(d).place.oneOf.reverse(),
      operation(d, 'listAssets').parameters.reverse()
    ),
  },
  {
    name: 'fields move into an allOf part',
    mutate: (d) => {
      const { id, name, ...rest } = asset(d);
      schemas(d).Named = { type: 'object', required: ['id', 'name'], properties: { id, name } };
      schemas(d).Asset = {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { type: 'object', required: ['rating', 'owner'], properties: rest },
        ],
      };
    },
  },
  {
    name: 'allOf with one part is added',
    mutate: (d) => (asset(d).owner = { allOf: [owner], description: 'Who.' }),
  },
  {
    name: 'a looser limit is added beside a tighter one',
    mutate: (d) =>
      (asset(d).name = {
        allOf: [
          { type: 'string', maxLength: 163 },
          { minLength: 1, maxLength: 1000 },
        ],
      }),
  },
  { name: 'oneOf with one branch is added', mutate: (d) => (asset(d).owner = { oneOf: [owner] }) },
  {
    name: 'anyOf replaces oneOf with disjoint branches',
    mutate: (d) => (create(d).place = { anyOf: create(d).place.oneOf }),
  },
  {
    name: 'oneOf of constants replaces enum',
    mutate: (d) =>
      (schemas(d).Rating = {
        oneOf: ['high', 'medium', 'low'].map((value) => ({ const: value, title: value.toUpperCase() })),
      }),
  },
  {
    name: 'const replaces enum with one value',
    mutate: (d) => (fields(d, 'Building').kind = { type: 'string', enum: ['building'] }),
  },
  {
    name: 'oneOf of types replaces a type list',
    before: (d) => (asset(d).notes = { type: ['string', 'integer', 'null'] }),
    mutate: (d) => (asset(d).notes = { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] }),
  },
  {
    name: 'the order of two unions changes',
    before: (d) =>
      (schemas(d).Owner.allOf = [
        { oneOf: [{ required: ['phone'] }, { required: ['email'] }] },
        { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      ]),
    mutate: (d) => schemas(d).Owner.allOf.reverse(),
  },
  {
    name: 'an enum of both values replaces type boolean',
    before: (d) => (asset(d).notes = { type: 'boolean' }),
    mutate: (d) => (asset(d).notes = { type: 'boolean', enum: [false, true] }),
  },
  {
    name: 'the order in dependentRequired changes',
    before: (d) => (schemas(d).CreateAsset.dependentRequired = { code: ['price', 'email'] }),
    mutate: (d) => schemas(d).CreateAsset.dependentRequired.code.reverse(),
  },
  {
    name: 'the media type of a parameter changes to capitals',
    before: (d) =>
      (operation(d, 'listAssets').parameters[1] = {
        name: 'rating',
        in: 'query',
        content: { 'application/json': { schema: { type: 'object' } } },
      }),
    mutate: (d) =>
      (operation(d, 'listAssets').parameters[1].content = {
        'Application/JSON': { schema: { type: 'object' } },
      }),
  },
  {
    name: 'the least common multiple replaces two multipleOf',
    before: (d) => (asset(d).count.allOf = [{ multipleOf: 4 }, { multipleOf: 6 }]),
    mutate: (d) => (delete asset(d).count.allOf, (asset(d).count.multipleOf = 12)),
  },
  {
    name: 'a field is forbidden by name and other fields are forbidden too',
    mutate: (d) => (create(d).nothing = false),
  },
  {
    name: 'a null branch replaces type null',
    mutate: (d) => (asset(d).notes = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
  },
  {
    name: 'nullable beside allOf (3.0) replaces a null branch (3.1)',
    before: (d) => (asset(d).owner = { oneOf: [owner, { type: 'null' }] }),
    mutate: (d) => (withReferences30(d), (asset(d).owner = { allOf: [owner], nullable: true })),
  },
  { name: 'the whole document changes to 3.0', mutate: withReferences30 },
  { name: 'the version of OpenAPI changes to 3.2', mutate: (d) => (d.openapi = '3.2.0') },
  {
    name: '3.0 exclusive limits replace 3.1 ones',
    before: (d) => (asset(d).count = { type: 'number', exclusiveMinimum: 0 }),
    mutate: (d) => (
      withReferences30(d),
      (asset(d).count = { type: 'number', minimum: 0, exclusiveMinimum: true })
    ),
  },
  {
    name: 'an exclusive integer limit replaces an inclusive one',
    mutate: (d) => (asset(d).count = { type: 'integer', exclusiveMinimum: -1, exclusiveMaximum: 101 }),
  },
  {
    name: 'contentEncoding base64 replaces format byte',
    before: (d) => (asset(d).notes = { type: 'string', contentEncoding: 'base64' }),
    mutate: (d) => (withReferences30(d), (asset(d).notes = { type: 'string', format: 'byte' })),
  },
  {
    name: 'an integer with bounds gets a format',
    mutate: (d) => ((asset(d).count.format = 'int64'), (create(d).count.format = 'int32')),
  },
  {
    name: 'the format of an integer with bounds becomes narrower',
    before: (d) => (create(d).count.format = 'int64'),
    mutate: (d) => (create(d).count.format = 'int32'),
  },
  {
    name: 'the empty pattern is added',
    mutate: (d) => ((asset(d).name.pattern = ''), (create(d).name.pattern = '.*')),
  },
  {
    name: 'an open enumeration gains and loses a value',
    before: (d) => (schemas(d).Rating = open(['high', 'low'])),
    mutate: (d) => (schemas(d).Rating = open(['high', 'none'])),
  },
  {
    name: 'a text replaces an open enumeration',
    before: (d) => (schemas(d).Rating = { type: 'string' }),
    mutate: (d) => (schemas(d).Rating = open(['high'])),
  },
  {
    name: 'an open enumeration of enumerations replaces a text or null',
    before: (d) => (asset(d).notes = { type: ['string', 'null'] }),
    mutate: (d) =>
      (asset(d).notes = {
        anyOf: [{ type: 'string' }, { anyOf: [{ enum: ['a'] }, open(['b'])] }, { type: 'null' }],
      }),
  },
  {
    name: 'JSON Schema defaults are written out',
    mutate: (d) => (
      (schemas(d).Asset.additionalProperties = true),
      (asset(d).tags.uniqueItems = false),
      (asset(d).tags.minItems = 0),
      (asset(d).notes.minLength = 0)
    ),
  },
  {
    name: 'parameter defaults are written out',
    mutate: (d) =>
      Object.assign(operation(d, 'listAssets').parameters[2], {
        style: 'form',
        explode: true,
        required: false,
      }),
  },
  {
    name: 'explode is added to a deepObject',
    before: (d) =>
      (operation(d, 'listAssets').parameters[1] = {
        name: 'rating',
        in: 'query',
        style: 'deepObject',
        schema: { type: 'object' },
      }),
    mutate: (d) => (operation(d, 'listAssets').parameters[1].explode = true),
  },
  {
    name: 'a path parameter is renamed',
    mutate: (d) => (
      (d.paths['/assets/{assetId}'] = d.paths['/assets/{id}']),
      delete d.paths['/assets/{id}'],
      (d.components.parameters.Id.name = 'assetId')
    ),
  },
  {
    name: 'parameters move from the path item to its operation',
    mutate: (d) => (
      (operation(d, 'deleteAsset').parameters = d.paths['/assets/{id}'].parameters),
      delete d.paths['/assets/{id}'].parameters
    ),
  },
  {
    name: 'the case of a header name changes',
    mutate: (d) => (
      (operation(d, 'listAssets').parameters[3].name = 'x-trace'),
      (d.components.securitySchemes.Key.name = 'x-api-key')
    ),
  },
  {
    name: 'a header parameter that OpenAPI ignores is added',
    mutate: (d) =>
      operation(d, 'listAssets').parameters.push({
        name: 'Accept',
        in: 'header',
        required: true,
        schema: {},
      }),
  },
  {
    name: 'security moves from the root to the operations',
    mutate: (d) => {
      delete d.security;
      for (const id of ['listAssets', 'createAsset', 'deleteAsset', 'createReport'])
        operation(d, id).security = [{ Key: [] }];
    },
  },
  {
    name: 'a security scheme is renamed',
    mutate: (d) => (
      (d.components.securitySchemes.ApiKey = d.components.securitySchemes.Key),
      delete d.components.securitySchemes.Key,
      (d.security = [{ ApiKey: [] }])
    ),
  },
  {
    name: 'a prefix moves from the server to the paths',
    mutate: (d) => {
      d.servers = [{ url: 'https://api.example.com' }];
      d.paths = Object.fromEntries(Object.entries(d.paths).map(([path, item]) => [`/v1${path}`, item]));
    },
  },
  {
    name: 'the descriptions of a webhook, a callback and a link change',
    before: (d) => unjudged(d, 'Old'),
    mutate: (d) => unjudged(d, 'New'),
  },
  {
    name: 'an xml keyword is added to a JSON body',
    mutate: (d) => (create(d).name.xml = { attribute: true }),
  },
  {
    name: 'a list of statuses in a transition becomes one entry for each status',
    before: withTransitions,
    mutate: (d) =>
      transitions(d).splice(
        1,
        1,
        { on: 'deleteAsset', from: 'running', to: 'done' },
        { on: 'deleteAsset', from: 'queued', to: 'done' },
      ),
  },
  {
    name: 'a schema with transitions is renamed',
    before: withTransitions,
    mutate: rename('State', 'Stage'),
  },
  {
    name: 'invalid entries of x-transitions are added',
    before: withTransitions,
    mutate: (d) =>
      transitions(d).push(null, 'done', { on: 'deleteAsset', to: 'done' }, { on: 1, from: null, to: 'done' }),
  },
  {
    name: 'a transition of an unknown operation is removed',
    before: (d) => (withTransitions(d), transitions(d).push({ on: 'unknown', from: null, to: 'done' })),
    mutate: (d) => transitions(d).pop(),
  },
  {
    name: 'annotations change',
    mutate: (d) => (
      Object.assign(operation(d, 'listAssets'), { summary: 'Other', description: 'Words' }),
      Object.assign(schemas(d).Asset, {
        title: 'A',
        description: 'B',
        examples: [{}],
        'x-provisional': true,
        $comment: 'c',
      })
    ),
  },
  { name: 'tags change', mutate: (d) => (d.tags.reverse(), operation(d, 'listAssets').tags.reverse()) },
  { name: 'the version changes', mutate: (d) => (d.info.version = '2.0.0') },
  {
    name: 'body examples change',
    mutate: (d) =>
      (operation(d, 'createAsset').requestBody.content['application/json'].examples = { a: { value: {} } }),
  },
  {
    name: 'charset=utf-8 is added to JSON',
    mutate: (d) =>
      (operation(d, 'createAsset').requestBody.content = {
        'application/json; charset=UTF-8': operation(d, 'createAsset').requestBody.content[
          'application/json'
        ],
      }),
  },
  {
    name: 'a range replaces an error status',
    mutate: (d) => (
      (operation(d, 'deleteAsset').responses['4XX'] = operation(d, 'deleteAsset').responses[400]),
      delete operation(d, 'deleteAsset').responses[400],
      delete operation(d, 'deleteAsset').responses[401]
    ),
    before: (d) =>
      (operation(d, 'deleteAsset').responses['4XX'] = operation(d, 'deleteAsset').responses[400]),
  },
  {
    name: 'a success status replaces a success range',
    before: (d) => (operation(d, 'deleteAsset').responses = { '2XX': { description: 'Deleted' } }),
    mutate: (d) => (operation(d, 'deleteAsset').responses = { 204: { description: 'Deleted' } }),
  },
  {
    name: 'an error status repeats the default response',
    before: (d) =>
      (operation(d, 'deleteAsset').responses.default = { $ref: '#/components/responses/BadRequest' }),
    mutate: (d) =>
      (operation(d, 'deleteAsset').responses[404] = { $ref: '#/components/responses/BadRequest' }),
  },
  {
    name: 'a read-only field of a request changes',
    before: (d) => (create(d).id = { type: 'string', readOnly: true }),
    mutate: (d) => (create(d).id.type = 'integer'),
  },
  {
    name: 'a limit is added that the listed values already meet',
    mutate: (d) => (schemas(d).Rating.maxLength = 500),
  },
  {
    name: 'a text format replaces its pattern',
    before: (d) => {
      create(d).code.pattern = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';
      parameters(d).push(tagHeader({ pattern: TAGS }));
    },
    mutate: (d) => {
      create(d).code = { type: 'string', format: 'single-line-text' };
      parameters(d).splice(-1, 1, tagHeader({ format: 'entity-tags' }));
    },
  },
  {
    name: 'two schemas replace the choice of one of two fields',
    before: (d) => {
      create(d).place = {
        ...site('room', 'plate'),
        oneOf: [{ required: ['room'] }, { required: ['plate'] }],
      };
      fields(d, 'Asset').place = { ...create(d).place, additionalProperties: true };
    },
    mutate: (d) => {
      for (const { place } of [create(d), fields(d, 'Asset')]) {
        const { additionalProperties } = place;
        const alternatives = ['room', 'plate'].map((name) => ({
          ...site(name),
          required: ['id', name],
          additionalProperties,
        }));
        put(place, { oneOf: alternatives });
      }
    },
  },
  {
    name: 'x-availability: available is written out',
    before: (d) => (operation(d, 'listAssets')['x-availability'] = undefined),
    mutate: (d) => (operation(d, 'listAssets')['x-availability'] = 'available'),
  },
];
