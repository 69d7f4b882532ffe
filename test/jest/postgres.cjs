// Whatever goes to the database, once more on PostgreSQL.
module.exports = {
  ...require('./base.cjs'),
  displayName: 'postgres',
  testMatch: ['**/test/{bad-input,operations,http,import,audit,keys,cost,users,settings}/**/*.test.ts', '**/test/browser/settings*.test.ts', '**/test/database/{postgres/**/*,keys-and-indexes,freshness}.test.ts'],
  // These ask no database.
  testPathIgnorePatterns: ['/http/pages', '/http/message-classes', '/import/reading', '/users/rules', '/browser/settings-accessibility'],
  globalSetup: '<rootDir>/test/jest/start-postgres.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-postgres.mjs',
  setupFiles: ['<rootDir>/test/jest/on-postgres.ts'],
};
