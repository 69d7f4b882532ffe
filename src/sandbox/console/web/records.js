// Shows the records of the selected world: the inventory, and those of planned operations by kind.
import { byId, element, plural } from './dom.js';
import { inventoryOf } from './inventory.js';
import { openRecord } from './record-panel.js';
import { ask } from './request.js';

/** Returns the name of a kind in the plural, for example `Training modules`. */
function nameOf({ name }) {
  const title = (name[0].toUpperCase() + name.slice(1)).replace(/^Cip senior manager/, 'CIP Senior Manager');
  return /(evidence|s)$/i.test(title) ? title : `${title}s`.replace(/ys$/, 'ies');
}

function kindOf(kind, open, openOne) {
  const rows = kind.records.map((record) =>
    element(
      'li',
      { 'data-text': `${record.title} ${record.id} ${record.status ?? ''}`.toLowerCase() },
      element(
        'button',
        { type: 'button', 'data-record': record.id, onclick: () => openOne({ ...kind, ...record }) },
        element('span', { class: 'title' }, record.title),
        record.status && element('span', { class: 'badge' }, record.status.replaceAll('_', ' ')),
        element('span', { class: 'mono id' }, record.id),
      ),
    ),
  );
  const list = element('ul', { class: 'records', 'aria-label': kind.name }, rows);
  if (kind.total > rows.length)
    list.append(element('li', { class: 'none muted' }, `The newest ${rows.length} are listed.`));
  return element(
    'details',
    { 'data-id': kind.collection, open },
    element(
      'summary',
      {},
      element('span', {}, nameOf(kind)),
      element('span', { class: 'figure' }, kind.total.toLocaleString('en-US')),
    ),
    list,
  );
}

const emptyWorld = () =>
  element(
    'p',
    { class: 'empty' },
    'This world has users and no other records. ',
    element('a', { href: 'docs#createFacility' }, 'Create a facility'),
    ' or ',
    element('a', { href: 'docs#createTask' }, 'a task'),
    '. “New…” creates a world with the demo data or with your file.',
  );

/** Returns whether something below a heading is shown. */
function hasShown(heading) {
  for (let next = heading.nextElementSibling; next && next.tagName !== 'H3'; next = next.nextElementSibling)
    if (!next.hidden) return true;
  return false;
}

/** `onChange` runs after an edit of a record. */
export function startRecords(onChange) {
  const place = byId('records');
  const filter = byId('record-filter');
  let world;

  /** A refresh replaces the elements. The one at the same place takes the focus. */
  const nameOfFocus = (active) =>
    place.contains(active) ? (active.dataset.record ?? active.parentElement.dataset.id) : undefined;
  function focus(name) {
    if (name === undefined || document.activeElement !== document.body) return;
    const wanted = CSS.escape(name);
    place.querySelector(`[data-record="${wanted}"], [data-id="${wanted}"] > summary`)?.focus();
  }

  function applyFilter() {
    const text = filter.value.trim().toLowerCase();
    const rows = [...place.querySelectorAll('[data-text]')];
    for (const row of rows) row.hidden = !row.dataset.text.includes(text);
    byId('records-status').textContent =
      text === '' ? '' : plural(rows.filter(({ hidden }) => !hidden).length, 'match', 'matches');
    for (const kind of place.querySelectorAll('.kinds details')) {
      kind.hidden = text !== '' && kind.querySelector('[data-text]:not([hidden])') === null;
      if (text !== '') kind.open = !kind.hidden;
    }
    const inventory = place.querySelector('.inventory');
    if (inventory && text !== '')
      inventory.open = inventory.querySelector('[data-text]:not([hidden])') !== null;
    for (const heading of place.querySelectorAll('.sites h3')) heading.hidden = !hasShown(heading);
  }

  function show(content) {
    const open = new Set([...place.querySelectorAll('details[open]')].map(({ dataset }) => dataset.id));
    const focused = nameOfFocus(document.activeElement);
    const openOne = (record) => {
      byId('details').addEventListener('close', () => focus(record.id), { once: true });
      void openRecord({ world, ...record }, onChange);
    };
    const kinds = content.kinds.map((kind) => kindOf(kind, open.has(kind.collection), openOne));
    const isEmpty = content.kinds.every(({ collection }) => collection === 'User');
    place.replaceChildren(
      isEmpty ? emptyWorld() : '',
      element('div', { class: 'sites kinds' }, kinds),
      isEmpty
        ? ''
        : element(
            'details',
            { class: 'inventory', 'data-id': 'inventory', open: open.has('inventory') },
            element('summary', {}, 'Inventory by site'),
            inventoryOf(content, open, openOne),
          ),
    );
    applyFilter();
    focus(focused);
  }

  // A burst of changes causes at most one more request after the current one.
  let reading = false;
  let again = false;
  async function refresh() {
    if (world === undefined) return;
    if (reading) return void (again = true);
    reading = true;
    try {
      do {
        again = false;
        show(await ask(`console/worlds/${world}`));
      } while (again);
    } catch (error) {
      place.replaceChildren(element('p', { class: 'none muted' }, error.message));
    } finally {
      reading = false;
    }
  }

  filter.addEventListener('input', applyFilter);
  return {
    refresh,
    select(id) {
      world = id;
      return refresh();
    },
  };
}
