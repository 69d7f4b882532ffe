// Starts the documentation as a single file: the page contains the contract and shows requests without a
// form.
import { readContract } from './contract.js';
import { showDocs } from './docs-page.js';
import { byId, element } from './dom.js';
import { overview } from './overview.js';
import { requestView } from './request-view.js';

const contract = readContract(JSON.parse(byId('contract').textContent));

showDocs(contract, {
  name: contract.info.title,
  requestPart: (operation) => requestView(operation, contract),
  introduction: () =>
    overview(
      contract,
      { available: 'released', planned: 'not yet released' },
      element('p', {}, 'Select an operation to read its documentation.'),
    ),
});
