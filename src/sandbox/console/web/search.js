// The full-text search of the documentation and the guide: a dialog that `/`, Ctrl-K or a button opens.
import { byId, element, plural } from './dom.js';
import { createIndex, ranked } from './search-index.js';

const MAX_SHOWN = 30;
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

/** Chromium focuses the field of a closed dialog until the next frame. */
const isTyping = ({ target }) => target.matches('input, textarea, select') && target.checkVisibility();
const opensSearch = (event) =>
  (event.key === '/' && !isTyping(event) && !event.ctrlKey && !event.metaKey) ||
  (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));

/** The arrow keys move from the field to the results and back. Escape in the field would only clear it. */
function useKeys(event) {
  if (event.key === 'Escape') {
    event.preventDefault();
    byId('search').close();
  }
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

/** `entries` returns a promise of the entries. The first search reads them and makes the index. */
export function startSearch(entries) {
  const dialog = searchDialog();
  document.body.append(dialog);
  let index;

  /** A later search reads the entries again when the sandbox did not respond. */
  const find = () =>
    show().catch(({ message }) => {
      index = undefined;
      byId('search-found').textContent = message;
    });

  async function show() {
    const text = byId('search-text').value.trim();
    index ??= entries().then(createIndex);
    const found = text === '' ? [] : ranked(await index, text);
    byId('search-results').replaceChildren(...found.slice(0, MAX_SHOWN).map(resultItem));
    const shown =
      found.length > MAX_SHOWN
        ? `The first ${MAX_SHOWN} of ${plural(found.length, 'result')}`
        : plural(found.length, 'result');
    byId('search-found').textContent =
      text === '' ? 'Search titles, descriptions, fields, error codes, headers and the guide.' : shown;
    await index; // also without a text: its failure is reported
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
  dialog.addEventListener('keydown', useKeys);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('a, .close')) dialog.close();
  });
}
