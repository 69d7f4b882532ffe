// The dialogs that create a world, move its clock, and confirm what cannot be undone.
import { byId, element } from './dom.js';

export const timeOf = (text) => `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;

/** Opens a dialog. Resolves with the value of the button that closes it; empty for Escape. */
function closed(dialog) {
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }),
  );
}

const QUESTIONS = {
  reset: {
    title: (name) => `Reset ${name}?`,
    text: 'The records, the log and the clock become those that the world had at first. Its key and its recorded calls stay.',
    button: 'Reset',
  },
  delete: {
    title: (name) => `Delete ${name}?`,
    text: 'The world, its records and its recorded calls are deleted. Its key stops working.',
    button: 'Delete',
  },
};

export async function confirm(question, name) {
  const { title, text, button } = QUESTIONS[question];
  byId('confirm-title').textContent = title(name);
  byId('confirm-text').textContent = text;
  byId('confirm-yes').textContent = button;
  return (await closed(byId('confirm'))) === 'yes';
}

/** Returns the ISO 8601 time of a field of the type `datetime-local`, which is in UTC here. */
const utcOf = (text) => (text === '' ? undefined : `${text.length === 16 ? `${text}:00` : text}Z`);

/** A value that no origin of a world has. */
const FILE = 'file';

/** Returns the body of a new world; undefined when the user cancels. */
export async function askWorld(worlds) {
  const from = byId('new-from');
  const options = [
    ['demo', 'Demo data'],
    ['empty', 'Nothing'],
    [FILE, 'A file of records'],
    ...worlds.map(({ id, label }) => [id, `A fork of ${label ?? id}`]),
  ];
  from.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
  for (const id of ['new-label', 'new-now', 'new-file']) byId(id).value = '';
  const showFile = () => {
    byId('new-file').parentElement.hidden = from.value !== FILE;
    byId('new-file').required = from.value === FILE;
  };
  from.onchange = showFile;
  showFile();
  if ((await closed(byId('new-world'))) !== 'create') return undefined;
  const [label, now] = [byId('new-label').value.trim(), utcOf(byId('new-now').value)];
  const content =
    from.value === FILE ? { records: await recordsIn(byId('new-file').files[0]) } : { from: from.value };
  return { ...content, ...(label && { label }), ...(now && { now }) };
}

/** @throws Error with a message for the user. */
async function recordsIn(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON. Save a world as a seed to see the form.`);
  }
}

/** Returns the body that moves a clock; undefined when the user cancels. */
export async function askMove({ now }) {
  byId('move-present').textContent = `It shows ${timeOf(now)}. It moves forward only.`;
  byId('move-advance').value = '';
  byId('move-now').value = '';
  if ((await closed(byId('move-clock'))) !== 'move') return undefined;
  const [advance, time] = [byId('move-advance').value.trim(), utcOf(byId('move-now').value)];
  if (time !== undefined) return { now: time };
  return advance === '' ? undefined : { advance };
}
