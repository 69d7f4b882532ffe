// The live log: the newest requests as they come, filtered, cleared, and opened one by one.
import { announce, ask, byId, element, plural } from './dom.js';
import { openDetails } from './details.js';
import { answeredBy, statusClass, took } from './outcome.js';

const NEWEST = 500;
const MAX_FAULTS = 3;
/** Announcements wait for a pause, so that a burst of requests is told in one sentence. */
const PAUSE_MILLISECONDS = 1500;

const SHOWN = {
  all: () => true,
  refused: ({ error }) => error !== undefined,
  mocks: ({ answeredBy }) => answeredBy === 'mock',
};

const EMPTY = {
  all: 'No request yet. Send the first call above, or try an operation in the docs.',
  refused: 'No request was refused.',
  mocks: 'No request was answered by a mock.',
};

function toRow(line, open) {
  const faults = line.rule?.faults ?? [];
  const more = faults.length - MAX_FAULTS;
  const why = line.rule && [
    element('code', {}, line.error.code),
    ` · ${faults.slice(0, MAX_FAULTS).join('; ')}`,
    more > 0 && `; and ${more} more`,
  ];
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
    element('span', { class: statusClass(line.status) }, String(line.status)),
    element('span', { class: 'took' }, took(line.milliseconds)),
    element('span', { class: 'by' }, answeredBy(line.answeredBy)),
    why && element('span', { class: `why s${Math.floor(line.status / 100)}` }, why),
  );
  return Object.assign(element('li', { 'data-number': line.number }, button), { line });
}

export function startLog(settings, { onRequest }) {
  const list = byId('requests');
  let filter = 'all';
  let untold = { all: 0, refused: 0 };
  let telling;

  const judge = (row) => (row.hidden = !SHOWN[filter](row.line));

  function tellEmpty() {
    byId('empty').textContent = EMPTY[filter];
    byId('empty').hidden = [...list.children].some((row) => !row.hidden);
  }

  function filterAll() {
    for (const row of list.children) judge(row);
    tellEmpty();
  }

  function tell(line) {
    untold.all++;
    if (line.error) untold.refused++;
    clearTimeout(telling);
    telling = setTimeout(() => {
      announce(`${plural(untold.all, 'new request')}, ${untold.refused} refused.`);
      untold = { all: 0, refused: 0 };
    }, PAUSE_MILLISECONDS);
  }

  const rowOf = (line) => {
    const row = toRow(line, (number) => openDetails(number, settings));
    judge(row);
    return row;
  };

  function add(line) {
    if (list.querySelector(`[data-number="${line.number}"]`)) return; // the list had it already
    list.prepend(rowOf(line));
    if (list.children.length > NEWEST) list.lastElementChild.remove();
    tellEmpty();
    tell(line);
    onRequest(line);
  }

  /** When the stream opens, also after a pause: what it brings meanwhile is newer than the list that is asked for. */
  async function load() {
    list.replaceChildren();
    const lines = await ask('/console/requests');
    const known = new Set([...list.children].map((row) => row.line.number));
    list.append(...lines.filter(({ number }) => !known.has(number)).map(rowOf));
    tellEmpty();
  }

  const connection = byId('connection');
  const tellConnection = (text, live) => {
    connection.textContent = text;
    connection.classList.toggle('live', live);
  };
  const events = new EventSource('/console/events');
  events.addEventListener('open', () => void load().then(() => tellConnection('Live', true)));
  events.addEventListener('error', () => tellConnection('The sandbox is not reached. Trying again…', false));
  events.addEventListener('request', ({ data }) => add(JSON.parse(data)));
  events.addEventListener('cleared', () => {
    list.replaceChildren();
    tellEmpty();
  });

  byId('filter').addEventListener('change', ({ target }) => {
    filter = target.value;
    filterAll();
  });
  byId('clear').addEventListener(
    'click',
    () => void ask('/console/requests', { method: 'DELETE' }).then(() => announce('The log is empty.')),
  );
}
