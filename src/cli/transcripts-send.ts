// Sends the request of an example to a sandbox, and leaves its demo world as it was.
import type { TranscriptResponse } from '../review/transcripts/messages';
import type { Request } from '../review/transcripts/requests';

const PATIENCE_MILLISECONDS = 15_000;

const formOf = (parts: Exclude<Request['body'], string | undefined>): FormData => {
  const form = new FormData();
  for (const { name, text, mediaType } of parts)
    form.set(name, mediaType === undefined ? text : new Blob([text], { type: mediaType }));
  return form;
};

/** @param takeFault why the request before failed, if it did. */
export function createSend(
  url: string,
  key: string,
  takeFault: () => string | undefined,
): (request: Request) => Promise<TranscriptResponse> {
  const call = (path: string, init: RequestInit) =>
    // A document's redirection is shown and not followed.
    fetch(url + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });

  async function makeNew(): Promise<void> {
    const response = await call('/console/reset', { method: 'POST' });
    await response.text();
    if (!response.ok) throw new Error('the demo world could not be made new');
  }

  return async ({ method, target, headers, body }) => {
    const since = Date.now();
    try {
      const response = await call(target, {
        method,
        headers: { ...headers, 'X-API-Key': key, 'X-Request-Id': 'transcript' }, // failures quote the id
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : formOf(body) }),
      });
      const text = await response.text();
      const until = Date.now();
      if (method !== 'GET' && response.headers.get('x-answered-by') === 'server') await makeNew();
      const fault = takeFault();
      return {
        line: `${response.status} ${response.statusText}${fault === undefined ? '' : `: ${fault}`}`,
        headers: Object.fromEntries(response.headers),
        body: text,
        since,
        until,
      };
    } catch (error) {
      const { message, cause } = error as Error;
      return {
        line: `no answer: ${cause instanceof Error ? cause.message : message}`,
        headers: {},
        body: '',
        since,
        until: since,
      };
    }
  };
}
