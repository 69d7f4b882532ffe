// All tests, on SQLite. With NIGHTLY=true, also those that take long.
module.exports = {
  ...require('./base.cjs'),
  displayName: 'sqlite',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/test/database/(postgres|citus)/',
    ...(process.env.NIGHTLY === 'true' ? [] : ['\\.nightly\\.test\\.ts$']),
  ],
  globalSetup: '<rootDir>/test/jest/forget-seen-statuses.ts',
  setupFiles: ['<rootDir>/test/jest/on-sqlite.ts', '<rootDir>/test/jest/cheap-scrypt.ts'],
};
