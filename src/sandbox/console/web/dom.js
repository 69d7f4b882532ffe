// Helpers of all page modules: elements and copy buttons.

/** Creates an element: `element('a', { href: 'docs' }, 'Docs')`. Strings become text, never markup; lists are flattened. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  );
  return made;
}

/** Creates a link to the part of the page that it names, so that readers can copy the address of this part. */
export const selfLink = (hash, ...name) => element('a', { class: 'self', href: hash }, name);

export const provisionalBadge = () => element('span', { class: 'badge provisional' }, 'provisional');

export const byId = (id) => document.getElementById(id);

const FEEDBACK_MILLISECONDS = 1500;

/** Creates a button that copies the result of `text` and confirms it. */
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
      () => button.replaceChildren('Copy failed'),
    );
    setTimeout(() => button.replaceChildren(...before), FEEDBACK_MILLISECONDS);
  });
  return button;
}

/** Announces a text to screen readers. */
export function announce(text) {
  byId('announcements').textContent = text;
}

export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Quotes a text for a shell. */
export const quoted = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;
