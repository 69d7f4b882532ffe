// Sends the request of an example to a sandbox, and leaves its demo world as it was.
import type { Answer } from '../review/transcripts/messages';
import type { Request } from '../review/transcripts/requests';

const PATIENCE_MILLISECONDS = 15_000;

const formOf = (parts: Exclude<Request['body'], string | undefined>): FormData => {
  const form = new FormData();
  for (const { name, text, isFile } of parts) form.set(name, isFile ? new Blob([text]) : text);
  return form;
};

export function createSend(url: string, key: string): (request: Request) => Promise<Answer> {
  const call = (path: string, init: RequestInit) =>
    // A document's redirection is shown and not followed.
    fetch(url + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });

  return async ({ method, target, headers, body }) => {
    const since = Date.now();
    try {
      const response = await call(target, {
        method,
        headers: { ...headers, 'X-API-Key': key, 'X-Request-Id': 'transcript' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : formOf(body) }),
      });
      const text = await response.text();
      const until = Date.now();
      if (method !== 'GET' && response.headers.get('x-answered-by') === 'server') await (await call('/console/reset', { method: 'POST' })).text();
      return { line: `${response.status} ${response.statusText}`, headers: Object.fromEntries(response.headers), body: text, since, until };
    } catch (error) {
      const { message, cause } = error as Error;
      return { line: `no answer: ${cause instanceof Error ? cause.message : message}`, headers: {}, body: '', since, until: since };
    }
  };
}
