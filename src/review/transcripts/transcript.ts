// A transcript: one request with the responses of base and head, in a form that users read.
import type { ContractChange } from '../changes';
import type { Side } from '../model/document';
import type { TranscriptExchange } from './plan';
import type { TranscriptRequest } from './requests';

/** A request or response as text without terminal control characters. */
export interface Message {
  /** For example `GET /facilities`, `200 OK`, or `no response: ` with the reason. */
  line: string;
  /** Only headers that are equal in each run. */
  headers: [name: string, value: string][];
  /** Indented JSON, shortened around the first difference. Empty without a body. */
  body: string;
}

export interface Transcript {
  /** The operation of the head, or of the base if it is removed. */
  operation: ContractChange['operation'];
  example: string;
  /** The documents that contain the example. Both receive the request in any case. */
  of: Side | 'both';
  request: Message;
  /** Null if the document has no such operation, or no response example with the requested name. */
  base: Message | null;
  head: Message | null;
  same: boolean;
  /** An earlier example of the same operation with the same responses. */
  like: string | null;
}

export interface Transcripts {
  list: Transcript[];
  /** Sentences about missing transcripts. */
  notes: string[];
}

/** A response as the sandbox sent it. */
export interface TranscriptResponse {
  line: string;
  headers: Record<string, string>;
  body: string;
  /** The start and end of the exchange in milliseconds. */
  since: number;
  until: number;
}

const SHOWN_HEADERS = [
  'Content-Type',
  'Content-Disposition',
  'ETag',
  'Location',
  'Retry-After',
  'Allow',
  'WWW-Authenticate',
  'Preference-Applied',
  'Idempotency-Replayed',
  'Deprecation',
  'Sunset',
  'X-Answered-By',
  'X-Availability',
];
/** Replaces entity tags, which depend on the times in a body and on the document. */
const COMPUTED = '(computed)';
const MAX_LINES = 60;
const MAX_LINE_CHARACTERS = 300;
/** The number of lines before the first difference. */
const CONTEXT_LINES = 10;

export function createTranscript(
  { operation, example, of, request }: TranscriptExchange,
  baseResponse: TranscriptResponse | undefined,
  headResponse: TranscriptResponse | undefined,
): Transcript {
  const base = baseResponse && responseMessage(baseResponse);
  const head = headResponse && responseMessage(headResponse);
  const from = base && head ? firstShownLine(base, head) : 0;
  return {
    operation,
    example: escapeControls(example),
    of,
    request: excerpt(requestMessage(request), 0),
    base: base ? excerpt(base, from) : null,
    head: head ? excerpt(head, from) : null,
    same: JSON.stringify(base) === JSON.stringify(head),
    like: null,
  };
}

/** Sets `like` on transcripts that repeat the responses of an earlier one. */
export function markRepeated(transcripts: Transcript[]): Transcript[] {
  const first = new Map<string, string>();
  return transcripts.map((transcript) => {
    const key = JSON.stringify([transcript.operation, transcript.base, transcript.head]);
    const like = first.get(key) ?? null;
    if (like === null) first.set(key, transcript.example);
    return { ...transcript, like };
  });
}

function responseMessage({ line, headers, body, since, until }: TranscriptResponse): Message {
  const show = (text: string): string => escapeControls(eraseGenerated(text, since, until));
  const shown = SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [[name, name === 'ETag' ? COMPUTED : show(value)]];
  });
  return { line: show(line), headers: shown, body: show(indentJson(body)) };
}

function requestMessage({ method, target, headers, body }: TranscriptRequest): Message {
  const line = escapeControls(`${method} ${target}`);
  const shown = Object.entries(headers).map(([name, value]): [string, string] => [
    escapeControls(name),
    escapeControls(value),
  ]);
  if (!Array.isArray(body)) return { line, headers: shown, body: escapeControls(indentJson(body ?? '')) };
  const parts = body.map(
    ({ name, text, mediaType }) =>
      `${name}${mediaType === undefined ? '' : ` (file, ${mediaType})`}:\n${text}`,
  );
  return {
    line,
    headers: [...shown, ['Content-Type', 'multipart/form-data']],
    body: escapeControls(parts.join('\n')),
  };
}

/** Escapes control characters except line breaks and tabs, because documents are not trusted. */
const escapeControls = (text: string): string =>
  text.replace(/[^\P{C}\n\t]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const TYPE_ID = /\b([a-z]+)_([0-7][0-9a-hjkmnp-tv-z]{25})\b/g;
const TIMESTAMP = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const BASE32_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns the time in the first 48 bits of a TypeID. */
const typeIdTime = (id: string): number =>
  [...id.slice(0, 10)].reduce((time, digit) => time * 32 + BASE32_DIGITS.indexOf(digit), 0);

/** Replaces the ids and times that the server generated between `since` and `until`. */
function eraseGenerated(text: string, since: number, until: number): string {
  const isGenerated = (time: number): boolean => time >= since && time <= until;
  return text
    .replace(TYPE_ID, (whole, prefix: string, id: string) =>
      isGenerated(typeIdTime(id)) ? `${prefix}_(new)` : whole,
    )
    .replace(TIMESTAMP, (time) => (isGenerated(Date.parse(time)) ? '(now)' : time));
}

/** Returns the first line to show: 0, or a line near the first difference if that is further down. */
function firstShownLine(base: Message, head: Message): number {
  const [baseLines, headLines] = [base.body.split('\n'), head.body.split('\n')];
  const longer = baseLines.length > headLines.length ? baseLines : headLines;
  const difference = longer.findIndex((_line, index) => baseLines[index] !== headLines[index]);
  return difference < MAX_LINES ? 0 : difference - CONTEXT_LINES;
}

const shortenLine = (line: string): string =>
  line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;

function excerpt({ line, headers, body }: Message, from: number): Message {
  const lines = body.split('\n');
  const hidden = lines.length - from - MAX_LINES;
  const shown = [
    ...(from > 0 ? [`… ${from} lines before`] : []),
    ...lines.slice(from, from + MAX_LINES).map(shortenLine),
    ...(hidden > 0 ? [`… ${hidden} more lines`] : []),
  ];
  return {
    line: shortenLine(line),
    headers: headers.map(([name, value]) => [shortenLine(name), shortenLine(value)]),
    body: shown.join('\n'),
  };
}
