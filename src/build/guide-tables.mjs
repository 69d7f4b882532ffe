// The tables of the guide that are derived from the contract, the catalog of errors, the alert rules and the soak cases.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { messagesBySection, metricsIn, partsOf } from './messages.mjs';

const ROOT = new URL('../..', import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');

/** A `|` in a cell would begin another one. */
export const tableOf = (header, rows) =>
  [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Yields each object in a part of the contract, with its path. */
function* objectsIn(value, path = []) {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, part] of Object.entries(value)) yield* objectsIn(part, [...path, key]);
}

const contract = () => JSON.parse(read('generated/openapi.json'));

/** Returns a row for each code. */
export function errorTable() {
  const rows = Object.entries(parse(read('spec/errors.yaml'))).map(([code, { status, meaning, action }]) => [
    `\`${code}\``,
    status,
    meaning,
    action,
  ]);
  return tableOf(['Code', 'Status', 'Meaning', 'What to do'], rows);
}

/** Names a place in the contract: an operation, or a component. */
function placeOf(document, [kind, path, method, ...rest]) {
  if (kind === 'components') return `${method}`;
  return document[kind]?.[path]?.[method]?.operationId ?? [kind, path, method, ...rest].join('/');
}

export function extensionTable() {
  const document = contract();
  const texts = parse(read('spec/extensions.yaml'));
  const places = new Map(Object.keys(texts).map((name) => [name, new Set()]));
  for (const [path, value] of objectsIn(document))
    for (const name of Object.keys(value)) places.get(name)?.add(placeOf(document, path));
  const rows = Object.entries(texts).map(([name, { on, meaning }]) => {
    const [...used] = places.get(name);
    const shown = used
      .slice(0, 5)
      .map((place) => `\`${place}\``)
      .join(', ');
    const more = used.length > 5 ? `, and ${used.length - 5} more` : '';
    return [`\`${name}\``, on, meaning, used.length === 0 ? 'nowhere at present' : shown + more];
  });
  return tableOf(['Keyword', 'On', 'Meaning', 'Used by'], rows);
}

export function alertTable() {
  const rules = parse(read('src/server/monitoring/alerts.yaml')).groups.flatMap((group) => group.rules);
  const rows = rules
    .filter(({ alert }) => alert !== undefined)
    .map(({ alert, labels, annotations }) => [`\`${alert}\``, labels.severity, annotations.action]);
  return tableOf(['Alert', 'Severity', 'Action'], rows);
}

const DATABASES = { "['sqlite']": 'SQLite', "['postgres']": 'PostgreSQL' };

/** Returns a row for each soak case, with the comment at its top. */
export function soakTable() {
  const folder = 'test/soak/cases';
  const rows = readdirSync(new URL(folder, ROOT))
    .map((file) => file.replace('.mjs', ''))
    .sort()
    .map((name) => read(`${folder}/${name}.mjs`))
    .map((text) => {
      const [, databases] = /^export const databases = (.+);$/m.exec(text) ?? [];
      const [comment] = /^(\/\/ .*\n)+/.exec(text);
      return [
        `\`${/^export const name = '(.+)';$/m.exec(text)[1]}\``,
        databases === undefined ? 'both' : DATABASES[databases],
        comment
          .replaceAll(/^\/\/ /gm, '')
          .trim()
          .replaceAll('\n', ' '),
      ];
    });
  return tableOf(['Case', 'Database', 'Test'], rows);
}

/** Returns a row for each variable of `.env.example`, with the comment above it. "See page.md." becomes a link. */
export function variableTable() {
  const rows = [...read('.env.example').matchAll(/\n\n((?:# .*\n)+)([A-Z_]+)=(.*)/g)].map(
    ([, comment, name, value]) => [
      `\`${name}\``,
      value === '' ? 'none' : `\`${value}\``,
      comment
        .replaceAll(/^# /gm, '')
        .trim()
        .replaceAll('\n', ' ')
        .replaceAll(/[\w-]+\.md(?:#[\w-]+)?/g, (page) => `[${page.replace(/\.md.*/, '')}](${page})`),
    ],
  );
  return tableOf(['Variable', 'Default', 'Meaning'], rows);
}

/** Escapes what Markdown would take for markup, except code. */
const plain = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[*<[\]]/g, '\\$&')))
    .join('')
    .replaceAll('\n', ' ');

/** Returns a section for each kind of message. @throws Error for a message without a remedy, and an unused remedy. */
export function messageSections() {
  const remedies = parse(read('spec/remedies.yaml'));
  const unused = new Set(Object.keys(remedies));
  const missing = [];
  const sections = [...messagesBySection(ROOT)].map(([section, messages]) => {
    const rows = messages.map((message) => {
      unused.delete(message);
      const [wrong, own] = partsOf(message);
      const remedy = remedies[message] ?? own;
      if (remedy === undefined) missing.push(message);
      return [plain(remedy === own ? wrong : message), plain(remedy ?? '')];
    });
    return `## ${section}\n\n${tableOf(['Message', 'What to do'], rows)}\n`;
  });
  if (missing.length > 0) throw new Error(`spec/remedies.yaml lacks these messages:\n${missing.join('\n')}`);
  if (unused.size > 0) throw new Error(`spec/remedies.yaml has unused messages:\n${[...unused].join('\n')}`);
  return sections.join('\n');
}

export function metricTable() {
  const rows = metricsIn(ROOT).map(({ name, help, labels }) => [
    `\`${name}\``,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return tableOf(['Metric', 'Labels', 'Meaning'], rows);
}
