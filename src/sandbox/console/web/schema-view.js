// Shows a schema as a list of fields. Nested schemas render on opening, because schemas may refer to
// themselves.
import { element } from './dom.js';
import { inline } from './prose.js';
import { transitionsOf, transitionsView } from './transitions.js';

const kinds = (type) => [type].flat().filter(Boolean).join(' or ');

export function typeOf(schema, contract) {
  const { type, items, format, oneOf, allOf, const: fixed } = contract.resolve(schema);
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (type === 'array') return `array of ${contract.nameOf(items) ?? typeOf(items ?? {}, contract)}`;
  if (oneOf) return oneOf.map((branch) => contract.nameOf(branch) ?? typeOf(branch, contract)).join(' or ');
  if (!type && allOf) return contract.nameOf(allOf[0]) ?? typeOf(allOf[0], contract);
  return [kinds(type) || 'any', format && `(${format})`].filter(Boolean).join(' ');
}

export function limitsOf({
  enum: values,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  default: initial,
}) {
  const range = (from, to, unit) => {
    if (from === undefined && to === undefined) return undefined;
    if (from === to) return `${to}${unit}`;
    if (to === undefined) return `at least ${from}${unit}`;
    return from === undefined ? `up to ${to}${unit}` : `${from} to ${to}${unit}`;
  };
  const limits = [
    values && `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' entries'),
    initial !== undefined && `default ${JSON.stringify(initial)}`,
  ];
  return limits.filter(Boolean).join('; ');
}

/** Returns the properties of a schema and of its `allOf` parts. */
function fieldsOf(schema, contract) {
  const { properties = {}, required = [], allOf = [] } = contract.resolve(schema);
  const parts = allOf.map((part) => fieldsOf(part, contract));
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required), ...required],
  };
}

/** Returns the nested schemas with fields, each with a title. */
function insideOf(schema, contract) {
  const resolved = contract.resolve(schema);
  if (resolved.type === 'array' && resolved.items)
    return insideOf(resolved.items, contract).map(([, inner]) => ['each item', inner]);
  const branches = (resolved.oneOf ?? []).filter(
    (branch) => Object.keys(fieldsOf(branch, contract).properties).length > 0,
  );
  if (branches.length > 0 && !resolved.properties)
    return branches.map((branch) => [
      contract.nameOf(branch) ?? contract.resolve(branch).title ?? 'fields',
      branch,
    ]);
  return Object.keys(fieldsOf(schema, contract).properties).length > 0 ? [['fields', schema]] : [];
}

function folded(title, make) {
  const details = element('details', {}, element('summary', {}, title));
  details.addEventListener('toggle', () => details.children.length === 1 && details.append(make()));
  return details;
}

function fieldItem(name, schema, required, contract) {
  const resolved = contract.resolve(schema);
  const limits = limitsOf(resolved);
  return element(
    'li',
    {},
    element('code', {}, name),
    ' ',
    element('span', { class: 'type' }, typeOf(schema, contract)),
    required && element('span', { class: 'must' }, ' required'),
    resolved['x-provisional'] && element('span', { class: 'type' }, ' · provisional'),
    (resolved.description || limits) &&
      element('p', {}, inline([resolved.description, limits && `(${limits})`].filter(Boolean).join(' '))),
    transitionsOf(resolved).length > 0 &&
      folded('status changes', () => transitionsView(resolved, contract.nameOf(schema) ?? name)),
    insideOf(schema, contract).map(([title, inner]) => folded(title, () => fieldList(inner, contract))),
  );
}

function fieldList(schema, contract) {
  const { properties, required } = fieldsOf(schema, contract);
  return element(
    'ul',
    { class: 'schema' },
    Object.entries(properties).map(([name, field]) =>
      fieldItem(name, field, required.includes(name), contract),
    ),
  );
}

export function schemaView(schema, contract) {
  const inside = insideOf(schema, contract);
  const resolved = contract.resolve(schema);
  const head = element(
    'p',
    {},
    element('strong', {}, contract.nameOf(schema) ?? typeOf(schema, contract)),
    resolved['x-provisional'] && ' · provisional',
    resolved.description && [' · ', ...inline(resolved.description)],
  );
  if (inside.length === 1) return element('div', {}, head, fieldList(inside[0][1], contract));
  return element(
    'div',
    {},
    head,
    element(
      'ul',
      { class: 'schema' },
      inside.map(([title, inner]) =>
        element(
          'li',
          {},
          folded(title, () => fieldList(inner, contract)),
        ),
      ),
    ),
  );
}
