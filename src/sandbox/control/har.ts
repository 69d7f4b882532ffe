// Writes large texts in pieces: lists as JSON, and recorded calls as HAR 1.2
// (http://www.softwareishard.com/blog/har-12-spec/).
import { STATUS_CODES } from 'node:http';
import { name, version } from '../../../package.json';
import { nextSlice } from '../../base/scheduling/time-slices';
import { maskJson } from '../../base/secrets/mask-body';
import type { Call } from './recording';
import type { Snapshot } from './snapshots';

type Message = Call['request'];

const HTTP_VERSION = 'HTTP/1.1';
/** HAR's value for a size that is not known. */
const UNKNOWN = -1;

const pairs = (entries: Iterable<[string, string]>) => [...entries].map(([name, value]) => ({ name, value }));

const common = ({ headers, body }: Message) => ({
  httpVersion: HTTP_VERSION,
  cookies: [],
  headers: pairs(Object.entries(headers)),
  headersSize: UNKNOWN,
  bodySize: body && 'content-encoding' in headers ? UNKNOWN : (body?.bytes ?? 0),
});

/** Returns the text of a body, and a note about omitted parts. */
function toContent({ headers, body }: Message) {
  const mimeType = headers['content-type'] ?? '';
  if (!body) return { mimeType, text: '' };
  if (body.text === undefined) {
    const isText = /json|^text|urlencoded/.test(mimeType);
    const reason = isText ? 'cannot be parsed, or has too many names to mask,' : 'is binary';
    return { mimeType, comment: `The body ${reason} and was not recorded.` };
  }
  return {
    mimeType,
    text: body.text,
    ...(body.cut && { comment: 'The text is the beginning of the body.' }),
    ...(body.outline !== undefined && { _outline: body.outline }),
  };
}

function toEntry(call: Call, origin: string) {
  const { time, milliseconds, now, reset, user, key, method, path, status, fault, request, response } = call;
  const [, ...query] = path.split('?');
  return {
    startedDateTime: time,
    time: milliseconds,
    ...{ _now: now, _reset: reset, _user: user, _key: key, _fault: fault }, // JSON leaves out undefined ones
    request: {
      method,
      url: origin + path, // not parsed: a path of an erroneous request can be no valid URL
      ...common(request),
      queryString: pairs(new URLSearchParams(query.join('?'))),
      ...(request.body && { postData: toContent(request) }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      ...common(response),
      content: { size: response.body?.bytes ?? 0, ...toContent(response) },
      redirectURL: response.headers.location ?? '',
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  };
}

/** Rows of one piece. */
const ROWS = 100;

/** Yields lists by name as JSON, in pieces between which other requests run. `textOf`: returns a row as JSON. */
export async function* toPieces<Row>(
  lists: Record<string, readonly Row[]>,
  textOf: (row: Row) => string | Promise<string>,
): AsyncGenerator<string> {
  let before = '{\n';
  for (const [name, rows] of Object.entries(lists)) {
    yield `${before}  ${JSON.stringify(name)}: [\n`;
    for (let start = 0; start < rows.length; start += ROWS) {
      const texts: string[] = [];
      for (const row of rows.slice(start, start + ROWS)) {
        await nextSlice();
        texts.push(await textOf(row));
      }
      yield (start === 0 ? '' : ',\n') + texts.join(',\n');
    }
    before = '\n  ],\n';
  }
  yield before === '{\n' ? '{}' : '\n  ]\n}';
}

/** From which a new world can replay the calls. */
export interface Start {
  id: string;
  /** The id of the first key of the world. */
  key: string | undefined;
  /** The number of calls before the recording began. */
  missing: number;
  from: string | Snapshot;
  now: string | null;
}

/** Yields a start as JSON without secrets. */
async function* getStart({ from, ...start }: Start): AsyncGenerator<string> {
  yield JSON.stringify(start).replace(/}$/, ',"from":');
  if (typeof from === 'string') yield JSON.stringify(from);
  else yield* toPieces(from, maskJson);
  yield '}';
}

/** Yields the text of a HAR. `origin`: the sandbox, for example `http://127.0.0.1:4010`. */
export async function* toHar(
  calls: AsyncIterable<Call>,
  { origin, start }: { origin: string; start: Start },
): AsyncGenerator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"_world":`;
  yield* getStart(start);
  yield ',"entries":[';
  let separator = '\n';
  for await (const call of calls) {
    await nextSlice();
    yield separator + JSON.stringify(toEntry(call, origin));
    separator = ',\n';
  }
  yield '\n]}}\n';
}
