// Sends requests to the sandbox. Notices when it does not respond, and when another sandbox responds.
import { element } from './dom.js';

export const DOWN = 'The sandbox does not respond. Start it again. This page then continues.';
const STORED = 'sandbox-instance';
/** What this tab keeps of one sandbox: its worlds and keys. */
export const KEYS = 'world-keys';
export const CALLER = 'docs-caller';

const listeners = [];
/** Runs `forget` when another sandbox responds, for example after a restart. */
export const onOtherSandbox = (forget) => void listeners.push(forget);

/** Shows a text above the page until the reader closes it. */
export function notify(text) {
  document.querySelector('.notice')?.remove();
  const notice = element('div', { class: 'notice', role: 'alert' }, element('p', {}, text));
  notice.append(element('button', { type: 'button', onclick: () => notice.remove() }, 'Close'));
  document.querySelector('.bar').after(notice);
}

/** `instance` identifies the data of a sandbox. A sandbox with a persistent file keeps it. */
export function noticeSandbox(instance) {
  const known = sessionStorage.getItem(STORED);
  if (!instance || instance === known) return;
  sessionStorage.setItem(STORED, instance);
  if (known === null) return;
  for (const name of [KEYS, CALLER]) sessionStorage.removeItem(name);
  for (const forget of listeners) forget();
  notify(
    'The sandbox started again with new data. This tab forgot the worlds and keys of the sandbox before it, and uses the Default world.',
  );
}

/** Removes the messages that the sandbox does not respond. */
function forgetDown() {
  for (const status of document.querySelectorAll('[role="status"], [role="alert"]'))
    if (status.textContent === DOWN) status.textContent = '';
}

/** Returns the response. @throws Error for the user when there is none, AbortError when the request is canceled. */
export async function reach(path, options) {
  const response = await fetch(path, options).catch((error) => {
    throw error.name === 'AbortError' ? error : new Error(DOWN);
  });
  forgetDown();
  noticeSandbox(response.headers.get('X-Sandbox-Instance'));
  return response;
}

/** Returns the body, and the entity tag if any. @throws Error for the user, with the `details` of an invalid request. */
export async function askTagged(path, options) {
  const response = await reach(path, options);
  const body = response.status === 204 ? undefined : await response.json();
  if (!response.ok)
    throw Object.assign(new Error(body?.message ?? `The sandbox returned ${response.status}.`), {
      details: body?.details,
    });
  return { body, etag: response.headers.get('ETag') };
}

export const ask = async (path, options) => (await askTagged(path, options)).body;

/** Sends a value as JSON, or no body. */
export const askJson = (method, path, value, signal) =>
  ask(path, {
    method,
    signal,
    ...(value && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }),
  });

/** A world can drop a response. @throws Error for the user that says whether the sandbox responds at all. */
export async function reachOperation(path, options) {
  try {
    return await fetch(path, { ...options, cache: 'no-store' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    await reach('console/settings.json');
    throw new Error('The connection ended without a response. The log of the console shows why.');
  }
}
