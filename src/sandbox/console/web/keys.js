// The keys of the selected world: each acts for a user.
import { announce, byId, copyButton, element } from './dom.js';
import { pending } from './pending.js';
import { ask, askJson } from './request.js';

const option = ({ id, name }) => element('option', { value: id }, name);
const pathOf = ({ id }) => `/sandbox/worlds/${id}/keys`;

function rowOf(key, users, isFirst, remove) {
  const name = users.find(({ id }) => id === key.userId)?.name ?? `${key.userId}, deleted`;
  const details = [
    key.access === 'read_only' && 'read-only',
    key.expiresAt && `until ${key.expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
    isFirst && 'first key',
  ].filter(Boolean);
  return element(
    'li',
    {},
    element(
      'span',
      {},
      name,
      details.length > 0 && element('span', { class: 'muted' }, ` · ${details.join(' · ')}`),
    ),
    !isFirst &&
      element(
        'button',
        {
          type: 'button',
          onclick: ({ currentTarget }) => void pending(currentTarget).run(() => remove(key)),
        },
        'Delete',
        element('span', { class: 'unseen' }, ` the key of ${name}`),
      ),
  );
}

/** Shows a new key, which the sandbox shows once. */
function showNew({ key }, name, useKey) {
  const use = element('button', { type: 'button', onclick: () => void useKey(key) }, 'Use in this tab');
  byId('new-key').replaceChildren(
    element('span', { class: 'mono' }, key),
    copyButton(() => key, 'Copy', `the key of ${name}`),
    use,
  );
}

let shown;
const creation = pending(byId('key-form').querySelector('button'));
byId('key-form').append(...creation.beside);

/** Lists the keys of a world, and lets the user create one for a user of the world. */
export async function showKeys(world, { useKey }) {
  const path = pathOf(world);
  const [keys, users] = await Promise.all([ask(path), ask(`console/worlds/${world.id}/people`)]).catch(() => [
    [],
    [],
  ]);
  if (shown !== world.id) byId('new-key').replaceChildren();
  shown = world.id;
  const again = () => showKeys(world, { useKey });
  const remove = async ({ id }) => {
    await askJson('DELETE', `${path}/${id}`).catch((error) => announce(error.message));
    await again();
  };
  byId('keys').replaceChildren(...keys.map((key, index) => rowOf(key, users, index === 0, remove)));
  const chosen = byId('key-user').value;
  byId('key-user').replaceChildren(...users.map(option));
  if (users.some(({ id }) => id === chosen)) byId('key-user').value = chosen;
  byId('key-form').onsubmit = async (event) => {
    event.preventDefault();
    const [userId, access] = [byId('key-user').value, byId('key-access').value];
    try {
      const name = users.find(({ id }) => id === userId)?.name ?? userId;
      const made = await creation.run((signal) => askJson('POST', path, { userId, access }, signal));
      if (!made) return;
      showNew(made, name, useKey);
      announce(`Created a key for ${name}.`);
      await again();
    } catch (error) {
      byId('new-key').replaceChildren(error.message);
    }
  };
}
