// The menu: pages, operations with their availability, and schemas. On a phone, a button opens it.
import { hashOf } from './contract.js';
import { byId, element, plural } from './dom.js';

const item = (href, ...content) => element('li', {}, element('a', { href }, content));

function operationItem({ hash, method, summary, availability }) {
  const made = item(
    hash,
    element('span', { class: `method ${method}` }, method),
    element('span', {}, summary),
    element('span', { class: `badge ${availability}` }, availability),
  );
  return Object.assign(made, { availability });
}

/** Shows the operations of the selected availability. */
function filterOperations(sections) {
  const { value } = document.querySelector('[name=availability]:checked');
  const items = sections.flatMap((section) => [...section.querySelectorAll('li')]);
  for (const one of items) one.hidden = value !== 'all' && one.availability !== value;
  for (const section of sections) section.hidden = !section.querySelector('li:not([hidden])');
  byId('found').textContent = plural(items.filter(({ hidden }) => !hidden).length, 'operation');
}

function setOpen(open) {
  document.body.classList.toggle('menu-open', open);
  byId('menu').setAttribute('aria-expanded', String(open));
}

let placeBefore = 0;

/** The menu of a phone is above the text: the page scrolls to it, and back. */
function toggle() {
  const open = !document.body.classList.contains('menu-open');
  if (open) placeBefore = window.scrollY;
  setOpen(open);
  if (!open) return window.scrollTo(0, placeBefore);
  byId('navigation').scrollIntoView();
  byId('navigation').focus({ preventScroll: true });
}

/** Marks the link to the current page. */
export function markCurrent(hash) {
  setOpen(false);
  for (const link of document.querySelectorAll('#navigation a')) {
    const isCurrent = link.getAttribute('href') === (hash || '#');
    link.removeAttribute('aria-current');
    if (!isCurrent) continue;
    link.setAttribute('aria-current', 'page');
    if (link.closest('details')) link.closest('details').open = true;
    link.scrollIntoView({ block: 'center' });
  }
}

/** `pages` is a list of `[href, title]`. */
export function showNavigation({ operations, schemas }, pages) {
  byId('pages').append(...pages.map(([href, title]) => item(href, title)));
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const sections = tags.map((tag) =>
    element(
      'section',
      {},
      element('h2', {}, tag),
      element('ul', {}, operations.filter((operation) => operation.tag === tag).map(operationItem)),
    ),
  );
  byId('operations').append(...sections);
  const names = Object.keys(schemas).sort();
  byId('schemas').hidden = names.length === 0;
  byId('schemas').append(
    element('summary', {}, plural(names.length, 'schema')),
    element(
      'ul',
      {},
      names.map((name) => item(hashOf('schema', name), name)),
    ),
  );
  byId('availability').addEventListener('change', () => filterOperations(sections));
  byId('menu').addEventListener('click', toggle);
  filterOperations(sections);
}
