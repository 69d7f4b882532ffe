// Who may import whom. The reasons stand in spec/decisions/0002-rooms.md.

/** A vendor is imported behind one door only. */
const door = (vendor, rooms) => ({
  name: `door-of-${vendor.replace(/\W/g, '')}`,
  comment: `${vendor} is imported in ${rooms} only.`,
  severity: 'error',
  from: { pathNot: `^src/(${rooms})` },
  to: { path: `^node_modules/${vendor}/` },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: '\\.d\\.ts$' }, to: {} },
    { name: 'main-calls-cli', severity: 'error', from: { path: '^src/main\\.ts$' }, to: { path: '^src/', pathNot: '^src/cli/' } },
    { name: 'nobody-imports-main', severity: 'error', from: {}, to: { path: '^src/main\\.ts$' } },
    { name: 'cli-alone-composes', severity: 'error', from: { path: '^src/', pathNot: '^src/cli/' }, to: { path: '^src/compose\\.ts$' } },
    { name: 'nobody-imports-cli', severity: 'error', from: { path: '^src/', pathNot: '^src/(cli/|main\\.ts$)' }, to: { path: '^src/cli/' } },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is handed its handlers and look-ups.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|organizations/organization\\.ts$)' },
    },
    {
      name: 'handlers-never-see-http',
      severity: 'error',
      from: { path: '^src/(resources|idempotency|keys|organizations|import|database|conditional)/' },
      to: { path: '^src/http/' },
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
      to: { path: '^(src/(database|http)/|node_modules/)' },
    },
    {
      name: 'sandbox-is-composed',
      comment: 'The real server must not load the sandbox: compose imports it when a sandbox is asked for, and nothing else does.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(sandbox/|compose\\.ts$)' },
      to: { path: '^src/sandbox/' },
    },
    { name: 'sandbox-is-lazy', severity: 'error', from: { path: '^src/compose\\.ts$' }, to: { path: '^src/sandbox/', dynamic: false } },
    {
      name: 'conformance-looks-from-outside',
      comment: 'It reads the contract and speaks HTTP: what it shared with the server, it could not see to be wrong.',
      severity: 'error',
      from: { path: '^src/conformance/' },
      to: { path: '^src/', pathNot: '^src/(conformance/|contract/|errors\\.ts$|keys/format\\.ts$)' },
    },
    door('express', 'http/'),
    door('openapi-backend', 'contract/'),
    door('@stoplight', 'sandbox/'),
    door('sqlite3', 'database/'),
    door('pg', 'database/'),
    door('knex', 'database/|resources/'),
    door('commander', 'cli/'),
    door('cli-progress', 'cli/'),
    door('yaml', 'import/|review/'),
    door('csv-parse', 'import/'),
    door('fast-check', 'conformance/'),
    door('prom-client', 'monitoring/|workers/'),
    door('rate-limiter-flexible', 'http/|workers/'),
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' }, tsPreCompilationDeps: true },
};
