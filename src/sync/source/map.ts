// The map of a source: which columns are the fields of an asset, and what their values mean. Read from YAML.
import { type FieldMapping, SCHEMAS, type SyncMap } from '../../../generated/files';
import type { ErrorObject } from 'ajv';
import { isCollection, isNode, isPair, isScalar } from 'yaml';
import { splitPointer } from '../../contract/pointer';
import { compileValidator } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { decode, readSyncFile } from '../files/files';
import { columnsText } from '../../base/csv/header';
import type { SourceRows } from './row';
import { type FileFault, fileError, fileErrors } from '../errors';
import { sha256 } from '../../base/digest';
import { parseYaml } from '../../server/import/parse-yaml';

export type FieldRule = Exclude<FieldMapping, string>;

export const FIELDS = ['name', 'asset_type', 'cyber_system', 'site'] as const;
export type FieldName = (typeof FIELDS)[number];

export const toRule = (rule: string | FieldRule): FieldRule =>
  typeof rule === 'string' ? { column: rule } : rule;

export const toColumns = (column: string | string[] | undefined): string[] =>
  column === undefined ? [] : [column].flat();

type LoadedMap = Awaited<ReturnType<typeof readMap>>;

const toPath = ({ instancePath, params }: ErrorObject): string[] => {
  const path = splitPointer(instancePath).slice(1);
  const extra = params['additionalProperty'] as string | undefined;
  return extra === undefined ? path : [...path, extra];
};

function parse(file: string, text: string) {
  const { document, faults, lineAt } = parseYaml(text);
  if (faults.length > 0)
    throw fileErrors(
      faults.map(({ line, message }) => ({ file, line, message: `is not valid YAML: ${message}` })),
    );

  /** Returns the line of a property, or of its nearest existing ancestor. */
  const findLine = (path: readonly string[]): number => {
    let node: unknown = document.contents;
    let offset = 0;
    for (const segment of path) {
      if (!isCollection(node)) break;
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === segment,
      );
      const next: unknown = isPair(pair) ? pair.value : node.get(Number(segment), true);
      const at = isPair(pair) ? pair.key : next;
      if (isNode(at)) offset = at.range?.[0] ?? offset;
      node = next;
    }
    return lineAt(offset);
  };
  try {
    return { value: document.toJS() as unknown, lineOf: findLine };
  } catch (error) {
    // An alias without an anchor.
    throw fileError(file, `is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** The largest map of the package has 1 KiB. */
const MAX_BYTES = 32 * 1024;

/** Faults of a map that are reported at once. Finding the line of a fault reads the members before it. */
const MAX_FAULTS = 50;

/** Finds faults that a JSON Schema cannot express. */
function* furtherFaults(map: SyncMap): Generator<{ path: string[]; message: string }> {
  for (const name of FIELDS) {
    const given = map.fields[name];
    if (given === undefined) continue;
    const rule = toRule(given);
    const path = ['fields', name];
    if ((rule.column === undefined) === (rule.value === undefined))
      yield { path, message: `fields.${name} must have exactly one of column and value` };
    if (rule.other !== undefined && rule.values === undefined)
      yield {
        path: [...path, 'other'],
        message: `fields.${name}.other needs fields.${name}.values: list the other values there`,
      };
  }
}

/** Returns a map with the SHA-256 of its file. @throws SyncError with one line for each fault. */
export async function readMap(file: string) {
  const bytes = await readSyncFile(file);
  if (bytes.length > MAX_BYTES)
    throw fileError(file, `has more than ${MAX_BYTES / 1024} KiB, the limit of a map`);
  const text = decode(file, bytes, 'utf-8');
  const { value, lineOf } = parse(file, text);
  const at = (path: readonly string[], message: string): FileFault => ({ file, line: lineOf(path), message });
  const validate = compileValidator({ type: 'object', properties: { map: SCHEMAS.SyncMap } });
  if (!validate({ map: value })) {
    throw fileErrors(
      validate.errors!.slice(0, MAX_FAULTS).map((error) => {
        const { field, message } = validationError([error]).details![0]!;
        return at(toPath(error), `${field} ${message}`);
      }),
    );
  }
  const map = value as SyncMap;
  const faults = [...furtherFaults(map)].map(({ path, message }) => at(path, message));
  if (faults.length > 0) throw fileErrors(faults);
  return { map, file, digest: sha256(bytes), lineOf };
}

/** Returns the columns of the map, each with its place in the map. */
const columnPlaces = (map: SyncMap): { path: string[]; columns: string[] }[] => [
  { path: ['key'], columns: [map.key] },
  ...FIELDS.flatMap((name) => {
    const rule = map.fields[name];
    return rule === undefined ? [] : [{ path: ['fields', name], columns: toColumns(toRule(rule).column) }];
  }),
  ...(['only', 'except'] as const).flatMap((list) =>
    (map[list] ?? []).map(({ column }, index) => ({
      path: [list, String(index)],
      columns: toColumns(column),
    })),
  ),
];

export const columnsOfMap = (map: SyncMap): Set<string> =>
  new Set(columnPlaces(map).flatMap(({ columns }) => columns));

/** @throws SyncError for columns of the map that the source does not have. */
export function requireColumns(
  { map, file, lineOf }: LoadedMap,
  { columns, delimiter }: Pick<SourceRows, 'columns' | 'delimiter'>,
): void {
  if (columns.size === 0) return;
  const known = columnsText([...columns].slice(0, 30), delimiter);
  const faults = columnPlaces(map)
    .filter(({ columns: names }) => names.length > 0 && !names.some((name) => columns.has(name)))
    .map(({ path, columns: names }): FileFault => {
      const missing = names.map((name) => JSON.stringify(name)).join(' or ');
      const message = `${path.join('.')}: the source has no column ${missing}. Its columns are: ${known}`;
      return { file, line: lineOf(path), message };
    });
  if (faults.length > 0) throw fileErrors(faults);
}
