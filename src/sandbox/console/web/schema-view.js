// Shows a schema as a list of fields. Nested schemas render on opening, because schemas may refer to
// themselves.
import { element, provisionalBadge, selfLink } from './dom.js';
import { inline } from './prose.js';
import { limitsOf, typeOf, typeView } from './schema-type.js';
import { transitionsOf, transitionsView } from './transitions.js';

/** Returns the properties of a schema and of its `allOf` parts. */
export function fieldsOf(schema, contract) {
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

/** Creates a part that renders when it opens. `reveal` opens it for a link to an element whose id starts with `id`. */
export function folded(title, id, make) {
  const details = element('details', { 'data-contains': id }, element('summary', {}, title));
  details.fill = () => details.children.length === 1 && details.append(make());
  details.addEventListener('toggle', details.fill);
  return details;
}

/** `id` is that of the element, without `#`. */
function fieldItem(name, schema, required, contract, id) {
  const resolved = contract.resolve(schema);
  const limits = limitsOf(schema, contract);
  const inside = insideOf(schema, contract);
  const innerId = (title) => `${id}.${inside.length > 1 ? `${encodeURIComponent(title)}.` : ''}`;
  return element(
    'li',
    { id },
    selfLink(`#${id}`, element('code', {}, name)),
    ' ',
    element('span', { class: 'type' }, typeView(schema, contract)),
    required && element('span', { class: 'must' }, ' required'),
    resolved['x-provisional'] && [' ', provisionalBadge()],
    (resolved.description || limits) &&
      element('p', {}, inline([resolved.description, limits && `(${limits})`].filter(Boolean).join(' '))),
    transitionsOf(resolved).length > 0 &&
      folded('status changes', '', () => transitionsView(resolved, contract.nameOf(schema) ?? name)),
    inside.map(([title, inner]) =>
      folded(title, innerId(title), () => fieldList(inner, contract, innerId(title))),
    ),
  );
}

/** `prefix` starts the ids of the fields: `schema/Task/` or `createTask/body/`. */
function fieldList(schema, contract, prefix) {
  const { properties, required } = fieldsOf(schema, contract);
  return element(
    'ul',
    { class: 'schema' },
    Object.entries(properties).map(([name, field]) =>
      fieldItem(name, field, required.includes(name), contract, prefix + encodeURIComponent(name)),
    ),
  );
}

/** Shows the fields of a schema, or its alternatives. `prefix` starts the ids of the fields. */
export function fieldsView(schema, contract, prefix) {
  const inside = insideOf(schema, contract);
  if (inside.length === 0) return undefined;
  if (inside.length === 1) return fieldList(inside[0][1], contract, prefix);
  const innerId = (title) => `${prefix}${encodeURIComponent(title)}.`;
  return element(
    'ul',
    { class: 'schema' },
    inside.map(([title, inner]) =>
      element(
        'li',
        {},
        folded(title, innerId(title), () => fieldList(inner, contract, innerId(title))),
      ),
    ),
  );
}

export function schemaView(schema, contract, prefix) {
  const resolved = contract.resolve(schema);
  const head = element(
    'p',
    {},
    element('strong', {}, contract.nameOf(schema) ? typeView(schema, contract) : typeOf(schema, contract)),
    resolved['x-provisional'] && [' ', provisionalBadge()],
    resolved.description && [' · ', ...inline(resolved.description)],
  );
  return element('div', {}, head, fieldsView(schema, contract, prefix) ?? '');
}
