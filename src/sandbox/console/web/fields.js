// Creates the fields of a try-it form: parameters, body and preferred response.
import { hashOf } from './contract.js';
import { element, provisionalBadge } from './dom.js';
import { inline } from './prose.js';
import { limitsOf, typeOf } from './schema-type.js';

let count = 0;

/** Creates a labeled control with a hint. */
export function field(label, control, hint) {
  const id = `field-${++count}`;
  control.id = id;
  if (hint) control.setAttribute('aria-describedby', `${id}-hint`);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    control,
    hint && element('p', { class: 'hint', id: `${id}-hint` }, hint),
  );
}

export const option = (value, text, selected = false) => element('option', { value, selected }, text);

function parameterControl({ schema = {}, required }, example, contract) {
  const { enum: values, type } = contract.resolve(schema);
  const choices = values ?? (type === 'boolean' ? [true, false] : undefined);
  const initial = required ? String(example ?? '') : '';
  if (choices)
    return element(
      'select',
      { class: 'mono' },
      !required && option('', '(not set)'),
      choices.map((value) => option(String(value), String(value), initial === String(value))),
    );
  return element('input', {
    class: 'mono',
    type: 'text',
    value: initial,
    placeholder: example === undefined ? false : `for example ${example}`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

/** Fills in the contract's example of a required parameter. */
export function parameterField(parameter, contract, operationId, picker) {
  const { name, required, description = '', schema = {} } = parameter;
  const control = parameterControl(parameter, contract.examplesOf(parameter)[0]?.value, contract);
  control.required = Boolean(required);
  const label = [
    element('code', {}, name),
    element(
      'span',
      { class: 'place' },
      ` ${parameter.in}, ${typeOf(schema, contract)}${required ? ', required' : ''}`,
    ),
    parameter['x-provisional'] && [' ', provisionalBadge()],
  ];
  const limits = limitsOf(schema, contract);
  const row = field(label, control, inline(limits ? `${description} (${limits})` : description));
  row.id = hashOf(operationId, 'parameter', name).slice(1);
  const resolved = contract.resolve(schema);
  const first = control.value;
  if (resolved['x-references'])
    row.append(
      picker.pick(resolved, {
        label: name,
        get: () => control.value,
        isUntouched: () => [first, control.dataset.picked].includes(control.value),
        set(id) {
          control.value = control.dataset.picked = id;
          control.dispatchEvent(new Event('input', { bubbles: true }));
        },
      }),
    );
  return { parameter, control, row };
}

/** Creates one option for each example of each listed status. Its value is the `Prefer` header. */
export function preferField({ responses }, contract) {
  const listed = responses.filter(({ status }) => status !== 'default');
  const choices = listed.flatMap(({ status, content }) => {
    const named = Object.values(content ?? {}).flatMap(contract.examplesOf);
    if (named.length === 0) return [option(`code=${status}`, `${status} (mock)`)];
    return named.map(({ name, summary }) =>
      option(`code=${status}, example="${name}"`, `${status} · ${summary} (mock)`),
    );
  });
  const control = element('select', {}, option('', 'Default response'), choices);
  return {
    control,
    row: field(
      [element('code', {}, 'Prefer'), element('span', { class: 'place' }, ' header')],
      control,
      'Response that the sandbox returns. Use it to test every listed response.',
    ),
  };
}

/** Creates a text area for the body and a list of the contract's examples. */
export function jsonBodyField(media, contract) {
  const named = contract.examplesOf(media);
  const format = (value) => JSON.stringify(value, null, 2);
  const control = element('textarea', { spellcheck: 'false', autocomplete: 'off' });
  control.value = named.length > 0 ? format(named[0].value) : '{}';
  const choose = element(
    'select',
    {},
    named.map(({ name, summary }) => option(name, summary)),
  );
  choose.addEventListener('change', () => {
    control.value = format(named.find(({ name }) => name === choose.value).value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const rows = [
    named.length > 1 && field('Example', choose),
    field([element('code', {}, 'Body'), element('span', { class: 'place' }, ' application/json')], control),
  ];
  return { control, rows: rows.filter(Boolean) };
}

/** Creates a file field of a form. Without a selected file, the contract's example is sent. */
export function fileField(name, media, contract) {
  const { fileName, type, content } = contract.fileOf(media, name);
  const control = element('input', { type: 'file' });
  const hint = [
    'Without a selected file, an example is sent: ',
    element('code', {}, content.split('\n')[0]),
    ' …',
  ];
  const row = field(
    [
      element('code', {}, name),
      element(
        'span',
        { class: 'place' },
        ` file, ${media.encoding?.[name]?.contentType ?? typeOf(contract.resolve(media.schema).properties[name], contract)}`,
      ),
    ],
    control,
    hint,
  );
  const file = () => control.files[0] ?? new File([content], fileName, { type });
  return { name, control, row, file, example: () => (control.files[0] ? undefined : content) };
}
