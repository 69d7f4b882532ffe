// The worlds of the sandbox: the selected one, its key, and its commands.
import { announce, byId, copyButton, element, plural } from './dom.js';
import { showKeys } from './keys.js';
import { pending } from './pending.js';
import { KEYS, ask, askJson, notify, onOtherSandbox } from './request.js';
import { askMove, askWorld, confirm, timeOf } from './world-dialogs.js';

const WORLDS = '/sandbox/worlds';

export const labelOf = ({ label, id }) => label ?? `World ${id.slice(-6)}`;
const originOf = ({ from }, worlds) => {
  const parent = worlds.find(({ id }) => id === from);
  if (from === 'demo') return 'demo data';
  if (from === 'empty') return 'nothing';
  if (from === 'records') return 'a file';
  return parent ? `a fork of ${labelOf(parent)}` : from === 'snapshot' ? 'a snapshot' : 'a fork';
};

/** Returns the changes of a step of the clock, for example `3 tasks overdue, 1 invitation expired`. */
const changesOf = (changes) =>
  changes
    .map(({ resourceType, status, resourceIds: { length } }) => {
      return `${plural(length, resourceType.replaceAll('-', ' '))} ${status}`;
    })
    .join(', ') || 'no record changed';

export function startWorlds(settings, { onSelect }) {
  // The sandbox shows a key once. This tab keeps it until it is closed.
  const keys = new Map(Object.entries(JSON.parse(sessionStorage.getItem(KEYS) ?? '{}')));
  keys.set(settings.world, settings.key);
  let worlds = [];
  let selected = settings.world;

  const showStatus = (text, isError = false) => {
    byId('worlds-status').textContent = text;
    byId('worlds-status').classList.toggle('error', isError);
    if (text) announce(text);
  };

  const current = () => worlds.find(({ id }) => id === selected);
  const keyOf = (id = selected) => keys.get(id);
  const remember = (id, key) => {
    keys.set(id, key);
    sessionStorage.setItem(KEYS, JSON.stringify(Object.fromEntries(keys)));
  };
  /** Sends the requests of this tab with another key of the selected world. */
  const useKey = (key) => {
    remember(selected, key);
    return select(selected);
  };

  function rowOf(world) {
    const isSelected = world.id === selected;
    const radio = element('input', { type: 'radio', name: 'world', value: world.id, checked: isSelected });
    const clock = world.clock === 'set' ? timeOf(world.now) : 'real time';
    const key = keys.has(world.id) ? 'key known' : 'key not known here';
    return element(
      'tr',
      { class: isSelected && 'selected' },
      element(
        'th',
        { scope: 'row' },
        element('label', {}, radio, element('span', {}, labelOf(world))),
        element('span', { class: 'sum' }, `From ${originOf(world, worlds)} · ${clock} · ${key}`),
      ),
      element('td', { class: 'figure' }, world.records.toLocaleString('en-US')),
    );
  }

  function showSelected() {
    const world = current();
    const key = keyOf();
    byId('selected').replaceChildren(
      element('dt', {}, 'Id'),
      element('dd', { class: 'mono' }, world.id),
      element('dt', {}, 'Clock'),
      element('dd', {}, world.clock === 'set' ? `Stands still at ${timeOf(world.now)}` : 'Real time'),
      element('dt', {}, 'Key'),
      key === undefined
        ? element('dd', { class: 'muted' }, 'Not known to this tab. The sandbox shows a key once.')
        : element(
            'dd',
            { class: 'key' },
            element('span', { class: 'mono' }, key),
            copyButton(() => key, 'Copy', 'the key'),
          ),
    );
    void showKeys(world, { useKey });
    byId('delete').disabled = selected === settings.world;
    byId('calls').href = `${WORLDS}/${selected}/calls`;
    byId('seed').href = `${WORLDS}/${selected}/records`;
  }

  function show() {
    byId('worlds').replaceChildren(...worlds.map(rowOf));
    byId('worlds-count').textContent = plural(worlds.length, 'world');
    showSelected();
  }

  async function list() {
    const focused = document.activeElement?.name === 'world' && document.activeElement.value;
    const gone = current();
    worlds = await ask('console/worlds');
    const isGone = !current();
    if (isGone) selected = settings.world;
    show();
    if (focused) document.querySelector(`input[name="world"][value="${CSS.escape(focused)}"]`)?.focus();
    if (isGone && gone) notify(`${labelOf(gone)} no longer exists. This page shows the Default world.`);
    return isGone;
  }
  const tell = () => onSelect(current(), keyOf());

  /** A failure leaves the page as it is: the log says that the connection is lost. */
  const refresh = () =>
    list().then(
      (isGone) => isGone && tell(),
      (error) => showStatus(error.message, true),
    );

  async function select(id) {
    selected = id;
    await list();
    tell();
  }
  onOtherSandbox(() => {
    keys.clear();
    keys.set(settings.world, settings.key);
    [worlds, selected] = [[], settings.world];
    void select(selected);
  });
  addEventListener('focus', () => void refresh()); // other pages and programs create and delete worlds

  /** Runs an action of a button, and shows its result or its error. */
  const action = (work) => async () => {
    showStatus('');
    try {
      const done = await work(current());
      if (done) showStatus(done);
    } catch (error) {
      showStatus(error.message, true);
    }
  };
  const change = (method, path, body, signal) => askJson(method, `${WORLDS}${path}`, body, signal);

  /** Returns a label that no world has: `Fork of Default`, then `Fork of Default 2`. */
  function forkLabel(world) {
    const label = `Fork of ${labelOf(world)}`.slice(0, 95);
    const isTaken = (wanted) => worlds.some((each) => each.label === wanted);
    let number = 1;
    while (isTaken(number === 1 ? label : `${label} ${number}`)) number++;
    return number === 1 ? label : `${label} ${number}`;
  }

  async function create(_world, body, signal) {
    const { key, ...world } = await change('POST', '', body, signal);
    remember(world.id, key);
    await select(world.id);
    return `Created ${labelOf(world)}.`;
  }

  byId('worlds').addEventListener('change', ({ target }) => action(() => select(target.value))());
  /** `ask` returns what `send` needs, undefined or false when the user cancels. `send` returns a sentence. */
  const actions = {
    create: { ask: () => askWorld(worlds), send: create },
    fork: { ask: (world) => ({ from: world.id, label: forkLabel(world) }), send: create },
    move: {
      ask: askMove,
      async send(world, body, signal) {
        const { now, changes } = await change('PATCH', `/${world.id}`, body, signal);
        await select(world.id);
        return `The clock shows ${timeOf(now)}: ${changesOf(changes)}.`;
      },
    },
    reset: {
      ask: (world) => confirm('reset', labelOf(world)),
      async send(world, _yes, signal) {
        await change('POST', `/${world.id}/reset`, undefined, signal);
        await select(world.id);
        return 'Reset complete.';
      },
    },
    delete: {
      ask: (world) => confirm('delete', labelOf(world)),
      async send(world, _yes, signal) {
        await change('DELETE', `/${world.id}`, undefined, signal);
        worlds = worlds.filter(({ id }) => id !== world.id);
        await select(settings.world);
        return `Deleted ${labelOf(world)}.`;
      },
    },
  };
  for (const [id, { ask: askUser, send }] of Object.entries(actions)) {
    const button = byId(id);
    const { run, beside } = pending(button);
    button.after(...beside);
    const listener = action(async (world) => {
      const given = await askUser(world);
      return given && run((signal) => send(world, given, signal));
    });
    button.addEventListener('click', () => button.ariaDisabled === 'true' || listener());
  }

  return {
    refresh,
    select,
    keyOf,
    selected: () => selected,
    find: (id) => worlds.find((each) => each.id === id),
  };
}
