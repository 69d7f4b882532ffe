// The order of the test files: the longest first, so that none of them runs alone at the end while the other
// cores have nothing to do.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Those of eight seconds and more, where two run side by side; Jest knows how long a file takes only where it
 * has run before.
 */
const LONGEST = [
  'sandbox/world/model/model',
  'cli/workers',
  'cli/sandbox',
  'cli/review',
  'browser/settings-accessibility',
  'sync/ownership',
  'browser/accessibility',
  'cli/conformance',
  'server/http/https',
  'review/conformance/planted-faults',
  'browser/settings-people',
  'browser/console',
  'database/postgres/busy',
  'database/postgres/outage',
  'sandbox/rehearsals',
  'cli/sync',
  'cli/readme',
  'browser/settings',
  'browser/settings-identity-provider',
  'server/http/connection-errors',
  'review/document-faults',
  'browser/docs',
  'review/conformance/servers',
  'bad-input/transport',
  'cli/serve',
];

const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const others = super.sort(tests.filter((test) => rank(test) < 0));
    const longest = tests.filter((test) => rank(test) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...longest, ...others];
  }
};
