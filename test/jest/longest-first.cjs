// The order of the test files: the longest first, so that none of them runs alone at the end while the other
// cores have nothing to do.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Those of eight seconds and more, where two run side by side; Jest knows how long a file takes only where it
 * has run before.
 */
const LONGEST = [
  'browser/settings-accessibility',
  'cli/review',
  'browser/accessibility',
  'cli/sandbox',
  'cli/review-transcripts',
  'browser/settings-people',
  'operations/getCyberAssets.large',
  'browser/settings-identity-provider',
  'conformance/planted-faults',
  'browser/settings',
  'sandbox/rehearsals',
  'bad-input/bodies',
  'review/document-faults',
  'cli/package',
  'cli/workers',
  'users/sign-in',
  'browser/settings-safety',
  'browser/console',
  'conformance/servers',
  'cli/readme',
];

const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const others = super.sort(tests.filter((test) => rank(test) < 0));
    const longest = tests.filter((test) => rank(test) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...longest, ...others];
  }
};
