// Lint of the code. Types are checked by tsc; this looks for promises that nobody awaits, and the like.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'generated/', 'node_modules/', 'coverage/'] },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts', 'spec/guide/*.mts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // The methods here are closures; none uses `this`, so that they can be passed on.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // A world of the sandbox can have a clock of its own: these rooms ask the clock of the organization.
    files: ['src/server/{operations,records,audit,import}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Use the clock.' },
        {
          selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
          message: 'Use the clock.',
        },
      ],
    },
  },
  {
    // To open a named pipe or a device can wait forever.
    files: ['src/**/*.ts'],
    ignores: ['src/base/read-file.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        ...['node:fs', 'node:fs/promises'].map((name) => ({
          name,
          importNames: ['createReadStream', 'readFile', 'readFileSync'],
          message: 'Use src/base/read-file.ts.',
        })),
      ],
    },
  },
  {
    // A condition that never holds must end a test with a message.
    files: ['test/**/*.ts'],
    ignores: ['test/support/until.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['WhileStatement', 'DoWhileStatement', 'ForStatement[test=null]'].map((loop) => ({
          selector: `${loop}:has(AwaitExpression):not(:has(YieldExpression))`,
          message: 'Use `until` or `repeatDuring` of test/support/until.ts, or count the turns.',
        })),
      ],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], rules: { 'no-unused-vars': 'error' } },
  { files: ['test/**/*.ts', 'spec/guide/*.mts'], rules: { 'no-console': 'off' } },
  {
    // Tests look into bodies that may be anything.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
