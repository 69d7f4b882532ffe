// Whatever goes to the database, once more on PostgreSQL. Not what a browser does: each statement of the Settings pages is asked by the tests of users, keys and settings too.
module.exports = {
  ...require('./base.cjs'),
  displayName: 'postgres',
  testMatch: [
    '**/test/{bad-input,operations,http,import,audit,keys,cost,users,settings}/**/*.test.ts',
    '**/test/database/{postgres/**/*,keys-and-indexes,key-ids,freshness,newer-version}.test.ts',
  ],
  // These ask no database, or of one no more than the caller's key.
  testPathIgnorePatterns: [
    '/http/(pages|limiters|message-classes|below-router|behind-proxy|body-transfer|https|planned)',
    '/import/reading',
    '/users/rules',
  ],
  globalSetup: '<rootDir>/test/jest/start-postgres.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-postgres.mjs',
  setupFiles: ['<rootDir>/test/jest/on-postgres.ts'],
};
