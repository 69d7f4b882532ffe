// The rows inside of an answer that a body asks for: by their ids, or one for each of the records that it makes.
import { demoId } from '../demo-data/demo-id';
import { done } from './done';
import { type Fields, type Records, isObject, kindOf, pick, renamed } from './records';

const rowsOf = (value: unknown): Fields[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;

const inOrder = (rows: Fields[]): Fields[] =>
  rows.map((row, index) => ('position' in row ? { ...row, position: index + 1 } : row));

/** Those of the ids that the body lists, after those that the record has already. */
function rowsOfIds(records: Records, example: Fields, named: Fields, ids: unknown[]): Fields {
  const kind = kindOf(ids[0]);
  const [field, rows] =
    Object.entries(example).find(
      ([, value]) => kind !== undefined && kindOf(rowsOf(value)?.[0]?.['id']) === kind,
    ) ?? [];
  if (field === undefined) return {};
  const template = (rows as Fields[])[0]!;
  const there =
    records({ id: Object.values(named)[0] })
      .map((record) => rowsOf(record[field]))
      .find(Boolean) ?? [];
  const asked = [...new Set(ids)].map(
    (id) =>
      done(records, template, { id: template['id'] }, { id }, (name) => name in template)[0] ??
      renamed(template, { id }),
  );
  return { [field]: inOrder([...there.filter(({ id }) => !ids.includes(id)), ...asked]) };
}

/** One for each record of the body, and their number where the example says it. */
function rowsMade(example: Fields, field: string, sent: Fields[], mayBeSent: Set<string>): Fields {
  const rows = rowsOf(example[field]);
  if (!rows) return {};
  const made = sent.map((record, index) => {
    const template = rows[index] ?? rows[0]!;
    const id =
      rows[index] || kindOf(template['id']) === undefined
        ? {}
        : { id: demoId(kindOf(template['id'])!, `${field} ${index}`).id };
    return {
      ...pick(template, (name) => name in record || !mayBeSent.has(name)),
      ...pick(record, (name) => name in template),
      ...id,
    };
  });
  const counts = Object.entries(example)
    .filter(([, value]) => value === rows.length)
    .map(([name]): [string, number] => [name, made.length]);
  return { ...Object.fromEntries(counts), [field]: made };
}

/** `mayBeSent` tells the fields of a record that the body lists. */
export function rowsAsked(
  records: Records,
  example: Fields,
  named: Fields,
  body: unknown,
  mayBeSent: (field: string) => Set<string>,
): Fields {
  if (!isObject(body)) return {};
  let asked: Fields = {};
  for (const [field, sent] of Object.entries(body)) {
    const made = rowsOf(sent);
    if (made) asked = { ...asked, ...rowsMade(example, field, made, mayBeSent(field)) };
    else if (Array.isArray(sent)) asked = { ...asked, ...rowsOfIds(records, example, named, sent) };
  }
  return asked;
}
