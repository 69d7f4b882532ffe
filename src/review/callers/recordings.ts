// Reads recordings (HAR 1.2) and usage exports as evidence of what callers use.
import { basename } from 'node:path';
import { type HarEntry, parseRecording, readRecordingText, recordingFiles, targetOf } from '../probe/har';
import { mediaTypeOf } from '../probe/send';
import { asObject, asString } from '../model/json';
import { type JsonObject } from '../../base/json';

const FORM = 'application/x-www-form-urlencoded';

type Content = HarEntry['response']['content'];

export interface RecordedMessage {
  /** By lowercase name. */
  headers: Map<string, string>;
  /** For example `application/json`, without parameters. Empty if it is not known. */
  mediaType: string;
  /** The JSON value, or the fields of a form. Undefined without a body. */
  body: unknown;
}

export interface RecordedCall {
  method: string;
  /** Decoded, without the origin and the query. */
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

/** Reads files, and the .har and .json files of folders. @throws UnreadableRecording. */
export async function readCallers(paths: string[]): Promise<CallerEvidence> {
  const evidence: CallerEvidence = { recordings: [], usage: undefined };
  const files = await Promise.all(paths.map((path) => recordingFiles(path, /\.(har|json)$/)));
  for (const file of files.flat()) {
    const text = await readRecordingText(file);
    const usage = usageIn(text);
    if (usage) evidence.usage = [...(evidence.usage ?? []), ...usage];
    else {
      const { name, entries } = parseRecording(basename(file), text);
      evidence.recordings.push({ file: name, calls: entries.map(readCall) });
    }
  }
  return evidence;
}

/** Returns the rows of a usage export, or undefined for another file. */
function usageIn(text: string): UsageRow[] | undefined {
  const { usage } = asObject(parseJson(text));
  return Array.isArray(usage) ? usage.map((row) => readUsage(asObject(row))) : undefined;
}

const readUsage = ({ key, operationId, day }: JsonObject): UsageRow => ({
  key: String(key),
  operationId: asString(operationId) ?? null,
  day: String(day),
});

function readCall(entry: HarEntry): RecordedCall {
  const { request, response } = entry;
  const [path, ...query] = targetOf(entry).split('?');
  return {
    method: request.method.toUpperCase(),
    path: decoded(path!),
    query: new URLSearchParams(query.join('?')),
    request: messageOf(request, request.postData ?? {}),
    status: response.status,
    response: messageOf(response, response.content),
  };
}

function messageOf(message: HarEntry['response'] | HarEntry['request'], content: Content): RecordedMessage {
  const headers = readHeaders(message);
  const mediaType = mediaTypeOf(content.mimeType ?? headers.get('content-type'));
  return { headers, mediaType, body: readBody(content) };
}

/** Servers regard these forms as equal. */
function decoded(path: string): string {
  const single = path.replace(/\/{2,}/g, '/');
  try {
    return decodeURIComponent(single);
  } catch {
    return single;
  }
}

const readHeaders = ({ headers }: HarEntry['response'] | HarEntry['request']): Map<string, string> =>
  new Map(headers.map(({ name, value }) => [name.toLowerCase(), value]));

function readBody({ text, encoding, params, mimeType }: Content): unknown {
  if (params && params.length > 0) return Object.fromEntries(params.map(({ name, value }) => [name, value]));
  if (!text) return undefined;
  const content = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
  if (mimeType?.startsWith(FORM)) return Object.fromEntries(new URLSearchParams(content));
  return parseJson(content) ?? content;
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
