// Starts the documentation of a sandbox: its current contract, with a form for each operation.
import { createCaller } from './caller.js';
import { readContract } from './contract.js';
import { showDocs } from './docs-page.js';
import { element } from './dom.js';
import { overview } from './overview.js';
import { createPicker } from './record-picker.js';
import { ask } from './request.js';
import { FORM_ID, tryIt } from './try-it.js';

const [document_, settings, journeys] = await Promise.all([
  ask('docs/openapi.json'),
  ask('console/settings.json'),
  ask('docs/journeys.json'),
]);
const contract = readContract(document_);
const caller = createCaller(settings, FORM_ID);
const picker = createPicker(contract, caller);

const instructions = () =>
  element(
    'p',
    {},
    'Select an operation to read its documentation and send a request. Requests go to ',
    element('code', {}, settings.url),
    '. They appear in the ',
    element('a', { href: './' }, 'console'),
    '. The ',
    element('a', { href: 'docs/guide/' }, 'guide'),
    ' explains every topic.',
  );

const keyNote = () =>
  element('p', {}, 'This sandbox accepts the test key ', element('code', {}, settings.key), '.');

showDocs(contract, {
  name: 'Compliance Inventory API sandbox',
  requestPart: (operation) => tryIt(operation, contract, settings, caller, picker),
  introduction: () =>
    overview(contract, {
      meaning: { available: 'use the demo data', planned: 'act on the same data' },
      instructions: instructions(),
      keyNote: keyNote(),
    }),
  journeys,
  caller,
  links: [['docs/guide/', 'Guide']],
  guide: async () => ({
    pages: await ask('docs/guide/pages.json'),
    hrefOf: (name, anchor) => `docs/guide/${name}${anchor ? `#${anchor}` : ''}`,
  }),
});
