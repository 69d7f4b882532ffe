// All tests, on SQLite.
module.exports = {
  ...require('./base.cjs'),
  displayName: 'sqlite',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/test/database/(postgres|citus)/'],
  globalSetup: '<rootDir>/test/support/forget-seen-statuses.ts',
  setupFiles: ['<rootDir>/test/jest/on-sqlite.ts', '<rootDir>/test/jest/cheap-scrypt.ts'],
};
