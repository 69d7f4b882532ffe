// The order of the test files: the longest first, so that none of them runs alone at the end while the other cores have nothing to do.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those of ten seconds and more, alone on a machine; Jest knows how long a file takes only where it has run before. */
const LONGEST = [
  'soak/small',
  'conformance/servers',
  'cli/conformance',
  'cli/review',
  'cli/sandbox',
  'cli/package',
  'cli/sync',
  'cli/review-transcripts',
  'conformance/planted-faults',
  'browser/accessibility',
  'sandbox/rehearsals',
  'cli/readme',
  'sandbox/no-trace',
  'sandbox/dynamic',
  'sandbox/prism-cli',
  'browser/docs',
  'browser/console',
  'review/document-faults',
  'cli/workers',
  'cli/import',
];

const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const others = super.sort(tests.filter((test) => rank(test) < 0));
    const longest = tests.filter((test) => rank(test) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...longest, ...others];
  }
};
