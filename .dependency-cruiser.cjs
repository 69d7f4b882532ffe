// Who may import whom. The reasons stand in spec/decisions/0002-rooms.md.

/** A vendor is imported behind one door only. */
const door = (vendor, rooms) => ({
  name: `door-of-${vendor.replace(/\W/g, '')}`,
  comment: `${vendor} is imported in ${rooms} only.`,
  severity: 'error',
  from: { pathNot: `^src/(${rooms})` },
  to: { path: `^(node_modules/)?${vendor}(/|$)` }, // by its bare name where the cruiser does not find it
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$|^src/settings/web/|^src/sync/maps/' },
      to: {},
    },
    {
      name: 'main-calls-cli',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', pathNot: '^src/cli/' },
    },
    { name: 'nobody-imports-main', severity: 'error', from: {}, to: { path: '^src/main\\.ts$' } },
    {
      name: 'only-cli-imports-app',
      comment: 'src/test-suites is an entry point of the package, as the commands are.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli/|app/|test-suites/index\\.ts$)' },
      to: { path: '^src/app/' },
    },
    {
      name: 'nobody-imports-cli',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli/|main\\.ts$)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is handed its handlers and look-ups.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|organizations/organization\\.ts$)' },
    },
    {
      name: 'handlers-do-not-import-http',
      severity: 'error',
      from: {
        path: '^src/(resources|keys|users|organizations|import|database|audit|move)/',
      },
      to: { path: '^src/(api|server)/', pathNot: '^src/api/(etags|idempotency)\\.ts$' },
    },
    {
      name: 'settings-pages-do-not-import-http',
      comment: 'The Settings pages receive plain requests and return plain responses.',
      severity: 'error',
      from: { path: '^src/settings/', pathNot: '^src/settings/http/' },
      to: { path: '^src/(api|server|settings/http)/', pathNot: '^src/settings/http/types\\.ts$' },
    },
    {
      name: 'api-does-not-import-the-listener',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'only-app-imports-the-settings-pages',
      comment: 'Servers without Settings pages load neither the pages nor their renderer.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(settings/|app/settings\\.ts$)' },
      to: { path: '^src/settings/', pathNot: '^src/settings/callback-path\\.ts$' },
    },
    {
      name: 'resources-keep-to-themselves',
      severity: 'error',
      from: { path: '^src/resources/([^/]+)/' },
      to: { path: '^src/resources/[^/]+/', pathNot: '^src/resources/$1/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: 'rules\\.ts$' },
      to: { path: '^(src/(database|api|server)/|node_modules/)' },
    },
    {
      name: 'only-app-imports-the-sandbox',
      comment: 'The real server must not load the sandbox.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(sandbox/|app/sandbox\\.ts$)' },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'commands-import-app-when-they-run',
      comment: '`--help` and the server must not load the sandbox, the Settings pages or a database driver.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/(serve-[a-z]+|review-transcripts)\\.ts$' },
      to: { path: '^src/(app|sandbox)/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'conformance-looks-from-outside',
      comment:
        'It reads the contract and speaks HTTP: what it shared with the server, it could not see to be wrong.',
      severity: 'error',
      from: { path: '^src/conformance/' },
      to: {
        path: '^src/',
        pathNot: '^src/(conformance/|contract/|replay/send\\.ts$|errors\\.ts$|keys/format\\.ts$)',
      },
    },
    {
      name: 'replay-looks-from-outside',
      comment: 'It reads the contract and recordings, and speaks HTTP with any sandbox or server.',
      severity: 'error',
      from: { path: '^src/replay/' },
      to: { path: '^src/', pathNot: '^src/(replay|contract|review)/' },
    },
    {
      name: 'sync-is-a-client',
      comment:
        'It works against any server of the contract: by the typed client, with the contract and pure rules, and without a database.',
      severity: 'error',
      from: { path: '^src/sync/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(sync/|client/|report/|contract/(schemas|document|pointer|validation-error)\\.ts$|import/parse\\.ts$|(group-by|atomic-write|csv)\\.ts$|resources/cyber-assets/rules\\.ts$)',
      },
    },
    {
      name: 'monitoring-is-handed-what-it-tells',
      comment:
        'It knows the shape of the figures and how an answer is written, and no store, key or contract.',
      severity: 'error',
      from: { path: '^src/monitoring/' },
      to: {
        path: '^src/',
        pathNot: '^src/(monitoring/|api/|server/|database/database\\.ts$|(errors|addresses)\\.ts$)',
      },
    },
    {
      name: 'client-stands-alone',
      comment:
        'It is published for browsers too: the contract as types, and nothing of the server or of Node.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: '^(src/client/|generated/(client|types)\\.ts$)' },
    },
    {
      name: 'workers-stand-alone',
      comment: 'They know processes and messages, and not what the processes do.',
      severity: 'error',
      from: { path: '^src/workers/' },
      to: { path: '^src/', pathNot: '^src/workers/' },
    },
    {
      name: 'config-checks-values-alone',
      comment: 'It asks those who know what a value may be; it opens nothing.',
      severity: 'error',
      from: { path: '^src/(config|environment)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: '^src/(environment|addresses|database/url|server/tls)\\.ts$',
      },
    },
    door('express', 'api/|app/|server/|settings/http/|sandbox/console/|sandbox/control/'),
    door('openapi-backend', 'contract/'),
    door('@stoplight', 'sandbox/'),
    door('sqlite3', 'database/sqlite/connection\\.ts'),
    door('pg', 'database/'),
    door('knex', 'database/|resources/'),
    door('commander', 'cli/'),
    door('cli-progress', 'cli/'),
    door('yaml', 'import/|review/|sandbox/console/|sync/'),
    door('csv-parse', 'import/'),
    door('fast-check', 'conformance/'),
    door('prom-client', 'monitoring/|workers/'),
    door('rate-limiter-flexible', 'api/|workers/|users/'),
    ...['@fastify/busboy', 'content-type', 'cors', 'helmet', 'negotiator', 'secure-json-parse'].map(
      (vendor) => door(vendor, 'api/|settings/http/'),
    ),
    door('@redocly/openapi-core', 'contract/|review/'),
    door('cookie', 'settings/http/'),
    door('preact', 'settings/'),
    door('preact-render-to-string', 'settings/'),
    door('uqr', 'settings/'),
    door('openid-client', 'settings/'),
    door('otplib', 'users/'),
    door('@zxcvbn-ts', 'users/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
