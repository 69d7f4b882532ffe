// Redocly plugin with the project's lint rules. redocly.yaml enables them;
// test/contract/lint.test.ts tests each.
const rules = [
  'operation-availability',
  'operation-permission',
  'sunset-date',
  'transitions',
  'references',
  'summary-length',
  'examples-present',
  'shared-error-responses',
  'complete-errors',
  'bounded-numbers',
  'bounded-strings',
  'portable-patterns',
  'request-patterns',
  'bounded-request-arrays',
  'closed-requests',
  'open-responses',
  'known-extensions',
  'provisional-only-in-planned',
  'stated-promises',
];

module.exports = function plugin() {
  return {
    id: 'house',
    preprocessors: { oas3: { 'local-references': require('./local-references.cjs') } },
    rules: { oas3: Object.fromEntries(rules.map((name) => [name, require(`./${name}.cjs`)])) },
  };
};
