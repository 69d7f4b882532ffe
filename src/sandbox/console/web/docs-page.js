// Shows the list of operations and the operation that the URL fragment names. Both documentation pages use
// it.
import { byId, element, plural } from './dom.js';
import { operationView } from './operation.js';

function linkOf({ operationId, hash, method, summary, path, availability }) {
  const link = element(
    'a',
    { href: hash },
    element('span', { class: `method ${method}` }, method),
    element('span', {}, summary),
    element('span', { class: `badge ${availability}` }, availability),
  );
  return Object.assign(element('li', {}, link), {
    availability,
    text: `${operationId} ${method} ${path} ${summary}`.toLowerCase(),
  });
}

/** `requestPart` renders an operation's request. `introduction` renders the page without an operation. */
export function showDocs(contract, { name, requestPart, introduction }) {
  byId('version').textContent = contract.info.version;

  const tags = [...new Set(contract.operations.map(({ tag }) => tag))];
  const sections = tags.map((tag) =>
    element(
      'section',
      {},
      element('h2', {}, tag),
      element('ul', {}, contract.operations.filter((operation) => operation.tag === tag).map(linkOf)),
    ),
  );
  byId('operations').append(...sections);

  function find() {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const availability = document.querySelector('[name=availability]:checked').value;
    let found = 0;
    for (const section of sections) {
      const items = [...section.querySelectorAll('li')];
      for (const item of items) {
        item.hidden = !(
          words.every((word) => item.text.includes(word)) &&
          (availability === 'all' || item.availability === availability)
        );
        if (!item.hidden) found++;
      }
      section.hidden = items.every((item) => item.hidden);
    }
    byId('found').textContent = plural(found, 'operation');
  }
  byId('search').addEventListener('input', find);
  byId('availability').addEventListener('change', find);
  find();

  function show(moveFocus) {
    const selected = contract.operations.find(({ hash }) => hash === location.hash);
    for (const link of document.querySelectorAll('#operations a')) {
      link.removeAttribute('aria-current');
      if (link.hash !== location.hash) continue;
      link.setAttribute('aria-current', 'true');
      link.scrollIntoView({ block: 'nearest' });
    }
    document.body.classList.toggle('chosen', selected !== undefined);
    document.title = `${selected?.summary ?? 'Docs'} · ${name}`;
    byId('main').replaceChildren(
      selected ? operationView(selected, contract, requestPart(selected)) : introduction(),
    );
    window.scrollTo(0, 0);
    if (moveFocus) byId('main').focus({ preventScroll: true });
  }
  window.addEventListener('hashchange', () => location.hash !== '#main' && show(true));
  show(false);
}
