// Reads recordings: HAR 1.2 of a sandbox's world, or of any other program.
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject } from '../../base/values';
import { UnreadableFile, readText } from '../../base/read-file';
import { mediaTypeOf, readBody } from './send';

interface Named {
  name: string;
  value: string;
}

/** `comment`: the body is binary, or only its beginning was recorded. */
interface Content {
  /** Of the whole body, in bytes. -1 if it is not known. */
  size?: number;
  mimeType?: string;
  text?: string;
  comment?: string;
  encoding?: string;
  /** The fields of a form. */
  params?: Named[];
  /** JSON with every field of a body of which `text` is the beginning. Only recordings of a sandbox have it. */
  _outline?: string;
}

/** The part of an entry that a replay needs. */
export interface HarEntry {
  startedDateTime: string;
  time?: number;
  /** The time in the recorded world. Only recordings of a sandbox have it. */
  _now?: string;
  /** The id of the user for whom the key acted. Only recordings of a sandbox have it. */
  _user?: string;
  /** The scripted fault that the call met. Only recordings of a sandbox have it. */
  _fault?: { status?: number; drop?: 'before' | 'after'; body?: 'html' | 'cut' | 'slow' };
  request: { method: string; url: string; headers: Named[]; bodySize?: number; postData?: Content };
  response: { status: number; headers: Named[]; content: Content };
}

/** The records and the clock of a new world. */
export interface StartingPoint {
  id?: string;
  from: string | object;
  now: string | null;
}

export interface Har {
  log: { _world?: StartingPoint; _client?: unknown; entries: HarEntry[] };
}

export interface Recording {
  /** The file name, which reports show. */
  name: string;
  /** Undefined unless a sandbox recorded the calls. */
  world: StartingPoint | undefined;
  /** The name and version of the recorded program, if the recording states them. */
  client: unknown;
  entries: HarEntry[];
}

/** Explains in one sentence why a recording cannot be read. */
export class UnreadableRecording extends Error {}

const ORIGIN = /^https?:\/\/[^/?#]+/i;

/** Returns the path of a recorded request with its query, as it was sent. */
export const targetOf = ({ request }: HarEntry): string => request.url.replace(ORIGIN, '').replace(/#.*/, '');

export const headerOf = ({ headers }: HarEntry['response'], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;

/** Returns parsed JSON, or text of another media type. A cut body has only its recorded beginning. */
export function recordedBody({ content: { text = '', mimeType, comment } }: HarEntry['response']): unknown {
  const mediaType = mediaTypeOf(mimeType);
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

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isNamed = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((each) => isObject(each) && typeof each.name === 'string' && isTextOrAbsent(each.value)));

const isContent = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    ['mimeType', 'text', 'comment', 'encoding', '_outline'].every((name) => isTextOrAbsent(value[name])) &&
    isNamed(value.params));

/** Returns the first member of an entry that is missing or has another type than in HAR 1.2. */
function wrongMember(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'request';
  const { request, response, startedDateTime, _now, _user, _fault } = entry;
  if (!isObject(request)) return 'request';
  if (!isObject(response)) return 'response';
  const isSound = {
    startedDateTime: isTextOrAbsent(startedDateTime),
    _now: isTextOrAbsent(_now),
    _user: isTextOrAbsent(_user),
    _fault: _fault === undefined || isObject(_fault),
    'request.method': typeof request.method === 'string',
    'request.url': typeof request.url === 'string' && ORIGIN.test(request.url),
    'request.headers': isNamed(request.headers),
    'request.postData': isContent(request.postData),
    'response.status': typeof response.status === 'number',
    'response.headers': isNamed(response.headers),
    'response.content': isContent(response.content),
  };
  return Object.entries(isSound).find(([, sound]) => !sound)?.[0];
}

/** Returns undefined for a recording of another program. @throws UnreadableRecording. */
function readWorld(name: string, world: unknown): StartingPoint | undefined {
  if (world === undefined) return undefined;
  const fault = (member: string): UnreadableRecording =>
    new UnreadableRecording(`${member} of ${name} is not that of a sandbox's recording. Record it again.`);
  if (!isObject(world)) throw fault('log._world');
  if (typeof world.from !== 'string' && !isObject(world.from)) throw fault('log._world.from');
  if (world.now !== null && !isTextOrAbsent(world.now)) throw fault('log._world.now');
  return world as unknown as StartingPoint;
}

/** Browsers also record WebSockets and data URLs. */
const isOfOtherScheme = (entry: unknown): boolean =>
  isObject(entry) &&
  isObject(entry.request) &&
  typeof entry.request.url === 'string' &&
  /^[a-z][a-z0-9+.-]*:/i.test(entry.request.url) &&
  !/^https?:/i.test(entry.request.url);

/** Some tools omit empty members, and the time. */
const withEmptyMembers = (entry: HarEntry): HarEntry => ({
  ...entry,
  startedDateTime: entry.startedDateTime ?? new Date().toISOString(),
  request: { ...entry.request, headers: entry.request.headers ?? [] },
  response: {
    ...entry.response,
    headers: entry.response.headers ?? [],
    content: entry.response.content ?? {},
  },
});

/** Parses the text of a HAR. @throws UnreadableRecording. */
export function parseRecording(name: string, text: string): Recording {
  let har: unknown;
  try {
    har = JSON.parse(text.replace(/^\uFEFF/, '')); // some tools write a byte order mark
  } catch {
    throw new UnreadableRecording(`${name} is not JSON. Pass a recording in HAR 1.2.`);
  }
  const log = isObject(har) && isObject(har.log) ? har.log : undefined;
  if (!Array.isArray(log?.entries))
    throw new UnreadableRecording(`${name} has no log.entries. Pass a recording in HAR 1.2.`);
  const entries = log.entries.filter((entry, index) => {
    if (isOfOtherScheme(entry)) return false;
    const member = wrongMember(entry);
    if (member === undefined) return true;
    throw new UnreadableRecording(
      `Entry #${index + 1} of ${name} has no ${member} as HAR 1.2 defines it. Record it again.`,
    );
  }) as HarEntry[];
  return {
    name,
    world: readWorld(name, log._world),
    client: log._client,
    entries: entries.map(withEmptyMembers),
  };
}

/** Returns the files of a folder with such names, in order; another path as it is. @throws UnreadableRecording. */
export async function recordingFiles(path: string, names: RegExp): Promise<string[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder) return [path];
  const inside = (await readdir(path)).filter((name) => names.test(name)).sort();
  if (inside.length === 0)
    throw new UnreadableRecording(`The folder ${path} has no .har file. Name a file or another folder.`);
  return inside.map((name) => join(path, name));
}

/** @throws UnreadableRecording. */
export const readRecordingText = (file: string): Promise<string> =>
  readText(file).catch((error: unknown) => {
    throw error instanceof UnreadableFile
      ? new UnreadableRecording(`${error.message}. Name a recording or a folder of recordings.`)
      : error;
  });

/** Reads files, and the `.har` files of folders. @throws UnreadableRecording. */
export async function readRecordings(paths: string[]): Promise<Recording[]> {
  const files = await Promise.all(paths.map((path) => recordingFiles(path, /\.har$/)));
  return Promise.all(
    files.flat().map(async (file) => parseRecording(basename(file), await readRecordingText(file))),
  );
}
