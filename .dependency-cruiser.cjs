// Which directory may import which. The reasons are in spec/decisions/0002-rooms.md.

/** Every wing with the wings that it may import. Imports go down only. */
const WINGS = {
  cli: 'app|sandbox|review|sync|server|contract|database|client|base',
  app: 'sandbox|review|sync|server|contract|database|client|base',
  sandbox: 'server|contract|database|client|base',
  review: 'server|contract|database|client|base',
  sync: 'server|contract|database|client|base',
  server: 'contract|database|client|base',
  contract: 'base',
  database: 'base',
  client: '-',
  base: '-',
  build: '-',
};

/** The directories of `src/server` from the bottom up. Each imports lower ones only. */
const SERVER_FLOORS = [
  'audit',
  'organizations|users',
  'keys',
  'api',
  'records',
  'http|operations',
  'import|monitoring',
  'history',
  'settings',
];

const serverFloor = (rooms, floor) => ({
  name: `server-imports-of-${rooms.replaceAll('|', '-')}`,
  severity: 'error',
  from: { path: `^src/server/(${rooms})/` },
  to: {
    path: '^src/server/',
    pathNot: `^src/server/($1|${SERVER_FLOORS.slice(0, floor).join('|') || '-'})/`,
  },
});

const imports = (wing, below) => ({
  name: `imports-of-${wing}`,
  severity: 'error',
  from: { path: `^src/${wing}/` },
  to: { path: '^src/', pathNot: `^src/(${wing}|${below})/` },
});

/** Only these directories import the package. */
const vendor = (name, directories) => ({
  name: `vendor-${name.replace(/\W/g, '')}`,
  comment: `${name} is imported in ${directories} only.`,
  severity: 'error',
  from: { pathNot: `^src/(${directories})` },
  to: { path: `^(node_modules/)?${name}(/|$)` }, // by its bare name where the cruiser does not find it
});

module.exports = {
  forbidden: [
    ...Object.entries(WINGS).map(([wing, below]) => imports(wing, below)),
    ...SERVER_FLOORS.map(serverFloor),
    {
      name: 'server-imports-of-workers',
      severity: 'error',
      from: { path: '^src/server/workers/' },
      to: { path: '^src/server/', pathNot: '^src/server/workers/' },
    },
    {
      name: 'imports-of-main',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', pathNot: '^src/cli/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '\\.d\\.ts$|^src/(base/report|server/settings)/web/|^src/sync/maps/|^src/build/',
      },
      to: {},
    },
    {
      name: 'commands-import-app-when-they-run',
      comment: '`--help` and the server must not load the sandbox, the Settings pages or a database driver.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/serve/serve-[a-z]+\\.ts$' },
      to: { path: '^src/(app|sandbox)/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-app-imports-the-settings-pages',
      comment: 'Servers without Settings pages load neither the pages nor their renderer.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(server/settings/|app/settings\\.ts$)' },
      to: { path: '^src/server/settings/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: 'rules\\.ts$' },
      to: { path: '^(src/(database|server/(api|http))/|node_modules/)' },
    },
    {
      name: 'clients-share-no-code-with-the-server',
      comment:
        'They work against any server of the contract. A client cannot test code that it shares with the server.',
      severity: 'error',
      from: { path: '^src/(review|sync)/' },
      to: {
        path: '^src/(server|database)/',
        pathNot: '^src/server/(keys/format|import/parse(-yaml)?)\\.ts$',
      },
    },
    {
      name: 'client-is-published-for-browsers',
      comment: 'It imports the contract as types and error codes, and nothing of Node.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: '^(src/client/|generated/(client|errors|types)\\.ts$)' },
    },
    vendor('express', 'app/|server/((api|http)/|settings/settings-app\\.ts)|sandbox/(console|control)/'),
    vendor('openapi-backend', 'contract/'),
    vendor('@stoplight', 'sandbox/'),
    vendor('sqlite3', 'database/sqlite/connection\\.ts'),
    vendor('pg', 'database/'),
    vendor('knex', 'database/|server/records/'),
    vendor('commander', 'cli/'),
    vendor('cli-progress', 'cli/'),
    vendor('yaml', 'build/|review/|sandbox/console/|server/import/|sync/'),
    vendor('fast-check', 'contract/generated-values\\.ts|review/(conformance|probe)/'),
    vendor('prom-client', 'server/(monitoring|workers)/'),
    vendor('rate-limiter-flexible', 'server/(api|users|workers)/'),
    ...['@fastify/busboy', 'content-type', 'cors', 'helmet', 'negotiator', 'secure-json-parse'].map((name) =>
      vendor(name, 'server/(api/|settings/settings-app\\.ts)'),
    ),
    vendor('@redocly/openapi-core', 'contract/|review/'),
    vendor('cookie', 'server/settings/settings-app\\.ts'),
    vendor('preact', 'server/settings/'),
    vendor('preact-render-to-string', 'server/settings/'),
    vendor('uqr', 'server/settings/'),
    vendor('openid-client', 'server/settings/'),
    vendor('otplib', 'server/users/'),
    vendor('@zxcvbn-ts', 'server/users/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
