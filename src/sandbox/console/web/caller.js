// The caller of the page: the world and the person for whom it sends requests. One element serves all pages.
import { element } from './dom.js';
import { field, option } from './fields.js';
import { CALLER, ask, askJson, notify, onOtherSandbox } from './request.js';

const labelOf = ({ id, label }) => label ?? `World ${id.slice(-6)}`;
const personOption = ({ id, name, role }) => option(id, `${name} · ${role.replaceAll('_', ' ')}`);
const keysOf = (world) => `sandbox/worlds/${world}/keys`;

/**
 * `settings` has the default world and its key. Returns the element, which sends the form `formId` on Enter.
 * `onChange` is called with each new key.
 */
export function createCaller(settings, formId) {
  const first = () => ({ world: settings.world, person: undefined, key: settings.key, created: {} });
  // This tab keeps the choice, and the keys that it created: the sandbox shows a key once.
  const chosen = { ...first(), ...JSON.parse(sessionStorage.getItem(CALLER) ?? '{}') };
  const [world, person] = [element('select'), element('select')];
  /** Shows the first person of the default world, until the sandbox has named the worlds and the people. */
  function showFirst() {
    world.replaceChildren(option(chosen.world, 'Default'));
    person.replaceChildren(option('', 'First person'));
  }
  showFirst();
  const keyControl = element('input', {
    class: 'mono',
    type: 'text',
    form: formId,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const status = element('p', { class: 'hint', role: 'status' });
  let onChange = () => {};

  /** Takes a key for all requests. An own key has no world and no person that the page knows. */
  function use(worldId, personId, key) {
    Object.assign(chosen, { world: worldId, person: personId, key });
    sessionStorage.setItem(CALLER, JSON.stringify(chosen));
    onChange();
  }

  /** Returns the key of a person that this tab has. `keys` are those of the world that were not deleted. */
  function knownKey(worldId, userId, keys) {
    if (worldId === settings.world && keys[0].userId === userId) return settings.key;
    const known = chosen.created[`${worldId} ${userId}`];
    return keys.some(({ id }) => id === known?.id) ? known.key : undefined;
  }

  async function createKey(worldId, userId) {
    const { id, key } = await askJson('POST', keysOf(worldId), { userId });
    chosen.created[`${worldId} ${userId}`] = { id, key };
    return key;
  }

  /** Returns a key of the first person of a world with a role; the key of the page when it has no such person. */
  async function keyOf(role) {
    const worldId = chosen.world;
    const [people, keys] = await Promise.all([ask(`console/worlds/${worldId}/people`), ask(keysOf(worldId))]);
    const found = people.find((one) => one.role === role);
    return found ? (knownKey(worldId, found.id, keys) ?? createKey(worldId, found.id)) : chosen.key;
  }

  /** Lists the worlds, and the people of a world. The first key of a world acts for one of them. */
  async function list(worlds, wanted, personId) {
    const worldId = worlds.some(({ id }) => id === wanted) ? wanted : settings.world;
    const [people, keys] = await Promise.all([ask(`console/worlds/${worldId}/people`), ask(keysOf(worldId))]);
    const isKnown = personId === '' || people.some(({ id }) => id === personId);
    const shown = isKnown ? personId : keys[0].userId;
    world.replaceChildren(...worlds.map((one) => option(one.id, labelOf(one))));
    person.replaceChildren(...people.map(personOption), option('', 'Another key'));
    [world.value, person.value] = [worldId, shown];
    return { worldId, shown, keys };
  }
  /** Replaces a key that was deleted, for example with its world. */
  async function refresh() {
    const worlds = await ask('sandbox/worlds'); // first: it notices another sandbox
    const { world: worldId, person: userId, key } = chosen;
    const label = world.selectedOptions[0]?.textContent;
    const found = await list(worlds, worldId, userId);
    if (userId === undefined) chosen.person = found.shown;
    const isValid = !userId || knownKey(worldId, userId, found.keys) === key;
    if (isValid && (found.worldId === worldId || userId === '')) return;
    await choose(found.worldId, userId || undefined, worlds);
    if (found.worldId !== worldId) notify(`${label} no longer exists. Requests now go to the Default world.`);
  }

  /**
   * Replaces what no longer exists, before a request.
   * @throws Error for the user, also when the request would go to another world or act for another person.
   */
  async function check() {
    const { world: worldId, person: userId } = chosen;
    await refresh();
    if (userId === undefined || (chosen.world === worldId && chosen.person === userId)) return;
    throw new Error(
      'Nothing was sent: the world or the person is another one now. Choose both, then send again.',
    );
  }

  /** Uses a key of a person. In another world it is the same person when that world has the person. */
  async function choose(wanted, personId, worlds) {
    const { worldId, shown, keys } = await list(worlds ?? (await ask('sandbox/worlds')), wanted, personId);
    use(worldId, shown, knownKey(worldId, shown, keys) ?? (await createKey(worldId, shown)));
    keyControl.value = chosen.key;
  }

  /** After an error, the page keeps its caller. */
  async function report(work) {
    status.textContent = '';
    await work.catch((error) => {
      status.textContent = error.message;
      [world.value, person.value] = [chosen.world, chosen.person ?? ''];
    });
  }

  world.addEventListener('change', () => void report(choose(world.value, chosen.person || undefined)));
  person.addEventListener('change', () =>
    person.value === '' ? keyControl.select() : void report(choose(chosen.world, person.value)),
  );
  keyControl.addEventListener('input', () => {
    const isOwn = keyControl.value !== '';
    use(isOwn ? chosen.world : settings.world, isOwn ? '' : undefined, keyControl.value || settings.key);
    if (isOwn) person.value = '';
    else void report(refresh());
  });
  onOtherSandbox(() => {
    Object.assign(chosen, first());
    showFirst();
    keyControl.value = chosen.key;
    onChange();
    void report(refresh());
  });
  addEventListener('focus', () => void report(refresh())); // worlds and people of another tab
  void report(refresh());

  const view = element(
    'div',
    { class: 'caller' },
    field('World', world),
    field('Person', person),
    field([element('code', {}, 'X-API-Key'), element('span', { class: 'place' }, ' header')], keyControl),
    status,
  );
  return {
    /** Returns the element for the page that is shown, which `listener` updates. */
    show(listener = () => {}) {
      onChange = listener;
      keyControl.value = chosen.key;
      return view;
    },
    key: () => chosen.key,
    keyOf,
    world: () => chosen.world,
    check,
    refresh: () => report(refresh()),
  };
}
