// Replays the recorded calls of a world in another world, and compares the responses.
import type { TestWorld } from './worlds';

interface Named {
  name: string;
  value: string;
}

/** The part of HAR 1.2 that a replay needs. */
export interface Har {
  log: {
    version: string;
    creator: { name: string; version: string };
    _world: { id: string; from: string | object; now: string | null };
    entries: {
      startedDateTime: string;
      time: number;
      request: {
        method: string;
        url: string;
        headers: Named[];
        queryString: Named[];
        postData?: { mimeType: string; text?: string; comment?: string };
      };
      response: {
        status: number;
        headers: Named[];
        content: { size: number; mimeType: string; text?: string; comment?: string };
      };
    }[];
  };
}

const ID = /\b[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}\b/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const SENT = ['content-type', 'if-match', 'if-none-match', 'idempotency-key', 'prefer', 'accept'];

export interface Compared {
  request: string;
  recorded: string;
  replayed: string;
}

/** Returns what differs, times aside. Ids that the recording made stand for those of the replay. */
export async function replay({ log }: Har, { key }: TestWorld, url: string): Promise<Compared[]> {
  const idOf = new Map<string, string>();
  const renamed = (text: string): string => text.replaceAll(ID, (id) => idOf.get(id) ?? id);
  const tags = new Map<string, string>();
  const differences: Compared[] = [];
  for (const { request, response } of log.entries) {
    const { pathname, search } = new URL(request.url);
    const headers = request.headers
      .filter(({ name }) => SENT.includes(name))
      .map(({ name, value }) => [name, tags.get(value) ?? value] as [string, string]);
    const body = request.postData?.text;
    const reply = await fetch(url + renamed(pathname + search), {
      method: request.method,
      headers: { ...Object.fromEntries(headers), 'X-API-Key': key },
      ...(body === undefined ? {} : { body: renamed(body) }),
    });
    const { text: recorded = '', comment } = response.content;
    const whole = await reply.text();
    const replayed = comment === undefined ? whole : whole.slice(0, recorded.length);
    const [before, after] = [recorded.match(ID) ?? [], replayed.match(ID) ?? []];
    before.forEach((id, index) => after[index] !== undefined && !idOf.has(id) && idOf.set(id, after[index]));
    const tag = response.headers.find(({ name }) => name === 'etag')?.value;
    if (tag !== undefined) tags.set(tag, reply.headers.get('etag') ?? '');
    const neutral = (status: number, text: string): string =>
      `${status} ${text
        .replaceAll(TIME, 'TIME')
        .replaceAll(/"(previousHash|hash|nextCursor|token|requestId)":"[^"]*"/g, '')}`.replaceAll(
        /org-[0-9a-z]{26}/g,
        'SLUG',
      );
    const one = neutral(response.status, renamed(recorded));
    const other = neutral(reply.status, replayed.replaceAll(/"token":"[^"]*"/g, '"token":"****"'));
    if (one !== other)
      differences.push({ request: `${request.method} ${pathname}`, recorded: one, replayed: other });
  }
  return differences;
}
