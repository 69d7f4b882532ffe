// What a JSON or YAML file must be on its outside, before anything is said about rows.
import { COLLECTIONS, type ImportContent } from './content';
import { refusedFile } from './refused';

const KEYS = COLLECTIONS.join(', ');

/** @throws ImportRefused. */
export function toContent(file: string, value: unknown): ImportContent {
  if (Array.isArray(value))
    throw refusedFile(
      file,
      `is a list; put it under the name of its collection, as in {"cyber_assets": [...]}`,
    );
  if (typeof value !== 'object' || value === null)
    throw refusedFile(file, `must be an object with the lists ${KEYS}`);
  const keys = Object.keys(value);
  const unknown = keys.filter((key) => !COLLECTIONS.some((name) => name === key));
  if (unknown.length > 0)
    throw refusedFile(
      file,
      `has ${unknown.map((key) => JSON.stringify(key)).join(', ')}; it may have ${KEYS}`,
    );
  if (keys.length === 0) throw refusedFile(file, `is empty; it may have ${KEYS}`);
  const notLists = Object.entries(value).filter(([, rows]) => !Array.isArray(rows));
  if (notLists.length > 0)
    throw refusedFile(file, `must have a list under ${notLists.map(([key]) => key).join(', ')}`);
  return value;
}
