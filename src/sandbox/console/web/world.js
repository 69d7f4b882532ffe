// Shows the demo data and resets it.
import { ask, byId, element, plural } from './dom.js';

const RATINGS = ['high', 'medium', 'low'];
const NAMES = { high: 'High', medium: 'Medium', low: 'Low' };

const badge = (rating) => element('span', { class: `badge ${rating}` }, NAMES[rating]);

function countsOf({ counts }) {
  const count = (value, name) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value.toLocaleString('en-US')));
  return element(
    'dl',
    { class: 'counts' },
    count(counts.facilities, 'facilities'),
    count(counts.control_centers, 'control centers'),
    count(counts.cyber_systems, 'systems'),
    count(counts.cyber_assets, 'assets'),
  );
}

function ratingsOf({ ratings }) {
  const share = element('div', { class: 'share', 'aria-hidden': 'true' });
  for (const rating of RATINGS) {
    const part = element('span', { class: rating });
    part.style.flexGrow = ratings[rating].assets;
    share.append(part);
  }
  const lines = RATINGS.map((rating) =>
    element(
      'li',
      {},
      badge(rating),
      ` ${plural(ratings[rating].systems, 'system')}, ${plural(ratings[rating].assets, 'asset')}`,
    ),
  );
  return element(
    'div',
    { class: 'ratings' },
    share,
    element('ul', { 'aria-label': 'Systems by impact rating' }, lines),
  );
}

const assetsOf = (systems) => systems.reduce((sum, { hardware, software }) => sum + hardware + software, 0);

function systemsTable({ name, systems }) {
  const head = ['Rating', 'System', 'Hardware', 'Software'].map((title, column) =>
    element('th', { scope: 'col', class: column > 1 ? 'figure' : false }, title),
  );
  const rows = systems.map((system) =>
    element(
      'tr',
      {},
      element('td', {}, badge(system.impact_rating)),
      element('td', {}, system.name),
      element('td', { class: 'figure' }, String(system.hardware)),
      element('td', { class: 'figure' }, String(system.software)),
    ),
  );
  const caption = element('caption', { class: 'unseen' }, `Systems of ${name}`);
  return element(
    'div',
    { class: 'systems' },
    element('table', {}, caption, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows)),
  );
}

function siteOf(site, open) {
  const highest = RATINGS.find((rating) =>
    site.systems.some(({ impact_rating }) => impact_rating === rating),
  );
  const sum = `${plural(site.systems.length, 'system')}, ${plural(assetsOf(site.systems), 'asset')}`;
  const summary = element(
    'summary',
    {},
    element('span', {}, site.name),
    highest && badge(highest),
    element('span', { class: 'sum' }, sum),
  );
  return element('details', { 'data-id': site.id, open }, summary, systemsTable(site));
}

export function startWorld() {
  const place = byId('world');

  function show(world) {
    const open = new Set([...place.querySelectorAll('details[open]')].map(({ dataset }) => dataset.id));
    const sites = (title, kind) => [
      element('h3', {}, title),
      world.sites.filter((site) => site.kind === kind).map((site) => siteOf(site, open.has(site.id))),
    ];
    place.replaceChildren(
      element('p', { class: 'name' }, world.organization),
      countsOf(world),
      ratingsOf(world),
      element(
        'div',
        { class: 'sites' },
        sites('Control centers', 'control_center').flat(),
        sites('Facilities', 'facility').flat(),
      ),
    );
  }

  const showStatus = (text) => (byId('world-status').textContent = text);

  // A burst of changes causes at most one more request after the current one.
  let reading = false;
  let again = false;
  async function refresh() {
    if (reading) return void (again = true);
    reading = true;
    try {
      do {
        again = false;
        show(await ask('console/world'));
        showStatus('');
      } while (again);
    } finally {
      reading = false;
    }
  }

  const dialog = byId('confirm');
  byId('reset').addEventListener('click', () => dialog.showModal());
  dialog.addEventListener('close', async () => {
    const choice = dialog.returnValue;
    dialog.returnValue = ''; // Escape keeps the previous value
    if (choice !== 'reset') return;
    byId('reset').disabled = true;
    showStatus('Resetting…');
    try {
      const { world } = await ask('console/settings.json');
      await ask(`/sandbox/worlds/${world}/reset`, { method: 'POST' });
      show(await ask('console/world'));
      showStatus('Reset complete.');
    } catch (error) {
      showStatus(error.message);
    } finally {
      byId('reset').disabled = false;
    }
  });

  void refresh();
  return { refresh };
}
