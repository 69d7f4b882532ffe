// Reads recordings (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/) and usage exports.
import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type JsonObject, asArray, asObject, asString, isObject } from '../json';
import { ReviewError } from '../model/document';

export interface RecordedMessage {
  /** By lowercase name. */
  headers: Map<string, string>;
  /** The JSON value, or the fields of a form. Undefined without a body. */
  body: unknown;
}

export interface RecordedCall {
  method: string;
  /** Without the origin and the query. */
  path: string;
  query: URLSearchParams;
  request: RecordedMessage;
  status: number;
  response: RecordedMessage;
}

export interface Recording {
  /** The name of the file without its folder. */
  file: string;
  calls: RecordedCall[];
}

/** One row of `usage export`. */
export interface UsageRow {
  key: string;
  operationId: string | null;
  day: string;
}

export interface CallerEvidence {
  recordings: Recording[];
  /** Undefined without a usage export. */
  usage: UsageRow[] | undefined;
}

/** Reads files, and the .har and .json files of folders. @throws ReviewError with the file that is neither. */
export async function readCallers(paths: string[]): Promise<CallerEvidence> {
  const evidence: CallerEvidence = { recordings: [], usage: undefined };
  for (const file of (await Promise.all(paths.map(filesOf))).flat()) {
    const content = await readJson(file);
    const entries = asObject(content['log'])['entries'];
    if (Array.isArray(entries)) {
      const calls = entries.map((entry) => readCall(asObject(entry)));
      evidence.recordings.push({ file: basename(file), calls });
    } else if (Array.isArray(content['usage'])) {
      const rows = (content['usage'] as unknown[]).map(asObject);
      evidence.usage = [...(evidence.usage ?? []), ...rows.map(readUsage)];
    } else
      throw new ReviewError(
        `${file} is neither a recording (HAR 1.2) nor a usage export. Export it again with its tool.`,
      );
  }
  return evidence;
}

async function filesOf(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new ReviewError(`${path} does not exist. Name a recording or a folder of recordings.`);
  if (!stats.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => /\.(har|json)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

async function readJson(file: string): Promise<JsonObject> {
  try {
    return asObject(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ReviewError(`${file} is not JSON: ${(error as Error).message.split('\n')[0]}.`, {
      cause: error,
    });
  }
}

const readUsage = ({ key, operationId, day }: JsonObject): UsageRow => ({
  key: String(key),
  operationId: asString(operationId) ?? null,
  day: String(day),
});

function readCall(entry: JsonObject): RecordedCall {
  const [request, response] = [asObject(entry['request']), asObject(entry['response'])];
  const url = asString(request['url']) ?? '';
  const { pathname, searchParams } = new URL(URL.canParse(url) ? url : 'http://localhost/');
  return {
    method: (asString(request['method']) ?? '').toUpperCase(),
    path: pathname,
    query: searchParams,
    request: { headers: readHeaders(request), body: readBody(asObject(request['postData'])) },
    status: Number(response['status']),
    response: { headers: readHeaders(response), body: readBody(asObject(response['content'])) },
  };
}

const pairsOf = (list: unknown): [name: string, value: string][] =>
  asArray(list)
    .filter(isObject)
    .map(({ name, value }) => [asString(name) ?? '', asString(value) ?? '']);

const readHeaders = ({ headers }: JsonObject): Map<string, string> =>
  new Map(pairsOf(headers).map(([name, value]) => [name.toLowerCase(), value]));

function readBody({ text, encoding, params }: JsonObject): unknown {
  const pairs = pairsOf(params);
  if (pairs.length > 0) return Object.fromEntries(pairs);
  if (typeof text !== 'string' || text === '') return undefined;
  const decoded = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
  try {
    return JSON.parse(decoded) as unknown;
  } catch {
    return decoded;
  }
}
