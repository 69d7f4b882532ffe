// Shows the live request log with its filters.
import { announce, byId, element, plural } from './dom.js';
import { openDetails } from './details.js';
import { effectOf } from './faults.js';
import { answeredBadge, duration, statusBadge } from './outcome.js';
import { ask, noticeSandbox } from './request.js';
import { labelOf } from './worlds.js';

const MAX_LINES = 500;
const MAX_FAULTS = 3;
/** A burst of requests causes one announcement, after this pause. */
const PAUSE_MILLISECONDS = 1500;

/** More than two heartbeats of the event stream. */
const MAX_SILENCE_MILLISECONDS = 12_000;
const NO_RESPONSE = 'The sandbox does not respond. Reconnecting…';

const SHOWN = {
  all: () => true,
  rejected: ({ error }) => error !== undefined,
  planned: ({ availability }) => availability === 'planned',
};

const EMPTY = {
  all: 'No requests yet. Send the first request above, or try an operation in the docs.',
  rejected: 'No rejected requests.',
  planned: 'No requests of planned operations.',
};

/** Browsers send it by themselves before a request of another origin. An OPTIONS with a key asks for `Allow`. */
const isPreflight = ({ method, status, user }) => method === 'OPTIONS' && status === 204 && !user;

/** Returns who made a request, in which world. */
function whoOf({ user, world }, worlds) {
  if (!world) return undefined;
  const place = labelOf(worlds.find(world) ?? { id: world, label: null });
  return user ? `${user.name} in ${place}` : place;
}

/** Returns why a request without a rule of the contract was late or got no response. */
const faultText = ({ fault, status }) =>
  fault ? `Fault: ${effectOf(fault)}` : status === 0 && 'The client closed the connection.';

function toRow(line, worlds, open) {
  const who = whoOf(line, worlds);
  const faults = line.rule?.faults ?? [];
  const more = faults.length - MAX_FAULTS;
  const why = line.rule
    ? [
        element('code', {}, line.error.code),
        ` · ${faults.slice(0, MAX_FAULTS).join('; ')}`,
        more > 0 && `; ${more} more`,
      ]
    : faultText(line);
  const button = element(
    'button',
    { type: 'button', onclick: () => open(line.number) },
    element(
      'time',
      { datetime: line.time },
      new Date(line.time).toLocaleTimeString('en-US', { hourCycle: 'h23' }),
    ),
    element('span', { class: `method ${line.method}` }, line.method),
    element('span', { class: 'path' }, line.path),
    statusBadge(line),
    element('span', { class: 'took' }, duration(line.milliseconds)),
    element('span', { class: 'by' }, answeredBadge(line)),
    who && element('span', { class: 'who' }, who),
    why && element('span', { class: `why s${Math.floor(line.status / 100)}` }, why),
  );
  const isLost = line.status === 0;
  return Object.assign(element('li', { 'data-number': line.number, class: isLost && 'lost' }, button), {
    line,
  });
}

/** Returns whether a line has a text in its method, path, operation, user or error. */
function hasText(line, text) {
  const { method, path, operationId, user, error, rule } = line;
  const parts = [
    method,
    path,
    operationId,
    user?.name,
    user?.id,
    error?.code,
    error?.message,
    ...(rule?.faults ?? []),
  ];
  if (!rule) parts.push(faultText(line) || '');
  return parts.join(' ').toLowerCase().includes(text);
}

/** Replaces the options of a filter, and keeps its choice. `values` are pairs of a value and its text. */
function setOptions(select, values) {
  const chosen = select.value;
  const options = [['', 'Any'], ...values].map(([value, text]) => element('option', { value }, text));
  select.replaceChildren(...options);
  select.value = values.some(([value]) => value === chosen) ? chosen : '';
}

/** `onReconnect`: events were missed meanwhile. */
export function startLog(settings, worlds, { onRequest, onReconnect }) {
  const list = byId('requests');
  let filter = 'all';
  let showsPreflights = false;
  let unannounced = { all: 0, rejected: 0 };
  let announcementTimer;

  function isShown(line) {
    const [text, status] = [byId('filter-text').value.trim().toLowerCase(), byId('filter-status').value];
    const method = byId('filter-method').value;
    if (method === '' ? isPreflight(line) && !showsPreflights : line.method !== method) return false;
    const [world, user] = [byId('filter-world').value, byId('filter-user').value];
    const isOf = (world === '' || line.world === world) && (user === '' || line.user?.id === user);
    return SHOWN[filter](line) && isOf && String(line.status).startsWith(status) && hasText(line, text);
  }

  /** Offers the worlds and the people of the logged requests. */
  function updateFilters() {
    const lines = [...list.children].map(({ line }) => line).filter((line) => line.world);
    const nameOf = (id) => labelOf(worlds.find(id) ?? { id, label: null });
    const of = (entries) => [...new Map(entries)].sort(([, one], [, other]) => one.localeCompare(other));
    setOptions(byId('filter-world'), of(lines.map(({ world }) => [world, nameOf(world)])));
    const world = byId('filter-world').value;
    const users = lines.filter((line) => line.user && (world === '' || line.world === world));
    setOptions(byId('filter-user'), of(users.map(({ user }) => [user.id, user.name])));
  }
  const isNew = ({ world, user }) =>
    [
      ['filter-world', world],
      ['filter-user', user?.id],
    ].some(([id, value]) => value && ![...byId(id).options].some((option) => option.value === value));
  const applyFilter = (row) => (row.hidden = !isShown(row.line));

  function showEmptyMessage() {
    const preflights = [...list.children].filter(({ line }) => isPreflight(line)).length;
    byId('preflights').hidden = preflights === 0;
    byId('preflights').textContent =
      `${showsPreflights ? 'Hide' : 'Show'} ${plural(preflights, 'preflight')}`;
    byId('empty').textContent =
      list.children.length > 0 && filter === 'all' ? 'No requests match the filters.' : EMPTY[filter];
    byId('empty').hidden = [...list.children].some((row) => !row.hidden);
  }

  /** The first requests can arrive before the list of worlds. A deleted world keeps its name. */
  function nameWorlds() {
    for (const { line, firstChild } of list.children)
      if (worlds.find(line.world)) firstChild.querySelector('.who').textContent = whoOf(line, worlds);
  }

  function filterAll() {
    updateFilters();
    for (const row of list.children) applyFilter(row);
    showEmptyMessage();
  }

  function announceLater(line) {
    unannounced.all++;
    if (line.error) unannounced.rejected++;
    clearTimeout(announcementTimer);
    announcementTimer = setTimeout(() => {
      announce(`${plural(unannounced.all, 'new request')}, ${unannounced.rejected} rejected.`);
      unannounced = { all: 0, rejected: 0 };
    }, PAUSE_MILLISECONDS);
  }

  const rowOf = (line) => {
    const row = toRow(line, worlds, (number) => openDetails(number, settings, worlds));
    applyFilter(row);
    return row;
  };

  function add(line) {
    if (list.querySelector(`[data-number="${line.number}"]`)) return; // already in the list
    list.prepend(rowOf(line));
    if (isNew(line)) updateFilters();
    if (list.children.length > MAX_LINES) list.lastElementChild.remove();
    showEmptyMessage();
    if (!isPreflight(line)) announceLater(line);
    onRequest(line);
  }

  /** Loads the list when the stream opens or reopens. Lines from the stream are newer than the list. */
  async function load() {
    list.replaceChildren();
    const lines = await ask('console/requests');
    const known = new Set([...list.children].map((row) => row.line.number));
    list.append(...lines.filter(({ number }) => !known.has(number)).map(rowOf));
    filterAll();
  }

  const connection = byId('connection');
  const showConnection = (text, live) => {
    if (connection.textContent !== text) connection.textContent = text; // is announced
    connection.classList.toggle('live', live);
  };
  const events = new EventSource('console/events');
  let isReconnect = false;
  let silence;
  /** A sandbox that hangs keeps the connection open. */
  function listen() {
    clearTimeout(silence);
    silence = setTimeout(() => showConnection(NO_RESPONSE, false), MAX_SILENCE_MILLISECONDS);
  }
  for (const name of ['open', 'instance', 'request', 'cleared', 'heartbeat'])
    events.addEventListener(name, listen);
  events.addEventListener('heartbeat', () => showConnection('Live', true));
  events.addEventListener('open', async () => {
    if (isReconnect) onReconnect();
    isReconnect = true;
    await load().then(
      () => showConnection('Live', true),
      () => undefined, // the connection is lost again
    );
  });
  events.addEventListener('error', () => showConnection(NO_RESPONSE, false));
  events.addEventListener('instance', ({ data }) => noticeSandbox(data));
  events.addEventListener('request', ({ data }) => add(JSON.parse(data)));
  events.addEventListener('cleared', () => {
    list.replaceChildren();
    showEmptyMessage();
  });

  byId('filter').addEventListener('change', ({ target }) => {
    filter = target.value;
    filterAll();
  });
  byId('filters').addEventListener('input', filterAll);
  byId('preflights').addEventListener('click', () => {
    showsPreflights = !showsPreflights;
    filterAll();
  });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('clear').addEventListener(
    'click',
    () => void ask('console/requests', { method: 'DELETE' }).then(() => announce('Log cleared.')),
  );
  // A shared link leads to a request.
  const openShared = () => {
    const [, number] = /^#request=(\d+)$/.exec(location.hash) ?? [];
    if (number) void openDetails(Number(number), settings, worlds);
  };
  addEventListener('hashchange', openShared);

  let isStarted = false;
  return {
    /** Shows the log for the selected world. A shared link opens after the first selection. */
    select() {
      nameWorlds();
      filterAll();
      if (!isStarted) openShared();
      isStarted = true;
    },
  };
}
