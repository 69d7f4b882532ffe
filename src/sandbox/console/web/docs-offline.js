// Starts the documentation as a single file: the page contains the contract and the guide, and shows requests
// without a form.
import { readContract } from './contract.js';
import { showDocs } from './docs-page.js';
import { byId, element } from './dom.js';
import { guideHash, guidePage } from './guide-page.js';
import { overview } from './overview.js';
import { requestView } from './request-view.js';

const contract = readContract(JSON.parse(byId('contract').textContent));
const journeys = JSON.parse(byId('journeys').textContent);
const pages = JSON.parse(byId('guide').textContent);

showDocs(contract, {
  name: contract.info.title,
  requestPart: (operation) => requestView(operation, contract),
  introduction: () =>
    overview(contract, {
      meaning: { available: 'released', planned: 'not yet released' },
      instructions: element(
        'p',
        {},
        'Select an operation to read its documentation. The ',
        element('a', { href: '#guide' }, 'guide'),
        ' explains every topic.',
      ),
    }),
  journeys,
  pages: [['guide', 'Guide', (name) => guidePage(pages, name || 'index'), true]],
  guide: () => Promise.resolve({ pages, hrefOf: guideHash }),
});
