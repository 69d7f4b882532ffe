// Builds elements and asks the sandbox: what every part of the pages uses.

/** `element('a', { href: '/docs', class: 'x' }, 'Docs')`. Text is always text: nothing that came from a request becomes markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** @throws Error with a sentence for people. */
export async function ask(path, options) {
  const response = await fetch(path, options);
  const body = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(body?.message ?? `The sandbox answered ${response.status}.`);
  return body;
}

const TOLD_MILLISECONDS = 1500;

/** A button that copies what `text` gives, and says so. */
export function copyButton(text, label = 'Copy', what = '') {
  const button = element(
    'button',
    { type: 'button' },
    label,
    what && element('span', { class: 'unseen' }, ` ${what}`),
  );
  button.addEventListener('click', async () => {
    const before = [...button.childNodes];
    await navigator.clipboard.writeText(text()).then(
      () => button.replaceChildren('Copied'),
      () => button.replaceChildren('Not allowed'),
    );
    setTimeout(() => button.replaceChildren(...before), TOLD_MILLISECONDS);
  });
  return button;
}

/** Says something to those who listen to the page; nothing is seen of it. */
export function announce(text) {
  byId('announcements').textContent = text;
}

export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** In single quotes for a shell. */
export const quoted = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;
