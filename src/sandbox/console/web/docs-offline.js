// The documentation as one file without a server: the contract stands in the page, and what an operation takes is shown instead of a form.
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
      { available: 'released', planned: 'not released yet' },
      element('p', {}, 'Choose an operation to read about it.'),
    ),
});
