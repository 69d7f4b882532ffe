// Large bodies in temporary files. Requests that arrive before a body's snapshot begins receive the same file.
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { unavailable } from '../../base/errors';
import type { OrganizationId } from '../../base/organization';
import type { LargeBody } from '../../contract/handler';
import { OpenLimit } from '../api/rate-limit';

/** Maximum of bodies that an organization receives at a time. A file has 24 MB for 100,000 assets. */
const MAX_OPEN_BODIES = 40;

const CHUNK_BYTES = 64 * 1024;

type Append = (part: Buffer) => Promise<void>;

interface Stored<Result> {
  file: FileHandle;
  bytes: number;
  result: Result;
}

interface SharedFile<Result> {
  readers: number;
  stored: Promise<Stored<Result>>;
}

/** Returns a function that reads large bodies of organizations. */
export function createSharedFiles<Result>() {
  const openBodies = new OpenLimit();
  /** Files whose snapshot has not begun. */
  const upcoming = new Map<OrganizationId, SharedFile<Result>>();

  /**
   * Returns a body that `write` appends, and its result. `write` calls `begin` before it reads.
   * @throws ApiError `rate_limited` when the organization receives too many; what `write` throws
   */
  return async function read(
    organization: OrganizationId,
    write: (begin: () => void, append: Append) => Promise<Result>,
  ): Promise<{ result: Result; body: LargeBody }> {
    const closeBody = openBodies.open(
      organization,
      MAX_OPEN_BODIES,
      `Your organization is receiving ${MAX_OPEN_BODIES} large lists. Receive one completely first.`,
      5,
    );
    let shared = upcoming.get(organization);
    if (!shared) {
      const begin = () => void upcoming.delete(organization);
      shared = { readers: 0, stored: store((append) => write(begin, append)) };
      upcoming.set(organization, shared);
    }
    shared.readers += 1;
    try {
      const { file, bytes, result } = await shared.stored;
      return { result, body: bodyOf(shared, file, bytes, closeBody) };
    } catch (error) {
      if (upcoming.get(organization) === shared) upcoming.delete(organization);
      closeBody();
      throw error;
    }
  };
}

/** Returns a body for one reader. The last reader closes the file. */
function bodyOf(
  shared: SharedFile<unknown>,
  file: FileHandle,
  bytes: number,
  closeBody: () => void,
): LargeBody {
  let isOpen = true;
  const release = async () => {
    if (!isOpen) return;
    isOpen = false;
    closeBody();
    shared.readers -= 1;
    if (shared.readers === 0) await file.close();
  };
  return {
    bytes,
    read: () => Readable.from(chunksOf(file, bytes)).once('close', () => void release()),
    discard: release,
    text: () => text(chunksOf(file, bytes)),
  };
}

/** Reads a file by position: a stream of Node would close the file for all readers. */
async function* chunksOf(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < bytes;) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(CHUNK_BYTES), position });
    if (bytesRead === 0) throw new Error(`a large body ends after ${position} of ${bytes} bytes`);
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Opens an unlinked file: it disappears with its last reader, even when the process is killed. */
async function openUnlinked(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-list-'));
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores what `write` appends. @throws the errors of `write`; ApiError `unavailable` when the disk is full.
 */
async function store<Result>(write: (append: Append) => Promise<Result>): Promise<Stored<Result>> {
  const full = (error: unknown): never => {
    throw unavailable(error);
  };
  const file = await openUnlinked().catch(full);
  let bytes = 0;
  try {
    const result = await write(async (part) => {
      await file.appendFile(part).catch(full);
      bytes += part.length;
    });
    return { file, bytes, result };
  } catch (error) {
    await file.close();
    throw error;
  }
}
