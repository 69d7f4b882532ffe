// What both runs of the tests have in common.
module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
  // Prism's mocks draw from one language; all seventy cost a second a file.
  moduleNameMapper: { '^@faker-js/faker$': '@faker-js/faker/locale/en', '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};
