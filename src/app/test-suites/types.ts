// The types of `compliance-inventory/sandbox`. They refer to no other file, so that a caller needs no other types.

export interface SandboxOptions {
  /** TCP port on 127.0.0.1, from 0 to 65535. The default, 0, is a free port. */
  port?: number;
  /** Path of an OpenAPI document, JSON or YAML, to serve instead of the package's contract. */
  contract?: string;
  /**
   * ISO 8601 time with an offset: the clock of the default world, and the default clock of new worlds. By default,
   * worlds have the real time. The default world of an existing `persist` file keeps its clock.
   */
  now?: string;
  /** SQLite file that keeps the data. By default, `close()` deletes the data. */
  persist?: string;
  /** Whether warnings and errors of the server are left out of standard error. True by default. */
  quiet?: boolean;
}

export interface WorldOptions {
  /**
   * `demo` (default), `empty`, the id of a world to fork, or the records of a recording (`log._world.from` of its HAR).
   */
  from?: string | Record<string, unknown>;
  /** The records of a saved world, instead of `from`: those that `records()` of a world returns. */
  records?: Seed;
  /**
   * ISO 8601 time with an offset at which the clock stands. By default, a fork has the clock of its parent, and
   * another world has the `now` of the sandbox.
   */
  now?: string;
  /** Name of the world in lists, 1 to 100 characters. */
  label?: string;
}

/** Records by the name of their schema in the contract, for example `Task`, each as the API returns it. */
export type Seed = Record<string, Record<string, unknown>[]>;

export interface NewKey {
  /** Id of a user of the world (`usr_…`), for example of `GET /users`. */
  userId: string;
  /** `full` by default. A `read_only` key sends no changes. */
  access?: 'full' | 'read_only';
  /** ISO 8601 duration in the time of the world, for example `P30D`. By default, the key does not expire. */
  expiresIn?: string;
}

/** A key that acts for one user: roles and grants of the user hold, and the log names the user. */
export interface WorldKey {
  id: string;
  /** The API key, for the header `X-API-Key`. */
  key: string;
  userId: string;
  access: 'full' | 'read_only';
  /** ISO 8601, by the clock of the world; null for a key that does not expire. */
  expiresAt: string | null;
  createdAt: string;
}

/** Makes the next requests of an operation fail. It has at least one of `status`, `delay`, `drop` and `body`. */
export interface Fault {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A path of the contract, for example `/tasks`, or `/tasks/{id}` for the tasks with any id. */
  path: string;
  /** Number of requests that fail. */
  count: number;
  /** The error status to return, for example 503. With 502 and 504, the body is an HTML page, as of a proxy. */
  status?: number;
  /** Seconds of the header `Retry-After`, with `status`. The default is 1 for 429 and 503. */
  retryAfter?: number;
  /** Milliseconds to wait. With `delay` alone, the request then goes on. With `body: 'slow'`, the body needs them. */
  delay?: number;
  /**
   * Closes the connection without a response: `before` the operation runs, or `after` it has committed. `true` means
   * `before`.
   */
  drop?: 'before' | 'after' | true;
  /**
   * What becomes of the response: `html` is a page of a proxy in its place, `cut` ends its body in the middle, and `slow`
   * sends it within `delay`. Without `status`, the operation runs before.
   */
  body?: 'html' | 'cut' | 'slow';
}

/** A world: an organization with a key, records, a log and a clock of its own. Worlds share nothing. */
export interface World {
  readonly id: string;
  /** API key of the world, for the header `X-API-Key`. */
  readonly key: string;
  /**
   * Creates a key that acts for a user of the world.
   * @throws Error for wrong options, and for a user that does not exist.
   */
  createKey(options: NewKey): Promise<WorldKey>;
  /** Restores the records, the log and the clock that the world had at first, and removes its scripted faults. */
  reset(): Promise<void>;
  /** Returns the records of the world as a seed, to save it as a file and to create equal worlds. */
  records(): Promise<Seed>;
  /** Creates a world with the records, the log and the clock of this world. */
  fork(options?: Omit<WorldOptions, 'from' | 'records'>): Promise<World>;
  /**
   * Moves the clock forward. The clock then stands still. Returns the new time as ISO 8601.
   * @param duration ISO 8601 duration, for example `P35D` or `PT90M`.
   */
  advance(duration: string): Promise<string>;
  /**
   * Sets the clock, which then stands still. Returns the new time as ISO 8601.
   * @param now ISO 8601 time with an offset, not before the time of the world.
   */
  setTime(now: string): Promise<string>;
  /**
   * Replaces the scripted faults. An empty list removes them.
   * @example
   * await world.faults([{ method: 'POST', path: '/tasks', count: 1, drop: 'after' }]);
   */
  faults(list: Fault[]): Promise<void>;
  /** Returns the last 5,000 requests and responses of the world. Keys and other secrets are masked. */
  calls(): Promise<Har>;
  /** Deletes the world. Its key then returns 401. A world that no longer exists is no error. */
  delete(): Promise<void>;
  /** @deprecated The earlier name of `delete`, so that existing suites run on. */
  close(): Promise<void>;
}

export interface Sandbox {
  /** Base URL of the API, for example `http://127.0.0.1:40213`. */
  readonly url: string;
  /** API key of the default world. */
  readonly key: string;
  /** Creates a world. @throws Error for wrong options, and for more than 500 worlds. */
  createWorld(options?: WorldOptions): Promise<World>;
  /** Stops the server within a second, closes every world and deletes the data, except that of `persist`. */
  close(): Promise<void>;
}

export interface HarPair {
  name: string;
  value: string;
}

export interface HarContent {
  mimeType: string;
  /** Missing for a binary body. */
  text?: string;
  /** The parts of the call that the recording lacks. */
  comment?: string;
}

interface HarMessage {
  httpVersion: string;
  cookies: [];
  headers: HarPair[];
  /** -1: unknown. */
  headersSize: number;
  /** Bytes. */
  bodySize: number;
}

export interface HarEntry {
  /** ISO 8601, real time. */
  startedDateTime: string;
  /** Milliseconds. */
  time: number;
  /** The scripted fault that the request met. */
  _fault?: Omit<Fault, 'count'>;
  request: HarMessage & { method: string; url: string; queryString: HarPair[]; postData?: HarContent };
  response: HarMessage & {
    /** 0 when the client got no response. */
    status: number;
    statusText: string;
    content: HarContent & { size: number };
    redirectURL: string;
  };
  cache: object;
  /** Milliseconds. */
  timings: { send: number; wait: number; receive: number };
}

/** HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), oldest entry first. */
export interface Har {
  log: {
    version: '1.2';
    creator: { name: string; version: string };
    /** The options of a new world for a replay of the calls: `createWorld({ from, now })`. */
    _world: { id: string; from: string | Record<string, unknown>; now: string | null };
    entries: HarEntry[];
  };
}
