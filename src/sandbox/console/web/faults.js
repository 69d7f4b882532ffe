// Shows, adds and removes the scripted faults of the selected world.
import { ask, byId, element, plural } from './dom.js';
import { askFault } from './world-dialogs.js';

const DROPPED = { before: 'dropped before the operation', after: 'dropped after the commit' };

/** The faults that most clients must survive. */
const QUICK = {
  'fault-503': { count: 3, status: 503 },
  'fault-drop': { count: 1, drop: 'after' },
  'fault-429': { count: 1, status: 429, retryAfter: 5 },
};

/** Returns the effect of a fault, for example `503`, or `dropped after the commit`. */
export const effectOf = ({ status, retryAfter, delay, drop }) =>
  [
    delay !== undefined && `delayed by ${delay.toLocaleString('en-US')} ms`,
    drop && DROPPED[drop],
    status !== undefined && String(status),
    retryAfter !== undefined && `Retry-After ${retryAfter} s`,
  ]
    .filter(Boolean)
    .join(', ');

const nameOf = ({ method, path, ...fault }) => `${method} ${path}: ${effectOf(fault)}`;

/** Returns the method and the path that the user entered. @throws Error with a message for the user. */
function enteredOperation() {
  const [, method, path] = /^\s*([a-z]+)\s+(\/\S*)\s*$/i.exec(byId('fault-operation').value) ?? [];
  if (!path) throw new Error('Enter a method and a path, for example POST /tasks.');
  return { method: method.toUpperCase(), path };
}

export function startFaults({ operations }) {
  let world;
  const list = byId('faults');
  byId('fault-operations').replaceChildren(...operations.map((value) => element('option', { value })));
  byId('fault-operation').value = operations.find((each) => each.startsWith('POST ')) ?? operations[0] ?? '';

  const showStatus = (text, isError = false) => {
    byId('faults-status').textContent = text;
    byId('faults-status').classList.toggle('error', isError);
  };

  function rowOf(fault) {
    const remove = element(
      'button',
      { type: 'button' },
      'Remove',
      element('span', { class: 'unseen' }, ` ${nameOf(fault)}`),
    );
    remove.addEventListener(
      'click',
      act(async () => {
        await change((faults) => {
          const index = faults.findIndex((each) => nameOf(each) === nameOf(fault));
          return faults.filter((_, at) => at !== index);
        });
        (list.querySelector('button') ?? byId('fault-operation')).focus();
        return `Removed ${nameOf(fault)}.`;
      }),
    );
    return element(
      'li',
      {},
      element('span', { class: `method ${fault.method}` }, fault.method),
      element('span', { class: 'path' }, fault.path),
      element('span', { class: 'sum' }, `${effectOf(fault)} · ${fault.count.toLocaleString('en-US')} left`),
      remove,
    );
  }

  function show(faults) {
    const focused = [...list.querySelectorAll('button')].indexOf(document.activeElement);
    list.replaceChildren(...faults.map(rowOf));
    byId('faults-count').textContent = faults.length === 0 ? 'None' : plural(faults.length, 'fault');
    if (focused >= 0) list.querySelectorAll('button')[focused]?.focus();
  }

  const url = () => `/sandbox/worlds/${world}/faults`;
  const refresh = async () => show(await ask(url()));

  /** Changes the faults that are left now: requests use them up meanwhile. */
  async function change(next) {
    const body = JSON.stringify(next(await ask(url())));
    show(await ask(url(), { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body }));
  }

  async function add(effect) {
    const fault = { ...enteredOperation(), ...effect };
    await change((faults) => [...faults, fault]);
    return `Added ${nameOf(fault)}.`;
  }

  /** Returns a listener that shows the result or the error of `work`. */
  const act = (work) => async () => {
    showStatus('');
    try {
      showStatus((await work()) ?? '');
    } catch (error) {
      showStatus(error.message, true);
    }
  };

  for (const [id, effect] of Object.entries(QUICK))
    byId(id).addEventListener(
      'click',
      act(() => add(effect)),
    );
  byId('add-fault').addEventListener(
    'click',
    act(async () => {
      const effect = await askFault(byId('fault-operation').value);
      return effect && add(effect);
    }),
  );

  return {
    refresh,
    select(id) {
      world = id;
      showStatus('');
      return refresh();
    },
  };
}
