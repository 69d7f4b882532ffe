// The documentation in the sandbox: the contract as it is served now, with a form that sends each operation.
import { readContract } from './contract.js';
import { showDocs } from './docs-page.js';
import { ask, element } from './dom.js';
import { overview } from './overview.js';
import { tryIt } from './try-it.js';

const [document_, settings] = await Promise.all([ask('/docs/openapi.json'), ask('/console/settings.json')]);
const contract = readContract(document_);

const advice = () =>
  element(
    'p',
    {},
    'Choose an operation to read about it and to send it. Requests go to ',
    element('code', {}, settings.url),
    ' with the test key ',
    element('code', {}, settings.key),
    '; each shows up in the ',
    element('a', { href: '/' }, 'console'),
    '.',
  );

showDocs(contract, {
  name: 'Compliance Inventory API sandbox',
  requestPart: (operation) => tryIt(operation, contract, settings),
  introduction: () =>
    overview(contract, { available: 'answered from the demo world', planned: 'answered by mocks' }, advice()),
});
