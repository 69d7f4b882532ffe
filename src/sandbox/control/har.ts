// Writes recorded calls as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Pure.
import { STATUS_CODES } from 'node:http';
import type { Call } from './recording';

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
  bodySize: body?.bytes ?? 0,
});

/** Returns the text of a body, and what the recording left out. */
function contentOf({ headers, body }: Message) {
  const mimeType = headers['content-type'] ?? '';
  if (!body) return { mimeType, text: '' };
  if (body.text === undefined) return { mimeType, comment: 'The body is binary and was not recorded.' };
  return {
    mimeType,
    text: body.text,
    ...(body.cut && { comment: 'The text is the beginning of the body.' }),
  };
}

function toEntry({ time, milliseconds, method, path, status, request, response }: Call, origin: string) {
  const url = new URL(path, origin);
  return {
    startedDateTime: time,
    time: milliseconds,
    request: {
      method,
      url: url.href,
      ...common(request),
      queryString: pairs(url.searchParams),
      ...(request.body && { postData: contentOf(request) }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      ...common(response),
      content: { size: response.body?.bytes ?? 0, ...contentOf(response) },
      redirectURL: response.headers.location ?? '',
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  };
}

/**
 * Yields the text of a HAR. `origin`: the sandbox, for example `http://127.0.0.1:4010`. `start`: what a new world
 * needs to replay the calls.
 */
export async function* harOf(
  calls: AsyncIterable<Call>,
  { origin, version, start }: { origin: string; version: string; start: object },
): AsyncGenerator<string> {
  const creator = { name: 'compliance-inventory', version };
  const head = JSON.stringify({ version: '1.2', creator, _world: start });
  yield `{"log":${head.slice(0, -1)},"entries":[`;
  let separator = '\n';
  for await (const call of calls) {
    yield separator + JSON.stringify(toEntry(call, origin));
    separator = ',\n';
  }
  yield '\n]}}\n';
}
