// Shows the inventory of a world: sites, systems by rating, and counts of assets.
import { element, plural } from './dom.js';

const RATINGS = ['high', 'medium', 'low'];
const NAMES = { high: 'High', medium: 'Medium', low: 'Low' };

const badge = (rating) => element('span', { class: `badge ${rating}` }, NAMES[rating]);

const assetsOf = (systems) => systems.reduce((sum, { hardware, software }) => sum + hardware + software, 0);

function countsOf(sites, systems) {
  const sitesOf = (wanted) => sites.filter(({ kind }) => kind === wanted).length;
  const count = (value, name) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value.toLocaleString('en-US')));
  return element(
    'dl',
    { class: 'counts' },
    count(sitesOf('facility'), 'facilities'),
    count(sitesOf('control_center'), 'control centers'),
    count(systems.length, 'systems'),
    count(assetsOf(systems), 'assets'),
  );
}

function ratingsOf(systems) {
  const rated = (rating) => systems.filter(({ impact_rating }) => impact_rating === rating);
  const share = element('div', { class: 'share', 'aria-hidden': 'true' });
  for (const rating of RATINGS) {
    const part = element('span', { class: rating });
    part.style.flexGrow = assetsOf(rated(rating));
    share.append(part);
  }
  const lines = RATINGS.map((rating) =>
    element(
      'li',
      {},
      badge(rating),
      ` ${plural(rated(rating).length, 'system')}, ${plural(assetsOf(rated(rating)), 'asset')}`,
    ),
  );
  return element(
    'div',
    { class: 'ratings' },
    share,
    element('ul', { 'aria-label': 'Systems by impact rating' }, lines),
  );
}

const idOf = ({ id }) => element('span', { class: 'mono id' }, id);

/** Returns a button that opens a record. */
const opener = ({ id, name }, collection, kind, openOne) =>
  element(
    'button',
    {
      type: 'button',
      class: 'opener',
      'data-record': id,
      onclick: () => openOne({ collection, name: kind, id, title: name }),
    },
    name,
  );

function systemsTable({ name, systems }, openOne) {
  const head = ['Rating', 'System', 'Hardware', 'Software'].map((title, column) =>
    element('th', { scope: 'col', class: column > 1 ? 'figure' : false }, title),
  );
  const rows = systems.map((system) =>
    element(
      'tr',
      {},
      element('td', {}, badge(system.impact_rating)),
      element('td', {}, opener(system, 'CyberSystem', 'cyber system', openOne), ' ', idOf(system)),
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

function siteOf(site, open, openOne) {
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
  const text = `${site.name} ${site.id} ${site.systems.map(({ name, id }) => `${name} ${id}`).join(' ')}`;
  const attributes = { 'data-id': site.id, 'data-text': text.toLowerCase(), open };
  const isFacility = site.kind === 'facility';
  const [collection, kind] = isFacility ? ['Facility', 'facility'] : ['ControlCenter', 'control center'];
  const own = element('p', { class: 'own' }, opener(site, collection, kind, openOne), ' ', idOf(site));
  return element('details', attributes, summary, own, systemsTable(site, openOne));
}

/** Returns the elements of an inventory. `open`: the ids of sites that show their systems. `openOne` opens a record. */
export function inventoryOf(world, open, openOne) {
  const systems = world.sites.flatMap((site) => site.systems);
  const sites = (title, kind) => {
    const shown = world.sites.filter((site) => site.kind === kind);
    return shown.length === 0
      ? []
      : [element('h3', {}, title), ...shown.map((site) => siteOf(site, open.has(site.id), openOne))];
  };
  return [
    countsOf(world.sites, systems),
    ratingsOf(systems),
    element(
      'div',
      { class: 'sites' },
      sites('Control centers', 'control_center'),
      sites('Facilities', 'facility'),
    ),
  ];
}
