// Tests that the texts of the contract, the guide and the messages use the names and the statuses of the contract.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contractDocument, listOperations } from '../../src/contract/document';
import { ERRORS } from '../../src/base/errors';

const root = join(__dirname, '../..');

interface Text {
  where: string;
  text: string;
}
type Node = Record<string, unknown>;

const names = new Set<string>();

/** Collects the descriptions in a part of the contract, and the names that it declares. */
function textsIn(value: unknown, where: string): Text[] {
  if (typeof value !== 'object' || value === null) return [];
  const { description, properties, enum: values, name, operationId } = value as Node;
  for (const each of [...((values ?? []) as unknown[]), name, operationId]) names.add(String(each));
  for (const each of Object.keys({ ...value, ...(properties as object | undefined) })) names.add(each);
  const own = typeof description === 'string' ? [{ where, text: description }] : [];
  const parts = Object.entries(value).filter(([key]) => !['example', 'examples', 'enum'].includes(key));
  return [...own, ...parts.flatMap(([key, part]) => textsIn(part, `${where}/${key}`))];
}
const descriptions = textsIn(contractDocument, '#');
for (const code of Object.keys(ERRORS)) names.add(code);

const guide = readdirSync(join(root, 'spec/guide'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ where: name, text: readFileSync(join(root, 'spec/guide', name), 'utf8') }));
const texts = [
  ...descriptions,
  ...guide,
  { where: 'README.md', text: readFileSync(join(root, 'README.md'), 'utf8') },
];

/** Statements that are no longer true of the sandbox. */
const FORMER = [
  /(does|do) not (enforce|check) (roles|permissions|grants)/i,
  /(returns|return|serves|as) (a )?mocks?\b/i,
  /\b(one|an?) imaginary user\b/i,
];

it.each(FORMER)('no text says %s', (former) => {
  expect(
    texts.filter(({ text }) => former.test(text.replace(/\s+/g, ' '))).map(({ where }) => where),
  ).toEqual([]);
});

/** Prefixes of ids, columns of files, values outside of the contract, and parts of names. */
const OTHER =
  /^([a-z]{2,3}_|cyber_system_name|facility_name|control_center_name|https?|null|body|row|start|write|approve|available|planned|attachment|br|[rtqw])$/;

it('each name in a description is one of the contract', () => {
  const unknown = descriptions.flatMap(({ where, text }) =>
    [...text.matchAll(/`([a-z]+(?:[_A-Z][A-Za-z_]*)?)`/g)]
      .map(([, name]) => name!)
      .filter((name) => !names.has(name) && !OTHER.test(name))
      .map((name) => `${where}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

const machines = Object.entries(contractDocument.components.schemas as Record<string, Node>).filter(
  ([, schema]) => schema['x-transitions'] !== undefined,
);

it.each(machines)('%s describes each of its statuses, and has transitions between them', (_name, schema) => {
  const statuses = schema.enum as string[];
  const described = [...String(schema.description).matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(statuses.filter((status) => !described.includes(status))).toEqual([]);
  const transitions = schema['x-transitions'] as { on: string; from: unknown; to: string }[];
  const reached = new Set(transitions.map(({ to }) => to));
  expect(statuses.filter((status) => !reached.has(status))).toEqual([]);
  const operationIds = listOperations(contractDocument).map(({ operationId }) => operationId);
  for (const { on, from, to } of transitions) {
    expect([...operationIds, 'time']).toContain(on);
    for (const status of [from, to].flat()) if (status !== null) expect(statuses).toContain(status);
  }
});
