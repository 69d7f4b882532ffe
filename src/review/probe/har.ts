// Reads recordings: HAR 1.2 of a sandbox's world, or of any other program.
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type HarEntry, type HarWorld, SCHEMAS } from '../../../generated/files';
import { isObject } from '../../base/values';
import { UnreadableFile, readText } from '../../base/read-file';
import { splitPointer } from '../../contract/pointer';
import { compileValidator } from '../../contract/schemas';
import { ReviewError } from '../model/document';
import { asObject, asString } from '../model/json';
import { parseMediaType, readBody } from './send';

export type Recording = ReturnType<typeof parseRecording>;

const ORIGIN = /^https?:\/\/[^/?#]+/i;

/** Returns the path of a recorded request with its query, as it was sent. */
export const toTarget = ({ request }: HarEntry): string => request.url.replace(ORIGIN, '').replace(/#.*/, '');

export const findHeader = ({ headers }: HarEntry['response'], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;

/** Returns parsed JSON, or text of another media type. A cut body has only its recorded beginning. */
export function recordedBody({ content: { text = '', mimeType, comment } }: HarEntry['response']): unknown {
  const mediaType = parseMediaType(mimeType);
  const isCut = comment !== undefined && mediaType === 'application/json';
  return readBody(isCut ? completeJson(text) : text, mediaType).body;
}

/** Completes a cut JSON text: removes the item of the innermost list, or the member, that was cut, and closes the rest. */
export function completeJson(text: string): string {
  /** `end`: behind the last whole item or member. */
  const open: { close: string; end: number }[] = [{ close: '', end: 0 }];
  for (let at = 0, inString = false; at < text.length; at++) {
    const character = text[at]!;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === '{') open.push({ close: '}', end: at + 1 });
    else if (character === '[') open.push({ close: ']', end: at + 1 });
    else if (character === ',') open.at(-1)!.end = at;
    else if (open.length > 1 && (character === '}' || character === ']')) {
      open.pop();
      open.at(-1)!.end = at + 1;
    }
  }
  const list = open.findLastIndex(({ close }) => close === ']');
  const kept = list < 0 ? open : open.slice(0, list + 1);
  const closes = kept.map(({ close }) => close).reverse();
  return text.slice(0, kept.at(-1)!.end) + closes.join('');
}

/** Returns the path to the first member that is missing or wrong, or undefined for a valid value. */
function wrongPath(schema: Record<string, unknown>, value: unknown): string[] | undefined {
  const validate = compileValidator(schema);
  if (validate(value)) return undefined;
  const { instancePath, params } = validate.errors![0]!;
  const { missingProperty } = params as { missingProperty?: string };
  return [...splitPointer(instancePath), ...(missingProperty === undefined ? [] : [missingProperty])];
}

/** Returns undefined for a recording of another program. @throws ReviewError. */
function readWorld(name: string, world: unknown): HarWorld | undefined {
  const path = world === undefined ? undefined : wrongPath(SCHEMAS.HarWorld, world);
  if (path === undefined) return world as HarWorld | undefined;
  const member = ['log', '_world', ...path].join('.');
  throw new ReviewError(`${member} of ${name} is not that of a sandbox's recording. Record it again.`);
}

/** Browsers also record WebSockets and data URLs. */
function isOfOtherScheme(entry: unknown): boolean {
  const url = asString(asObject(asObject(entry).request).url) ?? '';
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:/i.test(url);
}

/** Some tools omit empty members, and the time. */
const withEmptyMembers = (entry: unknown): unknown => {
  const { request, response, ...others } = asObject(entry);
  return {
    startedDateTime: new Date().toISOString(),
    ...others,
    request: isObject(request) ? { headers: [], ...request } : request,
    response: isObject(response) ? { headers: [], content: {}, ...response } : response,
  };
};

/** Parses the text of a HAR. `client`: the recorded program, if the recording states it. @throws ReviewError. */
export function parseRecording(name: string, text: string) {
  let har: unknown;
  try {
    har = JSON.parse(text.replace(/^\uFEFF/, '')); // some tools write a byte order mark
  } catch {
    throw new ReviewError(`${name} is not JSON. Pass a recording in HAR 1.2.`);
  }
  const log = asObject(asObject(har).log);
  if (!Array.isArray(log.entries))
    throw new ReviewError(`${name} has no log.entries. Pass a recording in HAR 1.2.`);
  const entries = log.entries.flatMap((given: unknown, index): HarEntry[] => {
    if (isOfOtherScheme(given)) return [];
    const entry = withEmptyMembers(given);
    const path = wrongPath(SCHEMAS.HarEntry, entry);
    if (path === undefined) return [entry as HarEntry];
    const member = path.slice(0, 2).join('.');
    throw new ReviewError(
      `Entry #${index + 1} of ${name} has no ${member} as HAR 1.2 defines it. Record it again.`,
    );
  });
  return { name, world: readWorld(name, log._world), client: log._client, entries };
}

/** Returns the files of a folder with such names, in order; another path as it is. @throws ReviewError. */
export async function recordingFiles(path: string, names: RegExp): Promise<string[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder) return [path];
  const inside = (await readdir(path)).filter((name) => names.test(name)).sort();
  if (inside.length === 0)
    throw new ReviewError(`The folder ${path} has no .har file. Name a file or another folder.`);
  return inside.map((name) => join(path, name));
}

/** @throws ReviewError. */
export const readRecordingText = (file: string): Promise<string> =>
  readText(file).catch((error: unknown) => {
    throw error instanceof UnreadableFile
      ? new ReviewError(`${error.message}. Name a recording or a folder of recordings.`)
      : error;
  });

/** Reads files, and the `.har` files of folders. @throws ReviewError. */
export async function readRecordings(paths: string[]): Promise<Recording[]> {
  const files = await Promise.all(paths.map((path) => recordingFiles(path, /\.har$/)));
  return Promise.all(
    files.flat().map(async (file) => parseRecording(basename(file), await readRecordingText(file))),
  );
}
