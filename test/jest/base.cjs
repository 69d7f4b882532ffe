// What both runs of the tests have in common.
module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/test'],
  testEnvironment: '<rootDir>/test/jest/environment.cjs',
  transform: { '^.+\\.tsx?$': '<rootDir>/test/jest/transform.cjs' },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^\\./folders$': '<rootDir>/dist/src/sandbox/console/folders.js', // the sandbox serves the built pages
  },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};
