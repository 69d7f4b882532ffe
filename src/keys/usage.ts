// When each key was last used, kept to the minute: noted in memory, written once a minute, never on a request.
import type { KeyRecord, KeyStore } from './store';

export interface KeyUsage {
  record(key: KeyRecord, at: string): void;
  /** Writes what is noted and stops the clock. */
  close(): Promise<void>;
}

const MINUTE = 60_000;

/** `onError` hears of a write that failed; the note is kept for the next one. */
export function createKeyUsage(store: KeyStore, onError: (error: unknown) => void): KeyUsage {
  const noted = new Map<string, { key: KeyRecord; at: string }>();

  async function flush(): Promise<void> {
    for (const [id, { key, at }] of [...noted]) {
      try {
        await store.recordUse(key.organizationId, id, `${at.slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000Z`);
        if (noted.get(id)?.at === at) noted.delete(id);
      } catch (error) {
        onError(error);
      }
    }
  }

  const timer = setInterval(() => void flush(), MINUTE).unref();
  return {
    record: (key, at) => void noted.set(key.id, { key, at }),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
