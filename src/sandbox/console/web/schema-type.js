// Describes the type and the limits of a schema. Names of component schemas are links to their pages.
import { hashOf } from './contract.js';
import { element } from './dom.js';

const kinds = (type) => [type].flat().filter(Boolean).join(' or ');
const isNull = (schema) => schema.type === 'null';

export const schemaLink = (name) => element('a', { href: hashOf('schema', name) }, name);

/** Returns the type as text. */
export function typeOf(schema, contract) {
  const { type, items, format, oneOf, allOf, const: fixed } = contract.resolve(schema);
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (type === 'array') return `array of ${contract.nameOf(items) ?? typeOf(items ?? {}, contract)}`;
  if (oneOf) return oneOf.map((branch) => contract.nameOf(branch) ?? typeOf(branch, contract)).join(' or ');
  if (!type && allOf) return contract.nameOf(allOf[0]) ?? typeOf(allOf[0], contract);
  return [kinds(type) || 'any', format && `(${format})`].filter(Boolean).join(' ');
}

/** Returns the type as text and links. */
export function typeView(schema, contract) {
  const name = contract.nameOf(schema);
  const { type, items, oneOf } = contract.resolve(schema);
  if (name)
    return kinds(type) === 'object' || oneOf ? [schemaLink(name)] : [`${kinds(type)} `, schemaLink(name)];
  if (type === 'array' && items) return ['array of ', ...typeView(items, contract)];
  if (oneOf) return oneOf.flatMap((branch, index) => [index > 0 && ' or ', ...typeView(branch, contract)]);
  return [typeOf(schema, contract)];
}

function range(from, to, unit = '') {
  const [first, last] = [from, to].map((value) => value?.toLocaleString('en-US'));
  if (from === undefined && to === undefined) return undefined;
  if (from === to) return `${last}${unit}`;
  if (to === undefined) return `at least ${first}${unit}`;
  return from === undefined ? `up to ${last}${unit}` : `${first} to ${last}${unit}`;
}

/** Returns a schema that is also null as the schema without null. */
function withoutNull(schema, contract) {
  const resolved = contract.resolve(schema);
  const branches = (resolved.oneOf ?? []).map(contract.resolve).filter((branch) => !isNull(branch));
  return branches.length === 1 ? { ...branches[0], ...resolved } : resolved;
}

/** Returns the limits as `[name, text]`. */
export function limitListOf(schema, contract) {
  const {
    enum: values,
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
    pattern,
    uniqueItems,
    readOnly,
    default: initial,
    'x-unique': unique,
    'x-references': reference,
  } = withoutNull(schema, contract);
  const limits = [
    ['Values', values && `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`],
    ['Length', range(minLength, maxLength, ' characters')],
    ['Range', range(minimum, maximum)],
    ['Entries', range(minItems, maxItems, ' entries')],
    ['Default', initial !== undefined && `default ${JSON.stringify(initial)}`],
    ['Pattern', pattern && `pattern \`${pattern}\``],
    ['Repetition', uniqueItems && 'no repeated entries'],
    ['Direction', readOnly && 'in responses only'],
    ['Unique', unique && 'unique in the organization'],
    [
      'Refers to',
      reference && `id of ${typeof reference === 'string' ? reference : `the type in \`${reference.by}\``}`,
    ],
  ];
  return limits.filter(([, limit]) => limit);
}

/** Returns the limits as text, without patterns, which are long. */
export const limitsOf = (schema, contract) =>
  limitListOf(schema, contract)
    .filter(([name]) => name !== 'Pattern')
    .map(([, limit]) => limit)
    .join('; ');
