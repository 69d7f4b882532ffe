// Reads recordings (HAR 1.2) and usage exports as evidence of what callers use.
import { basename } from 'node:path';
import type { HarContent, HarEntry } from '../../../generated/files';
import { completeJson, parseRecording, readRecordingText, recordingFiles, toTarget } from '../probe/har';
import { parseMediaType } from '../probe/send';
import { asObject, asString } from '../model/json';
import { readCsvTable } from '../../base/csv/read';
import { groupBy, isJson, parseJson } from '../../base/values';
import { readFields, readParts, toFields } from './sent-text';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const CSV = 'text/csv';

export type RecordedMessage = Awaited<ReturnType<typeof toMessage>>;
export type RecordedCall = Awaited<ReturnType<typeof readCall>>;

export interface Recording extends Client {
  /** The name of the file without its folder. */
  file: string;
  calls: RecordedCall[];
}

/** The program that sent the calls, for example `acme` `2.1.0`. */
export type Client = ReturnType<typeof toClient>;

/** One row of `usage export`. */
export type UsageRow = NonNullable<ReturnType<typeof usageIn>>[number];

export interface CallerEvidence {
  recordings: Recording[];
  /** Undefined without a usage export. */
  usage: UsageRow[] | undefined;
}

/** Reads files, and the .har and .json files of folders. @throws ReviewError. */
export async function readCallers(paths: string[]): Promise<CallerEvidence> {
  const evidence: CallerEvidence = { recordings: [], usage: undefined };
  const files = await Promise.all(paths.map((path) => recordingFiles(path, /\.(har|json)$/)));
  for (const file of files.flat()) {
    const text = await readRecordingText(file);
    const usage = usageIn(text);
    if (usage) evidence.usage = [...(evidence.usage ?? []), ...usage];
    else {
      const { name, client, entries } = parseRecording(basename(file), text);
      const calls = await Promise.all(entries.map(readCall));
      evidence.recordings.push({ file: name, ...toClient(name, client), calls });
    }
  }
  return evidence;
}

/** Returns the client that a recording names, or the name and version of its file, for example `acme-2.1.0.har`. */
function toClient(file: string, client: unknown) {
  const stem = file.replace(/\.(har|json)$/, '');
  const at = stem.search(/[-_@]v?\d/);
  const [name, version] = at > 0 ? [stem.slice(0, at), stem.slice(at + 1).replace(/^v/, '')] : [stem, null];
  const stated = asObject(client);
  return { name: asString(stated['name']) ?? name, version: asString(stated['version']) ?? version };
}

/** Returns the rows of a usage export, or undefined for another file. */
function usageIn(text: string) {
  const { usage } = asObject(parseJson(text));
  if (!Array.isArray(usage)) return undefined;
  return usage.map((row) => {
    const { key, operationId, day } = asObject(row);
    return { key: String(key), operationId: asString(operationId) ?? null, day: String(day) };
  });
}

async function readCall(entry: HarEntry) {
  const { request, response } = entry;
  const [path, ...query] = toTarget(entry).split('?');
  return {
    method: request.method.toUpperCase(),
    /** Decoded except for slashes in its segments, without the origin and the query. */
    path: decoded(path!),
    query: new URLSearchParams(query.join('?')),
    request: await toMessage(request, { size: request.bodySize ?? 0, ...request.postData }),
    status: response.status,
    response: await toMessage(response, response.content),
  };
}

/**
 * Reads the headers by lowercase name, and the body: a JSON value, or the fields of a form as SentText.
 * `isPartial`: the message had fields that the recording lacks.
 */
async function toMessage(message: HarEntry['response'] | HarEntry['request'], content: HarContent) {
  const headers = readHeaders(message);
  const mediaType = parseMediaType(content.mimeType ?? headers.get('content-type'));
  const { body, isPartial } = readBody(content, mediaType);
  // A column of a CSV file is a field of each row.
  const table = mediaType === CSV && typeof body === 'string' ? await readCsvTable(body) : undefined;
  const rows = table?.rows.filter(({ fault }) => fault === undefined).map(({ cells }) => cells) ?? [];
  // A file without rows has columns too.
  const header = table && Object.fromEntries(table.columns.map((name) => [name, name]));
  return { headers, mediaType, isPartial, body: table?.isReadable ? [header, ...rows] : body };
}

/** Servers regard these forms as equal. An encoded slash belongs to a segment, so that it stays encoded, like `%`. */
const decoded = (path: string): string =>
  decodeText(path.replace(/\/{2,}/g, '/').replaceAll(/%(?=2f|25)/gi, '%25'));

/** Decodes a percent-encoded text, and returns another one as it is. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Joins the lines of one name, as RFC 9110 (section 5.3) and RFC 9113 (section 8.2.3) do. */
function readHeaders({ headers }: HarEntry['response'] | HarEntry['request']): Map<string, string> {
  const lines = groupBy(headers, ({ name }) => name.toLowerCase());
  const join = (name: string) => (name === 'cookie' ? '; ' : ', ');
  return new Map([...lines].map(([name, each]) => [name, each.map(({ value }) => value).join(join(name))]));
}

/** Reads a body, or the recorded part of it: an outline, whole rows or fields up to the cut, or nothing. */
function readBody(content: HarContent, mediaType: string) {
  const { text, encoding, params, size = 0, comment, _outline } = content;
  const whole = (body: unknown) => ({ body, isPartial: false });
  // A file has no value.
  if (params && params.length > 0)
    return whole(toFields(params.map(({ name, value = '' }) => [name, value])));
  if (!text) return { body: undefined, isPartial: size > 0 || comment !== undefined };
  const written = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
  if (mediaType === FORM)
    return { body: readFields(written, comment !== undefined), isPartial: comment !== undefined };
  const form = mediaType === MULTIPART ? readParts(written) : undefined;
  if (form) return form;
  const body = parseJson(_outline ?? written);
  if (body !== undefined) return whole(body);
  const isCut = comment !== undefined || isJson(mediaType);
  return { body: (isCut && parseJson(completeJson(written))) || written, isPartial: isCut };
}
