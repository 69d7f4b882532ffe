// Shows one record as JSON, and edits it. The sandbox checks the record against the contract.
import { announce, byId, element } from './dom.js';
import { bodyBlock } from './json-view.js';
import { panelHeader, showPanel } from './panel.js';
import { pending } from './pending.js';
import { ask, askTagged } from './request.js';

const textOf = (record) => JSON.stringify(record, null, 2);
const button = (label, onclick, attributes = {}) =>
  element('button', { type: 'button', onclick, ...attributes }, label);

/** The fields that “Let processing fail…” sets in the editor. A failed file has no sections. */
const FAILURE = { status: 'failed', failureReason: 'The file has a password.', sectionCount: undefined };

/** Returns the faults of a text, one sentence each: of its JSON, or those that the sandbox reports. */
async function faultsOf(path, text, etag) {
  try {
    JSON.parse(text);
  } catch (error) {
    return [`This is not JSON: ${error.message}`];
  }
  try {
    const headers = { 'Content-Type': 'application/json', 'If-Match': etag };
    await ask(path, { method: 'PUT', headers, body: text });
    return [];
  } catch ({ message, details = [] }) {
    return details.length > 0 ? details.map((detail) => `${detail.field} ${detail.message}`) : [message];
  }
}

/** Returns a form with the record. It replaces only the record with the tag. `onSaved` runs after the sandbox has stored it. */
function editorOf(path, { record, etag }, { onSaved, onCancel }) {
  const area = element('textarea', {
    'aria-label': 'Record as JSON',
    'aria-describedby': 'record-faults',
    spellcheck: 'false',
    rows: '24',
  });
  area.value = textOf(record);
  const save = element('button', { class: 'primary' }, 'Save');
  const saving = pending(save);
  const faults = element('div', { id: 'record-faults', class: 'found', role: 'alert' });
  const form = element(
    'form',
    { class: 'editor' },
    area,
    faults,
    element('div', { class: 'ends' }, button('Cancel', onCancel), save),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const found = await saving.run(() => faultsOf(path, area.value, etag));
    if (found === undefined) return; // it already runs
    if (found.length === 0) return onSaved();
    faults.replaceChildren(
      element(
        'ul',
        {},
        found.map((fault) => element('li', {}, fault)),
      ),
    );
    area.setAttribute('aria-invalid', 'true');
    area.focus();
  });
  return form;
}

/** Opens a record of a world. `onChange` runs after an edit. */
export async function openRecord({ world, collection, name, id, title }, onChange) {
  const dialog = byId('details');
  const path = `/sandbox/worlds/${world}/records/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
  const inner = element('div', { class: 'inner' });

  async function show() {
    const { body: record, etag } = await askTagged(path);
    const edit = (changed) =>
      inner.replaceChildren(
        editorOf(path, { record: { ...record, ...changed }, etag }, { onSaved, onCancel: () => void show() }),
      );
    inner.replaceChildren(
      element(
        'div',
        { class: 'buttons' },
        button('Edit', () => edit({}), { class: 'primary' }),
        record.status !== 'failed' &&
          collection === 'File' &&
          button('Let processing fail…', () => edit(FAILURE)),
        element('a', { class: 'button', href: path }, 'JSON'),
      ),
      bodyBlock(textOf(record), `The ${name}`),
    );
  }

  async function onSaved() {
    await show();
    announce(`Saved the ${name}.`);
    onChange();
  }

  dialog.replaceChildren(panelHeader(dialog, title), inner);
  await show().catch((error) => inner.replaceChildren(element('p', { class: 'muted' }, error.message)));
  showPanel(dialog);
}
