// Shows, adds and removes the scripted faults of the selected world.
import { byId, element, plural } from './dom.js';
import { editFault, operationIn } from './fault-dialog.js';
import { pending } from './pending.js';
import { ask, askJson } from './request.js';

const DROPPED = { before: 'dropped before the operation', after: 'dropped after the commit' };
const BODIES = { html: 'an HTML page as body', cut: 'a body that ends early', slow: 'a slow body' };

/** The faults that most clients must survive. */
const QUICK = {
  'fault-503': { count: 3, status: 503 },
  'fault-drop': { count: 1, drop: 'after' },
  'fault-429': { count: 1, status: 429, retryAfter: 5 },
};

/** Returns the effect of a fault, for example `503`, or `dropped after the commit`. */
export const effectOf = ({ status, retryAfter, delay, drop, body }) =>
  [
    delay !== undefined && `delayed by ${delay.toLocaleString('en-US')} ms`,
    drop && DROPPED[drop],
    status !== undefined && String(status),
    body && BODIES[body],
    retryAfter !== undefined && `Retry-After ${retryAfter} s`,
  ]
    .filter(Boolean)
    .join(', ');

const nameOf = ({ method, path, ...fault }) => `${method} ${path}: ${effectOf(fault)}`;

export function startFaults({ operations }) {
  let world;
  const list = byId('faults');
  byId('fault-operations').replaceChildren(...operations.map((value) => element('option', { value })));
  byId('fault-operation').value = operations.find((each) => each.startsWith('POST ')) ?? operations[0] ?? '';

  const showStatus = (text, isError = false) => {
    byId('faults-status').textContent = text;
    byId('faults-status').classList.toggle('error', isError);
  };

  const button = (label, fault, work) =>
    element(
      'button',
      { type: 'button', onclick: act(work) },
      label,
      element('span', { class: 'unseen' }, ` ${nameOf(fault)}`),
    );

  /** Returns the list without one fault, and its place. */
  function without(faults, fault) {
    const index = faults.findIndex((each) => nameOf(each) === nameOf(fault));
    return { others: faults.filter((_, at) => at !== index), index };
  }

  async function edit(fault) {
    const name = `${fault.method} ${fault.path}`;
    return editFault('Edit the fault', name, fault, async (edited) => {
      await change((faults) => {
        const { others, index } = without(faults, fault);
        return index < 0 ? [...others, edited] : others.toSpliced(index, 0, edited);
      });
      return `Saved ${nameOf(edited)}.`;
    });
  }

  async function remove(fault) {
    await change((faults) => without(faults, fault).others);
    (list.querySelector('button:last-child') ?? byId('fault-operation')).focus();
    return `Removed ${nameOf(fault)}.`;
  }

  function rowOf(fault) {
    return element(
      'li',
      {},
      element('span', { class: `method ${fault.method}` }, fault.method),
      element('span', { class: 'path' }, fault.path),
      element('span', { class: 'sum' }, `${effectOf(fault)} · ${fault.count.toLocaleString('en-US')} left`),
      element(
        'span',
        { class: 'buttons' },
        button('Edit', fault, () => edit(fault)),
        button('Remove', fault, (pressed) => pending(pressed).run(() => remove(fault))),
      ),
    );
  }

  function show(faults) {
    const focused = [...list.querySelectorAll('button')].indexOf(document.activeElement);
    list.replaceChildren(...faults.map(rowOf));
    byId('faults-count').textContent = faults.length === 0 ? 'None' : plural(faults.length, 'fault');
    if (focused >= 0) list.querySelectorAll('button')[focused]?.focus();
  }

  const url = () => `/sandbox/worlds/${world}/faults`;
  const refresh = () => ask(url()).then(show, ({ message }) => showStatus(message, true));

  /** Changes the faults that are left now: requests use them up meanwhile. */
  async function change(next) {
    show(await askJson('PUT', url(), next(await ask(url()))));
  }

  async function add(fault) {
    await change((faults) => [...faults, fault]);
    return `Added ${nameOf(fault)}.`;
  }

  /** Returns a listener that shows the result or the error of `work`, which gets the button. */
  const act =
    (work) =>
    async ({ currentTarget }) => {
      showStatus('');
      try {
        showStatus((await work(currentTarget)) ?? '');
      } catch (error) {
        showStatus(error.message, true);
      }
    };

  for (const [id, effect] of Object.entries(QUICK))
    byId(id).addEventListener(
      'click',
      act((pressed) =>
        pending(pressed).run(() => add({ ...operationIn(byId('fault-operation').value), ...effect })),
      ),
    );
  byId('add-fault').addEventListener(
    'click',
    act(() => editFault('New fault', byId('fault-operation').value, { count: 1 }, add)),
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
