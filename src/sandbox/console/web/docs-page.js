// Shows the page that the URL fragment names. Both documentation pages use it.
import { hashOf } from './contract.js';
import { byId } from './dom.js';
import { journeysPage } from './journeys.js';
import { markCurrent, showNavigation } from './navigation.js';
import { operationView } from './operation.js';
import { errorsPage, headersPage } from './reference-pages.js';
import { schemaPage } from './schema-page.js';
import { entriesOf } from './search-entries.js';
import { startSearch } from './search.js';

/** Opens the parts that contain the element, which render on opening, and scrolls to it. */
function reveal(id) {
  const containers = () => [...byId('main').querySelectorAll('details[data-contains]:not([open])')];
  for (;;) {
    const next = containers().find((part) => part.dataset.contains && id.startsWith(part.dataset.contains));
    if (byId(id)?.checkVisibility() || !next) break;
    next.fill?.();
    next.open = true;
  }
  const target = byId(id);
  if (!target) return undefined;
  if (target.matches('details')) {
    target.fill?.();
    target.open = true;
  }
  target.classList.add('target');
  return target;
}

/** Returns the decoded segments of a fragment. A malformed fragment names the overview. */
function segmentsOf(hash) {
  try {
    return hash.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return [''];
  }
}

/**
 * `pages` are further pages as `[segment, title, render, hasParts]`. A page with parts renders each of them anew.
 * Journeys run with the key of the `caller`; without it, they are only shown.
 */
export function showDocs(
  contract,
  { name, requestPart, introduction, journeys, caller, links = [], guide, pages = [] },
) {
  byId('version').textContent = contract.info.version;

  const named = [
    ...(journeys.length > 0
      ? [['journeys', 'Journeys', () => journeysPage(journeys, contract, caller)]]
      : []),
    ['errors', 'Errors', () => errorsPage(contract)],
    ['headers', 'Headers', () => headersPage(contract)],
    ...pages,
  ];
  showNavigation(contract, [
    ['#', 'Overview'],
    ...named.map(([segment, title]) => [hashOf(segment), title]),
    ...links,
  ]);

  /** Returns the page of a fragment: `hash` is its link in the menu, `part` identifies what `render` shows. */
  function pageOf(hash) {
    const [first, second = ''] = segmentsOf(hash);
    const operation = contract.operations.find(({ operationId }) => hashOf(operationId) === hashOf(first));
    if (operation)
      return {
        title: operation.summary,
        hash: operation.hash,
        render: () => operationView(operation, contract, requestPart(operation)),
      };
    if (first === 'schema' && contract.schemas[second])
      return { title: second, hash: hashOf('schema', second), render: () => schemaPage(second, contract) };
    const found = named.find(([segment]) => segment === first);
    if (found) {
      const [, title, render, hasParts] = found;
      const part = hasParts ? hashOf(first, second) : hashOf(first);
      return { title, hash: hashOf(first), part, render: () => render(second) };
    }
    return { title: 'Docs', hash: '', render: introduction };
  }

  let shown;
  function show(moveFocus) {
    const { title, hash, render, part = hash } = pageOf(location.hash);
    const isNew = part !== shown;
    shown = part;
    markCurrent(hash);
    document.title = `${title} · ${name}`;
    if (isNew) byId('main').replaceChildren(render());
    else for (const old of document.querySelectorAll('.target')) old.classList.remove('target');
    const target = reveal(location.hash.slice(1));
    if (target) target.scrollIntoView({ block: 'start' });
    else if (isNew) window.scrollTo(0, 0);
    if (moveFocus && isNew) byId('main').focus({ preventScroll: true });
  }
  window.addEventListener('hashchange', () => location.hash !== '#main' && show(true));
  startSearch(async () => entriesOf(contract, journeys, await guide()));
  show(false);
}
