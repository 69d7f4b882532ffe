// Lists planted changes of operations: lifecycle, security and servers, also for planned operations.
import { type Doc, fields, operation, type Planted, schemas } from './world';

const on = (level: string, rule: string, id: string) => [`${level} ${rule} ${id} | operation`];
const onEach = (level: string, rule: string) =>
  ['createAsset', 'createReport', 'deleteAsset', 'listAssets'].map(
    (id) => `${level} ${rule} ${id} | operation`,
  );
const deprecate = (sunset?: string) => (document: Doc) =>
  Object.assign(operation(document, 'deleteAsset'), {
    deprecated: true,
    ...(sunset ? { 'x-sunset': sunset } : {}),
  });
const available = (document: Doc) => (operation(document, 'createReport')['x-availability'] = 'available');
const plan = (id: string) => (document: Doc) => (operation(document, id)['x-availability'] = 'planned');
const secure = (id: string, security: unknown) => (document: Doc) =>
  (operation(document, id).security = security);
const removeAsset = (document: Doc) => delete document.paths['/assets/{id}'];

const LIFE: Planted[] = [
  {
    name: 'an available operation is removed',
    mutate: removeAsset,
    expected: on('breaking', 'operation-removed', 'deleteAsset'),
  },
  {
    name: 'an operation without x-availability is removed',
    before: (d) => delete operation(d, 'deleteAsset')['x-availability'],
    mutate: removeAsset,
    expected: on('breaking', 'operation-removed', 'deleteAsset'),
  },
  {
    name: 'a planned operation is removed',
    mutate: (d) => delete d.paths['/reports'],
    expected: on('breaking', 'operation-removed', 'createReport'),
  },
  {
    name: 'a deprecated operation is removed after its sunset',
    before: deprecate('2026-06-14'),
    mutate: removeAsset,
    expected: on('notice', 'operation-retired', 'deleteAsset'),
  },
  {
    name: 'a deprecated operation is removed on its sunset date',
    before: deprecate('2026-06-15'),
    mutate: removeAsset,
    expected: on('breaking', 'operation-removed', 'deleteAsset'),
  },
  {
    name: 'a deprecated operation is removed before its sunset',
    before: deprecate('2027-01-01'),
    mutate: removeAsset,
    expected: on('breaking', 'operation-removed', 'deleteAsset'),
  },
  {
    name: 'a deprecated operation without a sunset is removed',
    before: deprecate(),
    mutate: removeAsset,
    expected: on('breaking', 'operation-removed', 'deleteAsset'),
  },
  {
    name: 'an operation with a sunset but without deprecation is removed',
    before: (d) => (operation(d, 'deleteAsset')['x-sunset'] = '2020-01-01'),
    mutate: removeAsset,
    expected: on('breaking', 'operation-removed', 'deleteAsset'),
  },
  {
    name: 'an available operation becomes planned',
    mutate: plan('deleteAsset'),
    expected: on('breaking', 'operation-withdrawn', 'deleteAsset'),
  },
  {
    name: 'an available operation becomes planned after its sunset',
    before: deprecate('2026-01-01'),
    mutate: plan('deleteAsset'),
    expected: on('notice', 'operation-retired', 'deleteAsset'),
  },
  {
    name: 'an available operation becomes planned, deprecated and past its sunset in one change',
    mutate: (d) => {
      plan('deleteAsset')(d);
      deprecate('2026-01-01')(d);
    },
    expected: [
      ...on('breaking', 'operation-withdrawn', 'deleteAsset'),
      ...on('breaking', 'operation-sunset-too-soon', 'deleteAsset'),
    ],
  },
  {
    name: 'a planned operation becomes available',
    mutate: available,
    expected: on('release', 'operation-released', 'createReport'),
  },
  {
    name: 'a planned operation loses x-availability',
    mutate: (d) => delete operation(d, 'createReport')['x-availability'],
    expected: on('release', 'operation-released', 'createReport'),
  },
  {
    name: 'a planned operation becomes available and changes',
    mutate: (d) => {
      available(d);
      delete fields(d, 'Report').state;
    },
    expected: [
      ...on('release', 'operation-released', 'createReport'),
      'breaking response-field-removed createReport | response 202 application/json: state',
    ],
  },
  {
    name: 'a planned operation is added',
    mutate: (d) =>
      (d.paths['/new'] = { get: { operationId: 'getNew', 'x-availability': 'planned', responses: {} } }),
    expected: on('compatible', 'operation-added', 'getNew'),
  },
  {
    name: 'an available operation is added',
    mutate: (d) =>
      (d.paths['/new'] = { get: { operationId: 'getNew', 'x-availability': 'available', responses: {} } }),
    expected: on('release', 'operation-released', 'getNew'),
  },
  {
    name: 'an operation without x-availability is added',
    mutate: (d) => (d.paths['/new'] = { get: { responses: {} } }),
    expected: ['compatible operation-added GET /new | operation'],
  },
  {
    name: 'an operation moves to another path',
    mutate: (d) => {
      d.paths['/devices/{id}'] = d.paths['/assets/{id}'];
      removeAsset(d);
    },
    expected: [
      ...on('breaking', 'operation-removed', 'deleteAsset'),
      ...on('compatible', 'operation-added', 'deleteAsset'),
    ],
  },
  {
    name: 'an operation is deprecated',
    mutate: deprecate('2027-01-01'),
    expected: on('notice', 'operation-deprecated', 'deleteAsset'),
  },
  {
    name: 'an operation is no longer deprecated',
    before: deprecate(),
    mutate: (d) => delete operation(d, 'deleteAsset').deprecated,
    expected: on('compatible', 'operation-undeprecated', 'deleteAsset'),
  },
  {
    name: 'a sunset date moves earlier',
    before: deprecate('2027-01-01'),
    mutate: deprecate('2026-12-31'),
    expected: on('breaking', 'operation-sunset-earlier', 'deleteAsset'),
  },
  {
    name: 'a date replaces an invalid sunset',
    before: deprecate('2027-02-31'),
    mutate: deprecate('2027-02-28'),
    expected: on('notice', 'operation-sunset-added', 'deleteAsset'),
  },
  {
    name: 'a sunset date moves later',
    before: deprecate('2027-01-01'),
    mutate: deprecate('2028-01-01'),
    expected: on('compatible', 'operation-sunset-later', 'deleteAsset'),
  },
  {
    name: 'a deprecated operation gets a sunset',
    before: deprecate(),
    mutate: deprecate('2027-01-01'),
    expected: on('notice', 'operation-sunset-added', 'deleteAsset'),
  },
];

const ADDRESS: Planted[] = [
  {
    name: 'an operationId changes',
    mutate: (d) => (operation(d, 'listAssets').operationId = 'getAssets'),
    expected: on('breaking', 'operation-id-changed', 'getAssets'),
  },
  {
    name: 'an operationId is removed',
    mutate: (d) => delete operation(d, 'listAssets').operationId,
    expected: ['breaking operation-id-changed GET /assets | operation'],
  },
  {
    name: 'an operationId is added',
    before: (d) => delete operation(d, 'listAssets').operationId,
    mutate: (d) => (operation(d, 'listAssets').operationId = 'getAssets'),
    expected: on('compatible', 'operation-id-added', 'getAssets'),
  },
  {
    name: 'the server path changes',
    mutate: (d) => (d.servers[0].url = 'https://api.example.com/v2'),
    expected: onEach('breaking', 'server-path-changed'),
  },
  {
    name: 'a server variable changes the path',
    before: (d) => (d.servers = [{ url: '{base}', variables: { base: { default: '/a' } } }]),
    mutate: (d) => (d.servers[0].variables.base.default = '/b'),
    expected: onEach('breaking', 'server-path-changed'),
  },
  {
    name: 'a server variable loses a value',
    before: (d) =>
      (operation(d, 'listAssets').servers = [
        { url: '/{base}', variables: { base: { default: 'a', enum: ['a', 'b'] } } },
      ]),
    mutate: (d) => operation(d, 'listAssets').servers[0].variables.base.enum.pop(),
    expected: [
      ...on('breaking', 'server-path-changed', 'listAssets'),
      'notice unjudged-changed listAssets | servers',
    ],
  },
  {
    name: 'a path item gets its own server',
    mutate: (d) => (d.paths['/reports'].servers = [{ url: 'https://api.example.com/' }]),
    expected: on('breaking', 'server-path-changed', 'createReport'),
  },
  {
    name: 'a second server is added',
    mutate: (d) =>
      (operation(d, 'listAssets').servers = ['v1', 'latest'].map((path) => ({
        url: `https://api.example.com/${path}`,
      }))),
    expected: on('compatible', 'server-path-added', 'listAssets'),
  },
];

const SECURITY: Planted[] = [
  {
    name: 'security is added',
    before: secure('listAssets', []),
    mutate: (d) => delete operation(d, 'listAssets').security,
    expected: on('breaking', 'security-added', 'listAssets'),
  },
  {
    name: 'security is added to the root',
    before: (d) => delete d.security,
    mutate: (d) => (d.security = [{ Key: [] }]),
    expected: onEach('breaking', 'security-added'),
  },
  {
    name: 'optional security becomes required',
    before: secure('listAssets', [{}, { Key: [] }]),
    mutate: secure('listAssets', [{ Key: [] }]),
    expected: on('breaking', 'security-added', 'listAssets'),
  },
  {
    name: 'security is removed',
    mutate: secure('listAssets', []),
    expected: on('notice', 'security-removed', 'listAssets'),
  },
  {
    name: 'the security scheme changes',
    mutate: secure('listAssets', [{ Bearer: [] }]),
    expected: on('breaking', 'security-changed', 'listAssets'),
  },
  {
    name: 'the API key header changes',
    mutate: (d) => (d.components.securitySchemes.Key.name = 'X-Key'),
    expected: onEach('breaking', 'security-changed'),
  },
  {
    name: 'the API key moves to the query',
    mutate: (d) => (d.components.securitySchemes.Key.in = 'query'),
    expected: onEach('breaking', 'security-changed'),
  },
  {
    name: 'a second scheme becomes required',
    mutate: secure('listAssets', [{ Key: [], Bearer: [] }]),
    expected: on('breaking', 'security-changed', 'listAssets'),
  },
  {
    name: 'another scheme is accepted',
    mutate: secure('listAssets', [{ Key: [] }, { Bearer: [] }]),
    expected: on('compatible', 'security-loosened', 'listAssets'),
  },
  {
    name: 'one of two schemes is no longer accepted',
    before: secure('listAssets', [{ Key: [] }, { Bearer: [] }]),
    mutate: secure('listAssets', [{ Bearer: [] }]),
    expected: on('breaking', 'security-alternative-removed', 'listAssets'),
  },
  {
    name: 'a scope is added',
    before: secure('listAssets', [{ OAuth: ['read'] }]),
    mutate: secure('listAssets', [{ OAuth: ['read', 'write'] }]),
    expected: on('breaking', 'security-scope-added', 'listAssets'),
  },
  {
    name: 'a scope is removed',
    before: secure('listAssets', [{ OAuth: ['read', 'write'] }]),
    mutate: secure('listAssets', [{ OAuth: ['read'] }]),
    expected: on('compatible', 'security-loosened', 'listAssets'),
  },
  {
    name: 'the token URL changes',
    before: secure('listAssets', [{ OAuth: [] }]),
    mutate: (d) =>
      (d.components.securitySchemes.OAuth.flows.clientCredentials.tokenUrl = 'https://id2.example.com'),
    expected: on('breaking', 'security-changed', 'listAssets'),
  },
];

const REPORT = 'createReport | request body application/json';
/** These changes would block for an available operation. */
const ON_PLANNED: Planted[] = [
  {
    name: 'a request field of a planned operation is removed',
    mutate: (d) => delete fields(d, 'ReportRequest').format,
    expected: [`breaking request-field-removed ${REPORT}: format`],
  },
  {
    name: 'a limit of a planned operation is tightened',
    mutate: (d) => (fields(d, 'ReportRequest').title.maxLength = 60),
    expected: [`breaking request-limit-tightened ${REPORT}: title`],
  },
  {
    name: 'a limit of a planned operation is loosened',
    mutate: (d) => (fields(d, 'ReportRequest').title.maxLength = 90),
    expected: [`compatible request-limit-loosened ${REPORT}: title`],
  },
  {
    name: 'a request value of a planned operation is removed',
    mutate: (d) => fields(d, 'ReportRequest').format.enum.pop(),
    expected: [`breaking request-value-removed ${REPORT}: format`],
  },
  {
    name: 'a response value of a planned operation is added',
    mutate: (d) => fields(d, 'Report').state.enum.push('failed'),
    expected: ['breaking response-value-added createReport | response 202 application/json: state'],
  },
  {
    name: 'a response field of a planned operation becomes optional',
    mutate: (d) => schemas(d).Report.required.pop(),
    expected: ['breaking response-field-became-optional createReport | response 202 application/json: title'],
  },
  {
    name: 'a default of a planned operation changes',
    mutate: (d) => (operation(d, 'createReport').parameters[0].schema.default = true),
    expected: ['breaking request-default-changed createReport | query parameter dryRun'],
  },
  {
    name: 'a required parameter of a planned operation is added',
    mutate: (d) =>
      operation(d, 'createReport').parameters.push({ name: 'a', in: 'query', required: true, schema: {} }),
    expected: ['breaking parameter-required-added createReport | query parameter a'],
  },
  {
    name: 'the security of a planned operation changes',
    mutate: secure('createReport', [{ Bearer: [] }]),
    expected: on('breaking', 'security-changed', 'createReport'),
  },
  {
    name: 'an error status of a planned operation is added',
    mutate: (d) => (operation(d, 'createReport').responses[409] = { description: '' }),
    expected: ['notice response-status-added createReport | response 409'],
  },
  {
    name: 'the operationId of a planned operation changes',
    mutate: (d) => (operation(d, 'createReport').operationId = 'makeReport'),
    expected: on('breaking', 'operation-id-changed', 'makeReport'),
  },
  {
    name: 'the success status of a planned operation changes',
    mutate: (d) => {
      operation(d, 'createReport').responses[201] = operation(d, 'createReport').responses[202];
      delete operation(d, 'createReport').responses[202];
    },
    expected: on('breaking', 'response-success-changed', 'createReport'),
  },
];

export const OPERATION_CHANGES: Planted[] = [...LIFE, ...ADDRESS, ...SECURITY, ...ON_PLANNED];
