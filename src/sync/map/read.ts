// Reads a map: YAML, each mistake with its line.
import type { ErrorObject } from 'ajv';
import { LineCounter, type YAMLError, isCollection, isNode, isPair, isScalar, parseDocument } from 'yaml';
import { segmentsOf } from '../../contract/pointer';
import { validatorOf } from '../../contract/schemas';
import { validationError } from '../../contract/validation-error';
import { decode, digest, readBytes } from '../files';
import { type SyncFault, refused } from '../sync-error';
import { FIELDS, type SyncMap, columnsOf, ruleOf } from './map';
import { MAP_SCHEMA } from './schema';

export interface ReadMap {
  map: SyncMap;
  file: string;
  /** SHA-256 of the file. */
  digest: string;
  lineOf(path: readonly string[]): number;
}

const pathOf = ({ instancePath, params }: ErrorObject): string[] => {
  const path = segmentsOf(instancePath).slice(1);
  const extra = params['additionalProperty'] as string | undefined;
  return extra === undefined ? path : [...path, extra];
};

function parse(file: string, text: string): { value: unknown; lineOf: ReadMap['lineOf'] } {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const document = parseDocument(text, { lineCounter });
  const faults = document.errors.map(({ message, pos }: YAMLError): SyncFault => ({
    file,
    line: lineAt(pos[0]),
    message: `is not valid YAML: ${message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')}`,
  }));
  if (faults.length > 0) throw refused(faults);

  /** The line of the key, or of the nearest thing above it that is there. */
  const lineOf = (path: readonly string[]): number => {
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
    return { value: document.toJS(), lineOf };
  } catch (error) {
    throw refused([{ file, message: `is not valid YAML: ${(error as Error).message.split('\n')[0]}` }]); // an alias of nothing
  }
}

/** What the schema cannot say. */
function* furtherFaults(map: SyncMap): Generator<{ path: string[]; message: string }> {
  for (const name of FIELDS) {
    const given = map.fields[name];
    if (given === undefined) continue;
    const rule = ruleOf(given);
    const path = ['fields', name];
    if ((rule.column === undefined) === (rule.value === undefined))
      yield { path, message: `fields.${name} must have exactly one of column and value` };
    if (rule.other !== undefined && rule.values === undefined)
      yield {
        path: [...path, 'other'],
        message: `fields.${name}.other is for values that are not listed: list some under values`,
      };
  }
}

/** @throws SyncError with a line for each mistake. */
export async function readMap(file: string): Promise<ReadMap> {
  const bytes = await readBytes(file);
  const { value, lineOf } = parse(file, decode(file, bytes, 'utf-8'));
  const at = (path: readonly string[], message: string): SyncFault => ({ file, line: lineOf(path), message });
  const validate = validatorOf({ type: 'object', properties: { map: MAP_SCHEMA } });
  if (!validate({ map: value })) {
    throw refused(
      validate.errors!.map((error) => {
        const { field, message } = validationError([error]).details![0]!;
        return at(pathOf(error), `${field} ${message}`);
      }),
    );
  }
  const map = value as SyncMap;
  const faults = [...furtherFaults(map)].map(({ path, message }) => at(path, message));
  if (faults.length > 0) throw refused(faults);
  return { map, file, digest: digest(bytes), lineOf };
}

/** Columns that the map names and the source has not. @throws SyncError. */
export function requireColumns({ map, file, lineOf }: ReadMap, columns: ReadonlySet<string>): void {
  const known = [...columns].slice(0, 30).join(', ');
  const faults: SyncFault[] = [];
  const require = (path: string[], named: string | string[] | undefined): void => {
    const names = columnsOf(named);
    if (names.length === 0 || names.some((name) => columns.has(name))) return;
    faults.push({
      file,
      line: lineOf(path),
      message: `${path.join('.')} names the column ${names.map((name) => JSON.stringify(name)).join(' or ')}, which the source has not; it has ${known}`,
    });
  };
  require(['key'], map.key);
  for (const name of FIELDS)
    if (map.fields[name] !== undefined) require(['fields', name], ruleOf(map.fields[name]).column);
  for (const list of ['only', 'except'] as const)
    map[list]?.forEach(({ column }, index) => require([list, String(index)], column));
  if (faults.length > 0) throw refused(faults);
}
