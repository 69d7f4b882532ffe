// Lists planted changes of behavior: provisional marks, rejections and sunset dates.
import { type Doc, fields, operation, type Planted, schemas } from './world';

const report = (document: Doc): Doc => operation(document, 'createReport');
const markOperation = (document: Doc) => (report(document)['x-provisional'] = true);
const markBody = (document: Doc) => (report(document).requestBody['x-provisional'] = true);
const markResponse = (document: Doc) => (report(document).responses[202]['x-provisional'] = true);
const markSchema = (document: Doc) => (schemas(document).ReportRequest['x-provisional'] = true);
const markField = (document: Doc) => (fields(document, 'Report').state['x-provisional'] = true);
const markParameter = (document: Doc) => (report(document).parameters[0]['x-provisional'] = true);
/** A provisional field beside a fixed one, with the same schema. */
const markReference = (document: Doc) => {
  schemas(document).Level = { type: 'string', enum: ['info', 'alarm'] };
  fields(document, 'Report').level = { $ref: '#/components/schemas/Level', 'x-provisional': true };
};
/** A provisional schema in an `allOf` marks only its own fields. */
const markMember = (document: Doc) => {
  schemas(document).Draft = {
    type: 'object',
    'x-provisional': true,
    properties: { page: { type: 'integer' } },
  };
  schemas(document).Report.allOf = [{ $ref: '#/components/schemas/Draft' }];
};

/** A provisional list of values and a provisional request, of which some parts are fixed. */
const markFixed = (document: Doc) => {
  Object.assign(fields(document, 'Report'), {
    level: { enum: ['info', 'alarm', 'trip'], 'x-provisional': true, 'x-fixed': ['info', 'alarm'] },
    phase: { enum: ['A', 'B'], 'x-provisional': true, 'x-fixed': ['A', 'B'] },
  });
  fields(document, 'ReportRequest').kind = { enum: ['day', 'month', 'year'], 'x-fixed': ['day', 'month'] };
  Object.assign(schemas(document).ReportRequest, { required: ['title'], 'x-provisional': true });
  schemas(document).ReportRequest['x-fixed'] = ['title'];
};

const BODY = 'createReport | request body application/json';
const RESPONSE = 'createReport | response 202 application/json';

const MARKS: Planted[] = [
  {
    name: 'a field of a provisional operation is removed',
    before: markOperation,
    mutate: (d) => delete fields(d, 'Report').state,
    expected: [`planned response-field-removed ${RESPONSE}: state`],
  },
  {
    name: 'a provisional operation is removed',
    before: markOperation,
    mutate: (d) => delete d.paths['/reports'],
    expected: ['breaking operation-removed createReport | operation'],
  },
  {
    name: 'the operationId of a provisional operation changes',
    before: markOperation,
    mutate: (d) => (report(d).operationId = 'makeReport'),
    expected: ['breaking operation-id-changed makeReport | operation'],
  },
  {
    name: 'a field of a provisional request body is removed',
    before: markBody,
    mutate: (d) => delete fields(d, 'ReportRequest').format,
    expected: [`planned request-field-removed ${BODY}: format`],
  },
  {
    name: 'a field of the response beside a provisional request body is removed',
    before: markBody,
    mutate: (d) => delete fields(d, 'Report').state,
    expected: [`breaking response-field-removed ${RESPONSE}: state`],
  },
  {
    name: 'a field of a provisional response is removed',
    before: markResponse,
    mutate: (d) => delete fields(d, 'Report').state,
    expected: [`planned response-field-removed ${RESPONSE}: state`],
  },
  {
    name: 'a field of a provisional schema is removed',
    before: markSchema,
    mutate: (d) => delete fields(d, 'ReportRequest').format,
    expected: [`planned request-field-removed ${BODY}: format`],
  },
  {
    name: 'a provisional field is removed, with a fixed one',
    before: markField,
    mutate: (d) => delete fields(d, 'Report').state && delete fields(d, 'Report').title,
    expected: [
      `planned response-field-removed ${RESPONSE}: state`,
      `breaking response-field-removed ${RESPONSE}: title`,
    ],
  },
  {
    name: 'a mark and the marked field are removed in one change',
    before: markField,
    mutate: (d) => (fields(d, 'Report').state = { type: 'integer' }),
    expected: [
      `planned response-type-changed ${RESPONSE}: state`,
      `compatible promise-given ${RESPONSE}: state`,
    ],
  },
  {
    name: 'a fixed field becomes provisional and changes in one change',
    mutate: (d) => (fields(d, 'Report').state = { type: 'integer', 'x-provisional': true }),
    expected: [
      `breaking response-type-changed ${RESPONSE}: state`,
      `breaking promise-withdrawn ${RESPONSE}: state`,
    ],
  },
  {
    name: 'a value of a schema behind a provisional reference is added',
    before: markReference,
    mutate: (d) => schemas(d).Level.enum.push('trip'),
    expected: [`planned response-value-added ${RESPONSE}: level`],
  },
  {
    name: 'a field of a provisional schema in an allOf is removed, with a fixed one',
    before: markMember,
    mutate: (d) => delete fields(d, 'Draft').page && delete fields(d, 'Report').title,
    expected: [
      `planned response-field-removed ${RESPONSE}: page`,
      `breaking response-field-removed ${RESPONSE}: title`,
    ],
  },
  {
    name: 'a fixed and another value of a provisional schema are removed',
    before: markFixed,
    mutate: (d) => fields(d, 'ReportRequest').kind.enum.splice(1),
    expected: [`breaking request-value-removed ${BODY}: kind`, `planned request-value-removed ${BODY}: kind`],
  },
  {
    name: 'a value is added where some, and where all are fixed',
    before: markFixed,
    mutate: (d) => fields(d, 'Report').level.enum.push('off') && fields(d, 'Report').phase.enum.push('C'),
    expected: [
      `planned response-value-added ${RESPONSE}: level`,
      `breaking response-value-added ${RESPONSE}: phase`,
    ],
  },
  {
    name: 'a fixed field of a provisional request is removed',
    before: markFixed,
    mutate: (d) => delete fields(d, 'ReportRequest').title && delete schemas(d).ReportRequest.required,
    expected: [`breaking request-field-removed ${BODY}: title`],
  },
  {
    name: 'a fixed value of a provisional schema becomes provisional, and another one fixed',
    before: markFixed,
    mutate: (d) => (fields(d, 'Report').level['x-fixed'] = ['info', 'trip']),
    expected: [
      `breaking promise-withdrawn ${RESPONSE}: level`,
      `compatible promise-given ${RESPONSE}: level`,
    ],
  },
  {
    name: 'a field of the fixed rows of a provisional list is removed',
    before: (d) => {
      schemas(d).ReportList = {
        type: 'array',
        'x-provisional': true,
        items: { $ref: '#/components/schemas/Report' },
      };
      report(d).responses[202].content['application/json'].schema = {
        $ref: '#/components/schemas/ReportList',
      };
    },
    mutate: (d) => delete fields(d, 'Report').state,
    expected: [`breaking response-field-removed ${RESPONSE}: [].state`],
  },
  {
    name: 'a field behind a provisional reference is removed',
    before: (d) => {
      schemas(d).Page = { type: 'object', properties: { text: { type: 'string' } } };
      fields(d, 'Report').page = { $ref: '#/components/schemas/Page', 'x-provisional': true };
    },
    mutate: (d) => delete fields(d, 'Page').text,
    expected: [`planned response-field-removed ${RESPONSE}: page.text`],
  },
  {
    name: 'a provisional parameter is removed',
    before: markParameter,
    mutate: (d) => report(d).parameters.pop(),
    expected: ['planned parameter-removed createReport | query parameter dryRun'],
  },
  {
    name: 'a mark where it has no meaning is added, and a fixed field is removed',
    before: (d) => {
      d['x-provisional'] = d.paths['/reports']['x-provisional'] = true;
      report(d).responses['x-provisional'] = d.components['x-provisional'] = true;
      report(d).responses[202].content['application/json']['x-provisional'] = true;
    },
    mutate: (d) => delete fields(d, 'Report').title,
    expected: [`breaking response-field-removed ${RESPONSE}: title`],
  },
  {
    name: 'a fixed operation becomes provisional',
    mutate: markOperation,
    expected: ['breaking promise-withdrawn createReport | operation'],
  },
  {
    name: 'a provisional response becomes fixed',
    before: markResponse,
    mutate: (d) => delete report(d).responses[202]['x-provisional'],
    expected: ['compatible promise-given createReport | response 202'],
  },
];

const reference = (document: Doc, kinds: unknown) =>
  (fields(document, 'ReportRequest').title['x-references'] = kinds);

const REJECTIONS: Planted[] = [
  {
    name: 'a field must be unique',
    mutate: (d) => (fields(d, 'CreateAsset').name['x-unique'] = true),
    expected: ['breaking rejection-added createAsset | request body application/json: name'],
  },
  {
    name: 'a field of a planned record must be unique',
    mutate: (d) => (fields(d, 'Report').title['x-unique'] = true),
    expected: [`breaking rejection-added ${RESPONSE}: title`],
  },
  {
    name: 'a field of a provisional record must be unique',
    before: markResponse,
    mutate: (d) => (fields(d, 'Report').title['x-unique'] = true),
    expected: [`planned rejection-added ${RESPONSE}: title`],
  },
  {
    name: 'a field no longer needs to be unique',
    before: (d) => (fields(d, 'CreateAsset').name['x-unique'] = true),
    mutate: (d) => delete fields(d, 'CreateAsset').name['x-unique'],
    expected: ['compatible rejection-removed createAsset | request body application/json: name'],
  },
  {
    name: 'a field of a response no longer is unique, which readers use as a key',
    before: (d) => (fields(d, 'Report').title['x-unique'] = true),
    mutate: (d) => delete fields(d, 'Report').title['x-unique'],
    expected: [`breaking response-constraint-removed ${RESPONSE}: title`],
  },
  {
    name: 'an id must refer to a record',
    mutate: (d) => reference(d, 'User'),
    expected: [`breaking rejection-added ${BODY}: title`],
  },
  {
    name: 'an id refers to fewer kinds of records',
    before: (d) => reference(d, ['User', 'Team']),
    mutate: (d) => reference(d, ['User']),
    expected: [`breaking rejection-added ${BODY}: title`],
  },
  {
    name: 'an id refers to more kinds of records',
    before: (d) => reference(d, 'User'),
    mutate: (d) => reference(d, ['User', 'Team']),
    expected: [`compatible rejection-removed ${BODY}: title`],
  },
];

const sunset =
  (date: string | undefined, deprecated = true) =>
  (document: Doc) =>
    Object.assign(operation(document, 'deleteAsset'), { deprecated, 'x-sunset': date });
const soon = ['breaking operation-sunset-too-soon deleteAsset | operation'];

const SUNSETS: Planted[] = [
  { name: 'an operation ends tomorrow', mutate: sunset('2026-06-16'), expected: soon },
  { name: 'an operation ended yesterday', mutate: sunset('2026-06-14'), expected: soon },
  { name: 'an operation ends in 89 days', mutate: sunset('2026-09-12'), expected: soon },
  {
    name: 'an operation ends in 90 days',
    mutate: sunset('2026-09-13'),
    expected: ['notice operation-deprecated deleteAsset | operation'],
  },
  {
    name: 'a deprecated operation gets a date that is too soon',
    before: sunset(undefined),
    mutate: sunset('2026-07-01'),
    expected: soon,
  },
  {
    name: 'the base already has a date that is too soon',
    before: sunset('2026-07-01'),
    mutate: () => {},
    expected: [],
  },
  {
    name: 'a sunset date that has passed moves to tomorrow',
    before: sunset('2026-06-01'),
    mutate: sunset('2026-06-16'),
    expected: soon,
  },
  {
    name: 'a sunset date is not a date',
    mutate: sunset('Wed, 11 Nov 2026 23:59:59 GMT'),
    expected: ['breaking operation-sunset-invalid deleteAsset | operation'],
  },
  {
    name: 'a sunset date has no deprecation',
    mutate: sunset('2027-06-16', false),
    expected: ['breaking operation-sunset-without-deprecated deleteAsset | operation'],
  },
  {
    name: 'a new operation ends too soon',
    mutate: (d) =>
      (d.paths['/new'] = {
        get: { operationId: 'getNew', deprecated: true, 'x-sunset': '2026-06-30', responses: {} },
      }),
    expected: [
      'compatible operation-added getNew | operation',
      'breaking operation-sunset-too-soon getNew | operation',
    ],
  },
];

const trace = (more: object) => (document: Doc) => Object.assign(traceIn(document), more);
const traceIn = (document: Doc): Doc => operation(document, 'listAssets').parameters[3];
const phone = (more: object) => (document: Doc) => Object.assign(fields(document, 'Report').state, more);
const announced = { deprecated: true, 'x-sunset': '2026-06-01' };
const PARAMETER = 'listAssets | header parameter X-Trace';

/** The same rules for parameters and fields as for operations. */
const PART_SUNSETS: Planted[] = [
  ...(
    [
      ['trace', trace, 'parameter', PARAMETER],
      ['state', phone, 'response-field', `${RESPONSE}: state`],
    ] as const
  ).flatMap(([name, mark, kind, place]): Planted[] => [
    {
      name: `${name} ends in 10 days`,
      mutate: mark({ deprecated: true, 'x-sunset': '2026-06-25' }),
      expected: [`breaking ${kind}-sunset-too-soon ${place}`],
    },
    {
      name: `${name} is deprecated with a date in time`,
      mutate: mark({ deprecated: true, 'x-sunset': '2026-09-13' }),
      expected: [`notice ${kind}-deprecated ${place}`],
    },
    {
      name: `the date of ${name} moves from 2099 to 10 days ahead`,
      before: mark({ deprecated: true, 'x-sunset': '2099-01-01' }),
      mutate: mark({ 'x-sunset': '2026-06-25' }),
      expected: [`breaking ${kind}-sunset-too-soon ${place}`],
    },
    {
      name: `the date of ${name} moves from 2099 to 2098`,
      before: mark({ deprecated: true, 'x-sunset': '2099-01-01' }),
      mutate: mark({ 'x-sunset': '2098-01-01' }),
      expected: [`breaking ${kind}-sunset-earlier ${place}`],
    },
    {
      name: `the date of ${name} moves later`,
      before: mark({ deprecated: true, 'x-sunset': '2098-01-01' }),
      mutate: mark({ 'x-sunset': '2099-01-01' }),
      expected: [`compatible ${kind}-sunset-later ${place}`],
    },
    {
      name: `${name} is deprecated already and gets a date`,
      before: mark({ deprecated: true }),
      mutate: mark({ 'x-sunset': '2099-01-01' }),
      expected: [`notice ${kind}-sunset-added ${place}`],
    },
    {
      name: `the date of ${name} does not exist`,
      mutate: mark({ deprecated: true, 'x-sunset': '2027-02-31' }),
      expected: [`breaking ${kind}-sunset-invalid ${place}`],
    },
    {
      name: `the date of ${name} has no deprecation`,
      mutate: mark({ 'x-sunset': '2099-01-01' }),
      expected: [`breaking ${kind}-sunset-without-deprecated ${place}`],
    },
  ]),
  {
    name: 'a parameter is removed after its sunset',
    before: trace(announced),
    mutate: (d) => operation(d, 'listAssets').parameters.pop(),
    expected: [`notice parameter-retired ${PARAMETER}`],
  },
  {
    name: 'a field is removed after its sunset',
    before: phone(announced),
    mutate: (d) => delete fields(d, 'Report').state,
    expected: [`notice response-field-retired ${RESPONSE}: state`],
  },
  {
    name: 'a field is removed before its sunset',
    before: phone({ ...announced, 'x-sunset': '2099-01-01' }),
    mutate: (d) => delete fields(d, 'Report').state,
    expected: [`breaking response-field-removed ${RESPONSE}: state`],
  },
];

const permit = (permission: string) => (document: Doc) =>
  (operation(document, 'listAssets')['x-permission'] = permission);

const PERMISSIONS: Planted[] = (
  [
    ['assets:read', 'assets:write', 'breaking permission-changed'],
    ['assets:write', 'assets:read', 'notice permission-loosened'],
    ['assets:read', 'users:read', 'breaking permission-changed'],
    ['none', 'assets:read', 'breaking permission-changed'],
    ['assets:read', 'none', 'notice permission-loosened'],
  ] as const
).map(([before, after, expected]) => ({
  name: `the permission ${before} becomes ${after}`,
  before: permit(before),
  mutate: permit(after),
  expected: [`${expected} listAssets | operation`],
}));

const addParameter = (parameter: object, id: string) => (document: Doc) =>
  (operation(document, id).parameters ??= []).push({ in: 'query', ...parameter });
const withoutLimit = (document: Doc) => operation(document, 'listAssets').parameters.shift();

const DEFAULTS: Planted[] = [
  {
    name: 'a list without pages gets a limit with a default',
    before: withoutLimit,
    mutate: addParameter({ name: 'pageSize', schema: { type: 'integer', default: 50 } }, 'listAssets'),
    expected: ['breaking parameter-limit-added listAssets | query parameter pageSize'],
  },
  ...['startDate', 'afterwards', 'beforeYear', 'pageColor', 'skipDeleted'].map((name) => ({
    name: `a list with the filter ${name} gets a limit with a default`,
    before(document: Doc) {
      withoutLimit(document);
      addParameter({ name, schema: { type: 'string' } }, 'listAssets')(document);
    },
    mutate: addParameter({ name: 'limit', schema: { type: 'integer', default: 50 } }, 'listAssets'),
    expected: ['breaking parameter-limit-added listAssets | query parameter limit'],
  })),
  ...['starting_after', 'page[number]', 'nextPageToken', 'after_id', 'startIndex'].map((name) => ({
    name: `a list with pages by ${name} gets a limit with a default`,
    before(document: Doc) {
      withoutLimit(document);
      addParameter({ name, schema: { type: 'string' } }, 'listAssets')(document);
    },
    mutate: addParameter({ name: 'limit', schema: { type: 'integer', default: 50 } }, 'listAssets'),
    expected: ['notice parameter-default-added listAssets | query parameter limit'],
  })),
  {
    name: 'a list with pages gets a second limit with a default',
    mutate: addParameter({ name: 'pageSize', schema: { type: 'integer', default: 50 } }, 'listAssets'),
    expected: ['notice parameter-default-added listAssets | query parameter pageSize'],
  },
  {
    name: 'the limit of a list without pages gets a default',
    before: (d) => {
      withoutLimit(d);
      addParameter({ name: 'pageSize', schema: { type: 'integer' } }, 'listAssets')(d);
    },
    mutate: (d) => (operation(d, 'listAssets').parameters.at(-1).schema.default = 50),
    expected: ['breaking parameter-limit-default-added listAssets | query parameter pageSize'],
  },
  {
    name: 'the limit of a list with a cursor gets a default',
    before: (d) => {
      withoutLimit(d);
      addParameter({ name: 'cursor', schema: { type: 'string' } }, 'listAssets')(d);
      addParameter({ name: 'pageSize', schema: { type: 'integer' } }, 'listAssets')(d);
    },
    mutate: (d) => (operation(d, 'listAssets').parameters.at(-1).schema.default = 50),
    expected: ['notice request-default-added listAssets | query parameter pageSize'],
  },
  {
    name: 'a parameter with a default is added',
    mutate: addParameter({ name: 'archived', schema: { type: 'boolean', default: false } }, 'listAssets'),
    expected: ['notice parameter-default-added listAssets | query parameter archived'],
  },
  {
    name: 'an optional field of a request with a default is added',
    mutate: (d) => (fields(d, 'CreateAsset').kind = { type: 'string', default: 'relay' }),
    expected: ['notice request-field-default-added createAsset | request body application/json: kind'],
  },
];

export const BEHAVIOR = [...MARKS, ...REJECTIONS, ...SUNSETS, ...PART_SUNSETS, ...PERMISSIONS, ...DEFAULTS];
