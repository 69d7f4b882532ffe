// Starts the documentation of a sandbox: its current contract, with a form for each operation.
import { readContract } from './contract.js';
import { showDocs } from './docs-page.js';
import { ask, element } from './dom.js';
import { journeysView } from './journeys.js';
import { overview } from './overview.js';
import { tryIt } from './try-it.js';

const [document_, settings] = await Promise.all([ask('docs/openapi.json'), ask('console/settings.json')]);
const journeys = await ask('docs/journeys.json');
const contract = readContract(document_);

const instructions = () =>
  element(
    'p',
    {},
    'Select an operation to read its documentation and send a request. Requests go to ',
    element('code', {}, settings.url),
    ' with the test key ',
    element('code', {}, settings.key),
    '. They appear in the ',
    element('a', { href: './' }, 'console'),
    '.',
  );

showDocs(contract, {
  name: 'Compliance Inventory API sandbox',
  requestPart: (operation) => tryIt(operation, contract, settings),
  introduction: () =>
    element(
      'div',
      {},
      overview(contract, { available: 'use the demo data', planned: 'act on the same data' }, instructions()),
      journeysView(journeys, contract, () => settings.key),
    ),
});
