// Completes the pages of the guide in a sandbox: copy buttons, and the search of the documentation.
import { readContract } from './contract.js';
import { byId } from './dom.js';
import { addCopyButtons } from './guide-content.js';
import { ask } from './request.js';
import { entriesOf } from './search-entries.js';
import { startSearch } from './search.js';

const hrefOf = (name, anchor) => `${name === 'index' ? './' : name}${anchor ? `#${anchor}` : ''}`;

addCopyButtons(byId('main'));

// `scrollIntoView` would scroll the page too, and on a phone to the menu below it.
const menu = document.querySelector('.guide > nav');
const current = menu.querySelector('[aria-current]');
if (current)
  menu.scrollTop +=
    current.getBoundingClientRect().top - menu.getBoundingClientRect().top - menu.clientHeight / 2;

startSearch(async () => {
  const [contract, journeys, pages] = await Promise.all(
    ['../openapi.json', '../journeys.json', 'pages.json'].map((path) => ask(path)),
  );
  return entriesOf(readContract(contract), journeys, { pages, hrefOf, docs: '../../docs' });
});
