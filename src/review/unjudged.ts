// What is told and not judged, as text: the same text has not changed. With all that it refers to, under the names that it has.
import { under } from '../contract/pointer';
import { canonical, isObject } from './json';
import type { Located } from './source';
import { isNote, type Schemas } from './resolved-schema';

interface Reading {
  text: string;
  references: Located[];
  /** How the parts are written in XML, each with its place. */
  xml: string[];
  size: number;
}

/** Hold names that somebody chose, so that one which sounds like a note is none. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'headers',
  'links',
  'callbacks',
  'encoding',
  'variables',
  'mapping',
  'parameters',
]);

/** By object: a component that many refer to is read once. */
const readings = new WeakMap<object, Reading>();

function read(part: object, at: string): Reading {
  const reading: Reading = { text: '', references: [], xml: [], size: 0 };
  const plain = (value: unknown, path: string, isNamed: boolean): unknown => {
    reading.size++;
    if (Array.isArray(value)) return value.map((item, index) => plain(item, under(path, index), false));
    if (!isObject(value)) return value;
    if (typeof value['$ref'] === 'string')
      reading.references.push({ value: value['$ref'], pointer: at + path });
    if (!isNamed && value['xml'] !== undefined) reading.xml.push(`${path} ${canonical(value['xml'])}`);
    const said = Object.entries(value).filter(([key]) => isNamed || !(isNote(key) || key === 'summary'));
    return Object.fromEntries(
      said.map(([key, held]) => [key, plain(held, under(path, key), !isNamed && NAMED.has(key))]),
    );
  };
  reading.text = canonical(plain(part, '', false));
  return reading;
}

/** What a part says, and what it says of XML. */
export function unjudgedTexts(schemas: Schemas, { value, pointer }: Located): { all: string; xml: string } {
  if (!isObject(value)) return { all: canonical(value), xml: '' };
  const found = new Set<Reading>();
  const waiting: Located[] = [{ value, pointer }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!isObject(next.value)) continue;
    const known = readings.get(next.value);
    const reading = known ?? read(next.value, next.pointer);
    readings.set(next.value, reading);
    schemas.spend(known ? 1 : reading.size);
    if (found.has(reading)) continue;
    found.add(reading);
    for (const { value: reference, pointer: from } of reading.references)
      waiting.push(schemas.source.follow(reference as string, from));
  }
  const texts = (textsOf: (reading: Reading) => string[]): string =>
    [...new Set([...found].flatMap(textsOf))].sort().join('\n');
  return { all: texts(({ text }) => [text]), xml: texts(({ xml }) => xml) };
}
