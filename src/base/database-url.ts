// Checks the URL of a database, and the modes of the files that it names. Loads no driver.
import { statSync } from 'node:fs';

const SCHEMES = ['sqlite', 'postgres', 'postgresql'] as const;

/** Returns the scheme of `url` when it is supported. */
export const getScheme = (url: string) => SCHEMES.find((scheme) => url.startsWith(`${scheme}:`));

/** Returns whether `text` can be the name of a file on disk. A drive of Windows has one letter. */
export const isFileName = (text: string): boolean => !/^($|:memory:$|[a-z]{2,}:)/i.test(text);

/** The scheme with the login, the servers, and the rest of a URL of PostgreSQL. */
const SERVERS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)/s;

/** Returns a URL for each server of `postgres://login@server,server/database`, in the same order. */
export function serverUrls(url: string): string[] {
  const [, before, servers, after] = SERVERS.exec(url) ?? [];
  return servers === undefined ? [url] : servers.split(',').map((server) => `${before}${server}${after}`);
}

function namesDatabase(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return (
    parsed !== undefined &&
    parsed.pathname.length > 1 &&
    (parsed.host !== '' || parsed.searchParams.has('host'))
  );
}

const TARGET = 'target_session_attrs';

/** Returns whether a URL of PostgreSQL rejects standbys: it names several servers, or its parameter says so. */
export const rejectsStandbys = (url: string): boolean =>
  serverUrls(url).length > 1 || new URL(url).searchParams.has(TARGET);

/** Returns the fault of the servers of a URL, as the end of a sentence. */
function serversProblem(url: string): string | undefined {
  const servers = serverUrls(url);
  if (!servers.every(namesDatabase))
    return (
      'must name a host and a database after postgres:, ' +
      'such as postgres://user:password@db.example/inventory.'
    );
  const { searchParams } = new URL(servers[0]!);
  if (searchParams.get('host')?.includes(','))
    return 'names several servers in host=. List them before the database: postgres://a.example,b.example/inventory.';
  if (!['read-write', 'primary', null].includes(searchParams.get(TARGET)))
    return `has an unsupported ${TARGET}. The server changes data: use read-write.`;
  return undefined;
}

/** Returns the fault of a database URL, as a sentence about `name`. The URL may hold a password and is not shown. */
export function databaseUrlProblem(name: string, given: string): string | undefined {
  const scheme = getScheme(given);
  if (scheme === undefined)
    return `${name} must begin with ${SCHEMES.map((each) => `${each}:`).join(' or ')}.`;
  const problem = scheme === 'sqlite' ? undefined : serversProblem(given);
  if (problem !== undefined) return `${name} ${problem}`;
  if (given === 'sqlite:' || given === 'sqlite::memory:')
    return `${name} must name a file after sqlite:, such as sqlite:data/inventory.sqlite.`;
  return undefined;
}

const OTHERS = 0o077;

/** Windows has no file modes: Node reports the same mode for every file. */
function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & OTHERS) !== 0;
}

/**
 * Returns the files of the database at `url` whose mode gives rights to a group or to all users. The server
 * creates files with mode 0600, but a copied file may have another mode.
 */
export function filesOpenToOthers(url: string): string[] {
  if (getScheme(url) !== 'sqlite') return [];
  const file = url.slice('sqlite:'.length);
  return ['', '-wal', '-shm'].map((ending) => file + ending).filter(isOpenToOthers);
}
