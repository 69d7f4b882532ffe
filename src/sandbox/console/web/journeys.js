// Shows the journeys as walkthroughs. In a sandbox, a button runs one with keys of the people whom it names.
import { hashOf } from './contract.js';
import { element, plural } from './dom.js';
import { runStep } from './journey-run.js';
import { exchangeView, stepView } from './journey-step.js';
import { pending } from './pending.js';
import { prose } from './prose.js';

const DAY_MILLISECONDS = 86_400_000;
const dayAfter = (time) => new Date(time + DAY_MILLISECONDS).toISOString().slice(0, 10);

/** Creates a field for each input except keys. All of them are dates. */
function inputFields({ workflowId, people, inputs }) {
  return Object.entries(inputs.properties)
    .filter(([name]) => !people[name])
    .map(([name, { description }]) => {
      const id = `${workflowId}-${name}`;
      const control = element('input', { id, type: 'date', value: dayAfter(Date.now()), required: true });
      const row = element(
        'div',
        { class: 'field' },
        element('label', { for: id }, element('code', {}, name)),
        control,
        element('p', { class: 'hint' }, description),
      );
      return { name, control, row };
    });
}

/** The next run needs later dates, because designations are permanent. */
const moveOn = (fields) => fields.forEach(({ control }) => (control.value = dayAfter(control.valueAsNumber)));

/** Returns the form that runs a journey. `steps` are the views of its steps. */
function runForm(journey, steps, caller) {
  const fields = inputFields(journey);
  const button = element('button', { type: 'submit', class: 'primary' }, 'Run');
  const { run, beside } = pending(button);
  const result = element('p', { class: 'outcome', role: 'status' });

  /** Returns the sentence that reports the result. */
  async function runAll(signal) {
    await caller.check();
    const inputs = Object.fromEntries(fields.map(({ name, control }) => [name, control.value]));
    for (const [name, role] of Object.entries(journey.people)) inputs[name] = await caller.keyOf(role);
    const outputs = {};
    for (const { outcome } of steps) outcome.replaceChildren();
    for (const [index, { step, operation, outcome }] of steps.entries()) {
      result.textContent = `Step ${index + 1} of ${steps.length}`;
      const exchange = await runStep(step, journey, operation, { inputs, outputs, signal });
      outcome.replaceChildren(...exchangeView(exchange));
      if (exchange.failed.length > 0)
        return `Stopped at step ${index + 1}: the response is not the expected one.`;
    }
    moveOn(fields);
    return `${plural(steps.length, 'step')} passed.`;
  }

  const form = element(
    'form',
    {},
    fields.map(({ row }) => row),
    element('div', { class: 'send' }, button, beside, result),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(async (signal) => {
      result.textContent = await runAll(signal);
    }).catch(({ message }) => (result.textContent = message));
  });
  return form;
}

function journeyView(journey, contract, caller) {
  const steps = journey.steps.map((step) =>
    stepView(
      step,
      contract.operations.find(({ operationId }) => operationId === step.operationId),
    ),
  );
  return element(
    'details',
    { class: 'card journey', id: hashOf('journeys', journey.workflowId).slice(1) },
    element('summary', {}, journey.title),
    element(
      'div',
      { class: 'inner' },
      prose(journey.description),
      caller && runForm(journey, steps, caller),
      element(
        'ol',
        {},
        steps.map(({ item }) => item),
      ),
    ),
  );
}

/** Without a `caller`, the journeys cannot be run here. */
export const journeysPage = (journeys, contract, caller) =>
  element(
    'article',
    { class: 'page journeys' },
    element('div', { class: 'title' }, element('h1', {}, 'Journeys')),
    element(
      'p',
      {},
      caller
        ? 'Each journey sends requests to this sandbox, and deletes its records unless its description says otherwise.'
        : 'Each journey is a sequence of requests. The documentation page of a sandbox runs it.',
    ),
    caller && element('div', { class: 'card entry' }, caller.show()),
    journeys.map((journey) => journeyView(journey, contract, caller)),
  );
