// Runs on PostgreSQL only the suites whose outcome depends on the database.
module.exports = {
  ...require('./base.cjs'),
  displayName: 'postgres',
  testMatch: [
    '**/test/{operations,cost,server/{import,audit,keys,users}}/**/*.test.ts',
    '**/test/bad-input/{concurrency,tenants}.test.ts',
    '**/test/server/settings/{organizations,enrolled-by-strangers,sign-in-limits,oidc}.test.ts',
    '**/test/database/{postgres/**/*,group-commit,kept-changes,upgrade,commands-on-{old-schemas,read-only},organization-deletion,migration-wait,keys-and-indexes,key-ids,operation-requests,freshness,newer-version}.test.ts',
  ],
  testPathIgnorePatterns: [
    '/cost/(executed-files|expressions|hostile-text|import-slices)',
    '/server/import/(reading|refused-files)',
    '/server/(users/rules|keys/pairs)',
  ],
  globalSetup: '<rootDir>/test/jest/start-postgres.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-postgres.mjs',
  setupFiles: ['<rootDir>/test/jest/on-postgres.ts', '<rootDir>/test/jest/cheap-scrypt.ts'],
};
