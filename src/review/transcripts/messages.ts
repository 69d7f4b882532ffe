// Makes a transcript of a request and its answers: what is shown of each, and whether the answers are the same.
import { eraseMade } from './made';
import type { TranscriptExchange } from './plan';
import type { Request } from './requests';
import type { Message, Transcript } from './transcript';

/** An answer as it came. */
export interface TranscriptResponse {
  line: string;
  headers: Record<string, string>;
  body: string;
  /** Between these times it was made. */
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
/** An entity tag stands for the bytes, the times in them, and the document. */
const COMPUTED = '(computed)';
const MAX_LINES = 60;
const MAX_LINE_CHARACTERS = 300;
/** Lines before the first that differs. */
const LEAD = 10;

/** Without what would act on a terminal; documents are not trusted. */
const printable = (text: string): string =>
  text.replace(/[^\P{C}\n\t]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // it is no JSON, and is shown as it came
  }
}

function messageOf({ line, headers, body, since, until }: TranscriptResponse): Message {
  const show = (text: string): string => printable(eraseMade(text, since, until));
  const shown = SHOWN_HEADERS.filter((name) => headers[name.toLowerCase()] !== undefined);
  return {
    line: show(line),
    headers: shown.map((name) => [name, name === 'ETag' ? COMPUTED : show(headers[name.toLowerCase()]!)]),
    body: show(indented(body)),
  };
}

function requestMessage({ method, target, headers, body }: Request): Message {
  const shown = Object.entries(headers).map(([name, value]): [string, string] => [
    printable(name),
    printable(value),
  ]);
  if (!Array.isArray(body))
    return { line: printable(`${method} ${target}`), headers: shown, body: printable(indented(body ?? '')) };
  const parts = body.map(
    ({ name, text, mediaType }) =>
      `${name}${mediaType === undefined ? '' : ` (file, ${mediaType})`}:\n${text}`,
  );
  return {
    line: printable(`${method} ${target}`),
    headers: [...shown, ['Content-Type', 'multipart/form-data']],
    body: printable(parts.join('\n')),
  };
}

const shortened = (line: string): string =>
  line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;

/** So many lines from a line on. */
function excerpt(message: Message, from = 0): Message {
  const lines = message.body.split('\n');
  const kept = lines.slice(from, from + MAX_LINES).map(shortened);
  const left = lines.length - from - MAX_LINES;
  const headers = message.headers.map(([name, value]): [string, string] => [
    shortened(name),
    shortened(value),
  ]);
  return {
    line: shortened(message.line),
    headers,
    body: [
      ...(from > 0 ? [`… ${from} lines before`] : []),
      ...kept,
      ...(left > 0 ? [`… ${left} lines more`] : []),
    ].join('\n'),
  };
}

/** Where both are shown from: their beginning, unless they differ only past what is shown. */
function startOf(base: Message, head: Message): number {
  const [was, is] = [base.body.split('\n'), head.body.split('\n')];
  const differs = (was.length > is.length ? was : is).findIndex((_line, index) => was[index] !== is[index]);
  return differs < MAX_LINES ? 0 : differs - LEAD;
}

export function transcriptOf(
  { operation, example, of, request }: TranscriptExchange,
  answers: { base?: TranscriptResponse; head?: TranscriptResponse },
): Transcript {
  const [base, head] = [answers.base && messageOf(answers.base), answers.head && messageOf(answers.head)];
  const from = base && head ? startOf(base, head) : 0;
  return {
    operation,
    example: printable(example),
    of,
    request: excerpt(requestMessage(request)),
    base: base ? excerpt(base, from) : null,
    head: head ? excerpt(head, from) : null,
    same: JSON.stringify(base) === JSON.stringify(head),
    like: null,
  };
}

/** Most conditions and keys change nothing in an answer, which is then not shown again. */
export function withLikes(transcripts: Transcript[]): Transcript[] {
  const first = new Map<string, string>();
  return transcripts.map((transcript) => {
    const key = JSON.stringify([transcript.operation, transcript.base, transcript.head]);
    const like = first.get(key) ?? null;
    if (like === null) first.set(key, transcript.example);
    return { ...transcript, like };
  });
}
