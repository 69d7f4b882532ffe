// The full-text search of the documentation and the guide: a dialog that `/`, Ctrl-K or a button opens.
import { byId, element, plural } from './dom.js';

const MAX_SHOWN = 30;
const BOOSTS = {
  operation: 2,
  error: 2,
  prefix: 3,
  sample: 3,
  header: 2,
  schema: 1.5,
  page: 1,
  journey: 1,
  guide: 1,
  field: 1,
  parameter: 0.6,
};

/** Splits at white space and punctuation, and `completionIntervalDays` also into its words. */
const tokenize = (text) =>
  text.split(/[\n\r\p{Z}\p{P}$<>=+|~^]+/u).flatMap((token) => {
    const words = token.split(/(?<=[a-z0-9])(?=[A-Z])/);
    return words.length > 1 ? [token, ...words] : [token];
  });

async function createIndex(entries) {
  const { default: MiniSearch } = await import('./minisearch.js'); // large: only when the reader searches
  const index = new MiniSearch({
    fields: ['title', 'place', 'text'],
    storeFields: ['kind', 'href', 'title', 'place'],
    tokenize,
    searchOptions: {
      boost: { title: 4, place: 1.5 },
      boostDocument: (_id, _term, { kind }) => BOOSTS[kind],
      combineWith: 'AND',
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  return index;
}

const resultItem = ({ kind, href, title, place }) =>
  element(
    'li',
    {},
    element(
      'a',
      { href },
      element('span', { class: 'badge' }, kind),
      element('strong', {}, title),
      element('span', { class: 'muted' }, place),
    ),
  );

const isTyping = ({ target }) => target.matches('input, textarea, select');
const opensSearch = (event) =>
  (event.key === '/' && !isTyping(event) && !event.ctrlKey && !event.metaKey) ||
  (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));

/** The arrow keys move from the field to the results and back. */
function moveByArrows(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [byId('search-text'), ...byId('search-results').querySelectorAll('a')];
  event.preventDefault();
  stops[stops.indexOf(document.activeElement) + step]?.focus();
}

/** Returns the dialog. */
function searchDialog() {
  const text = {
    id: 'search-text',
    type: 'search',
    placeholder: 'Search',
    autocomplete: 'off',
    spellcheck: 'false',
  };
  return element(
    'dialog',
    { id: 'search', class: 'search', 'aria-label': 'Search the documentation' },
    element(
      'form',
      { id: 'search-form', role: 'search' },
      element('label', { class: 'unseen', for: 'search-text' }, 'Search the documentation'),
      element('input', text),
      element('button', { type: 'button', class: 'close' }, 'Close'),
    ),
    element('p', { id: 'search-found', class: 'muted', role: 'status' }),
    element('ul', { id: 'search-results' }),
  );
}

/** Words that the texts do not use for their subject. */
const SYNONYMS = {
  pagination: 'pages cursor',
  paging: 'pages cursor',
  paginate: 'pages cursor',
  timezone: 'time zone',
  throttling: 'rate limit',
  tenant: 'organization',
  login: 'key',
  token: 'key',
};

/** Returns the query. An id is found by its prefix, and a word by its synonym too. */
function queryOf(text) {
  const prefix = text.replace(/^([a-z]{2,5}_)\w{10,}$/, '$1');
  const synonym = SYNONYMS[text.toLowerCase()];
  return synonym
    ? { combineWith: 'OR', queries: [prefix, { combineWith: 'AND', queries: [synonym] }] }
    : prefix;
}

/** `entries` returns a promise of the entries. The first search reads them and makes the index. */
export function startSearch(entries) {
  const dialog = searchDialog();
  document.body.append(dialog);
  let index;

  async function find() {
    const text = byId('search-text').value.trim();
    index ??= entries().then(createIndex);
    const found = text === '' ? [] : (await index).search(queryOf(text));
    byId('search-results').replaceChildren(...found.slice(0, MAX_SHOWN).map(resultItem));
    const shown =
      found.length > MAX_SHOWN
        ? `The first ${MAX_SHOWN} of ${plural(found.length, 'result')}`
        : plural(found.length, 'result');
    byId('search-found').textContent =
      text === '' ? 'Search titles, descriptions, fields, error codes, headers and the guide.' : shown;
  }
  function open() {
    if (dialog.open) return;
    dialog.showModal();
    byId('search-text').select();
    void find();
  }

  for (const button of document.querySelectorAll('.open-search')) button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return;
    event.preventDefault();
    open();
  });
  byId('search-text').addEventListener('input', () => void find());
  byId('search-form').addEventListener('submit', (event) => {
    event.preventDefault();
    byId('search-results').querySelector('a')?.click();
  });
  dialog.addEventListener('keydown', moveByArrows);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('a, .close')) dialog.close();
  });
}
