// What both runs of the tests have in common.
module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/test'],
  runtime: '<rootDir>/test/jest/worker-runtime.cjs',
  testEnvironment: '<rootDir>/test/jest/worker-environment.cjs',
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
          target: 'es2022',
        },
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};
