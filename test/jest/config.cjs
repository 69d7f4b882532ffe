// The projects of Jest: which tests run on which database. `jest PATH` finds the project of a file by itself.
'use strict';
const { availableParallelism } = require('node:os');
const { join } = require('node:path');

const rootDir = join(__dirname, '../..');

/** What needs a browser, a command or another program, or measures one. The table in spec/guide/testing.md names them. */
const PROGRAMS = '(app|bench|browser|ci|cli|client|cost|journeys|release|review|size|soak|sync)';

/** The suites whose outcome every database can change. */
const DATABASE_TESTS = [
  '**/test/{operations,server/{import,audit,keys,users}}/**/*.test.ts',
  '**/test/bad-input/{concurrency,tenants}.test.ts',
  '**/test/server/settings/{organizations,enrolled-by-strangers,sign-in-limits,oidc}.test.ts',
  '**/test/database/{keys-and-indexes,key-ids,operation-requests,freshness,newer-version}.test.ts',
];
const NOT_ABOUT_THE_DATABASE = ['/server/import/(reading|refused-files)', '/server/(users/rules|keys/pairs)'];

const NIGHTLY = process.env.NIGHTLY === 'true';
const NIGHTLY_FILES = NIGHTLY ? [] : ['\\.nightly\\.test\\.ts$'];

const project = (displayName, TEST_DATABASE, settings) => ({
  displayName,
  rootDir,
  roots: ['<rootDir>/test'],
  testEnvironment: '<rootDir>/test/jest/environment.cjs',
  transform: { '^.+\\.tsx?$': '<rootDir>/test/jest/transform.cjs' },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^\\./folders$': '<rootDir>/dist/src/sandbox/console/folders.js', // the sandbox serves the built pages
  },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  globals: { TEST_DATABASE, NIGHTLY },
  setupFiles: ['<rootDir>/test/jest/cheap-scrypt.ts'],
  ...settings,
});

module.exports = {
  rootDir,
  globalSetup: '<rootDir>/test/jest/build-first.cjs',
  maxWorkers: availableParallelism() + 1, // tests wait for timers, disks and other programs in 22 % of their time
  testTimeout: 60000,
  projects: [
    project('sqlite', 'sqlite', {
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [`/test/${PROGRAMS}/`, '/test/database/(postgres|citus)/', ...NIGHTLY_FILES],
    }),
    project('programs', 'sqlite', {
      testRegex: `/test/${PROGRAMS}/.+\\.test\\.ts$`,
      testPathIgnorePatterns: NIGHTLY_FILES,
    }),
    project('postgres', 'postgres', {
      testMatch: [
        ...DATABASE_TESTS,
        '**/test/cost/statements.test.ts',
        '**/test/database/postgres/**/*.test.ts',
        '**/test/database/{group-commit,kept-changes,slow-statements,upgrade,commands-on-{old-schemas,read-only},organization-deletion,migration-wait}.test.ts',
      ],
      testPathIgnorePatterns: NOT_ABOUT_THE_DATABASE,
      globalSetup: '<rootDir>/test/jest/start-postgres.mjs',
      globalTeardown: '<rootDir>/test/jest/stop-postgres.mjs',
    }),
    // TEST_CITUS_URL names a cluster.
    ...(process.env.TEST_CITUS_URL
      ? [
          project('citus', 'citus', {
            testMatch: [
              ...DATABASE_TESTS,
              '**/test/database/citus/**/*.test.ts',
              '**/test/database/postgres/{row-level-security,settings-role,two-servers}.test.ts',
            ],
            testPathIgnorePatterns: NOT_ABOUT_THE_DATABASE,
          }),
        ]
      : []),
  ],
};
