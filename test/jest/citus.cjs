// Runs on Citus the suites whose outcome depends on it, when TEST_CITUS_URL names a cluster.
module.exports = {
  ...require('./base.cjs'),
  displayName: 'citus',
  testMatch: process.env.TEST_CITUS_URL
    ? [
        '**/test/{operations,server/{import,audit,keys,users}}/**/*.test.ts',
        '**/test/bad-input/{concurrency,tenants}.test.ts',
        '**/test/server/settings/{organizations,enrolled-by-strangers,sign-in-limits,oidc}.test.ts',
        '**/test/database/postgres/{row-level-security,settings-role,two-servers}.test.ts',
        '**/test/database/{citus/**/*,keys-and-indexes,key-ids,operation-requests,freshness,newer-version}.test.ts',
      ]
    : ['<rootDir>/no-cluster'],
  testPathIgnorePatterns: ['/server/import/(reading|refused-files)', '/server/(users/rules|keys/pairs)'],
  setupFiles: ['<rootDir>/test/jest/on-citus.ts', '<rootDir>/test/jest/cheap-scrypt.ts'],
};
