// Opens the candidate: a sandbox, which gets a new world for each recording, or a server with a key.
import type { HarEntry } from '../../../generated/files';
import { ReviewError } from '../model/document';
import { asObject, asString } from '../model/json';
import type { Recording } from '../probe/har';
import { NoResponse, type Send, createSend } from '../probe/send';

/** An organization of the candidate that is ready for one recording. */
export interface Place {
  send: Send;
  /**
   * Returns a key of the world that acts for a user as a recorded key does, or undefined for an unknown user. `own`:
   * the user behind the first key. A server has only the given key.
   */
  keyOf?: (userId: string, recorded?: HarEntry['_key']) => Promise<string | undefined>;
  /** The user behind the first key of a world. */
  own?: string;
  /** Sets the clock of a world. A server has no such clock. */
  setTime?: (now: string) => Promise<void>;
  close(): Promise<void>;
}

export interface Candidate {
  url: string;
  kind: 'sandbox' | 'server';
  open(recording: Recording): Promise<Place>;
}

interface Access {
  url: string;
  /** The API key for a server. */
  key: string | undefined;
  /** The bearer token of the control interface. */
  token: string | undefined;
}

const WORLDS = '/sandbox/worlds';

/** Returns a sender of requests to the control interface of a sandbox. @throws ReviewError. */
function createControl({ url, token }: Access) {
  const send = createSend(url, '');
  return async (method: string, path = '', body?: object) => {
    try {
      return await send({
        method,
        path: WORLDS + path,
        key: null,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      throw new ReviewError(`${url} does not respond: ${error.message}. Start it, or correct --url.`);
    }
  };
}

/** Connects to a sandbox or a server. @throws ReviewError when it does not respond, or needs a token or a key. */
export async function openCandidate(access: Access): Promise<Candidate> {
  const { url, key } = access;
  const control = createControl(access);
  const { status, headers } = await control('GET');
  if (headers.get('www-authenticate')?.includes('realm="sandbox"'))
    throw new ReviewError(`${url} is a sandbox with another token. Set SANDBOX_TOKEN to its token.`);
  if (status !== 200) {
    if (key === undefined)
      throw new ReviewError(
        `${url} is a server, which needs a key. Set API_KEY, or the variable that --key-from-env names.`,
      );
    const place: Place = { send: createSend(url, key), close: () => Promise.resolve() };
    return { url, kind: 'server', open: () => Promise.resolve(place) };
  }

  return { url, kind: 'sandbox', open: (recording) => openWorld(url, control, recording) };
}

/** Creates a world with the starting point of a recording, by default the demo data. @throws ReviewError. */
async function openWorld(
  url: string,
  control: ReturnType<typeof createControl>,
  { name, world, entries: [first] }: Recording,
): Promise<Place> {
  const label = `Replay of ${name}`.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 100);
  const now = world?.now ?? first?._now ?? first?.startedDateTime;
  const created = await control('POST', '', { from: world?.from ?? 'demo', now, label });
  if (created.status !== 201)
    throw new ReviewError(
      `${url} cannot start a world for ${name}: ${getMessage(created.body)} Record it again.`,
    );
  const { id, key } = created.body as { id: string; key: string };
  const send = createSend(url, key);
  const { body } = await send({ method: 'GET', path: '/users/me' });
  const own = String(asObject(body)['id']);
  const keys = new Map<string, { id: string; key: string }>();
  return {
    send,
    own,
    async keyOf(userId, { id: recordedId = userId, access = 'full', rejection } = { id: userId }) {
      const isExpired = rejection === 'expired';
      const name = isExpired ? `${recordedId} expired` : recordedId;
      if (!keys.has(name)) {
        const given = { userId, access, ...(isExpired && { expiresIn: 'PT0S' }) };
        const made = await control('POST', `/${id}/keys`, given);
        if (made.status !== 201) return undefined;
        keys.set(name, made.body as { id: string; key: string });
      }
      const { id: keyId, key } = keys.get(name)!;
      if (rejection === 'revoked') await control('DELETE', `/${id}/keys/${keyId}`);
      return key;
    },
    async setTime(time) {
      const moved = await control('PATCH', `/${id}`, { now: time });
      if (moved.status !== 200)
        throw new ReviewError(
          `${url} cannot set the clock to ${time}: ${getMessage(moved.body)} Record it again.`,
        );
    },
    async close() {
      await control('DELETE', `/${id}`);
    },
  };
}

const getMessage = (body: unknown): string => asString(asObject(body)['message']) ?? 'It gave no reason.';
