// When each key was last used, kept to the minute, and how many requests it made: noted in memory, written once a minute, never on a request.
import { ApiError } from '../errors';
import type { KeyRecord, KeyStore } from './store';
import type { KeyUse } from './uses';

export interface KeyUsage {
  record(key: KeyRecord, at: string): void;
  /** Writes what is noted and stops the clock. */
  close(): Promise<void>;
}

const MINUTE = 60_000;

/** They share commits. */
const TOGETHER = 64;

type Noted = KeyUse & { key: KeyRecord };

/** `onError` hears of a write that failed; the note is kept for the next one. */
export function createKeyUsage(store: KeyStore, onError: (error: unknown) => void): KeyUsage {
  const noted = new Map<string, Noted>();
  let written = Promise.resolve();

  function note({ key, at, day, requests }: Noted): void {
    const name = `${key.organizationId} ${key.id} ${day}`;
    const before = noted.get(name);
    noted.set(
      name,
      before
        ? { key, day, at: before.at > at ? before.at : at, requests: before.requests + requests }
        : { key, at, day, requests },
    );
  }

  /** Whether the database answers. */
  async function write(name: string, use: Noted): Promise<boolean> {
    noted.delete(name); // what is noted while it is written is the next one's
    try {
      await store.recordUse(use.key.organizationId, use.key.id, {
        day: use.day,
        requests: use.requests,
        at: `${use.at.slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000Z`,
      });
    } catch (error) {
      note(use);
      onError(error);
      return !(error instanceof ApiError && error.code === 'unavailable');
    }
    return true;
  }

  async function writeAll(): Promise<void> {
    const all = [...noted];
    for (let start = 0; start < all.length; start += TOGETHER) {
      const answers = await Promise.all(
        all.slice(start, start + TOGETHER).map(([name, use]) => write(name, use)),
      );
      if (answers.includes(false)) return; // the others would only wait as long, and stay noted
    }
  }

  /** One after the other: no request is counted twice. */
  const flush = (): Promise<void> => (written = written.then(writeAll));

  const timer = setInterval(() => void flush(), MINUTE).unref();
  return {
    record: (key, at) => note({ key, at, day: at.slice(0, 'YYYY-MM-DD'.length), requests: 1 }),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
