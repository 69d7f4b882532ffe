// The dialog that adds or changes a fault. It stays open until the sandbox accepts the fault.
import { byId } from './dom.js';
import { pending } from './pending.js';

const FIELDS = {
  count: 'count',
  status: 'status',
  retryAfter: 'retry',
  drop: 'drop',
  body: 'body',
  delay: 'delay',
};
const saving = pending(byId('fault-form').querySelector('.primary'));
const field = (name) => byId(`fault-form-${name}`);

/** Returns the method and the path of a text, for example `POST /tasks`. @throws Error with a message for the user. */
export function operationIn(text) {
  const [, method, path] = /^\s*([a-z]+)\s+(\/\S*)\s*$/i.exec(text) ?? [];
  if (!path) throw new Error('Enter a method and a path, for example POST /tasks.');
  return { method: method.toUpperCase(), path };
}

function enteredFault() {
  const given = Object.entries(FIELDS)
    .map(([name, id]) => [name, field(id).value])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, ['drop', 'body'].includes(name) ? value : Number(value)]);
  return { ...operationIn(field('operation').value), ...Object.fromEntries(given) };
}

/**
 * Lets the user edit a fault. `operation` is its method and path. Returns what `save` returns for the edited one;
 * undefined when the user cancels.
 */
export function editFault(title, operation, fault, save) {
  const dialog = byId('edit-fault');
  byId('edit-fault-title').textContent = title;
  field('operation').value = operation;
  for (const [name, id] of Object.entries(FIELDS)) field(id).value = fault[name] ?? '';
  field('error').textContent = '';
  return new Promise((resolve) => {
    byId('fault-form').onsubmit = async (event) => {
      if (event.submitter?.value !== 'save') return;
      event.preventDefault();
      try {
        const saved = await saving.run(() => save(enteredFault()));
        if (!saved) return; // it already runs
        resolve(saved);
        dialog.close();
      } catch ({ message, details }) {
        // The sandbox names the place of the fault in the list, which this dialog does not show.
        const named = details?.map((each) => `${each.field.replace(/^\d+\.?/, '')} ${each.message}.`.trim());
        field('error').textContent = named?.join(' ') ?? message;
      }
    };
    dialog.addEventListener('close', () => resolve(undefined), { once: true });
    dialog.showModal();
  });
}
