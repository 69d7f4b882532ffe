// Which URLs a database may have. Apart from the dialects, so that the configuration can be checked without them.
const SCHEMES = ['sqlite', 'postgres', 'postgresql'] as const;

export type Scheme = (typeof SCHEMES)[number];

/** What stands before the first colon of `url`, if it is known. */
export const schemeOf = (url: string): Scheme | undefined =>
  SCHEMES.find((scheme) => url.startsWith(`${scheme}:`));

function namesDatabase(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return (
    parsed !== undefined &&
    parsed.pathname.length > 1 &&
    (parsed.host !== '' || parsed.searchParams.has('host'))
  );
}

/** What is wrong with the URL of a database, as a sentence about `name`. The URL itself is not shown: it may hold a password. */
export function databaseUrlProblem(name: string, given: string): string | undefined {
  const scheme = schemeOf(given);
  if (scheme === undefined)
    return `${name} must begin with ${SCHEMES.map((each) => `${each}:`).join(' or ')}.`;
  if (scheme !== 'sqlite' && !namesDatabase(given))
    return `${name} must name a host and a database after postgres:, such as postgres://user:password@db.example/inventory.`;
  if (given === 'sqlite:' || given === 'sqlite::memory:')
    return `${name} must name a file after sqlite:, such as sqlite:data/inventory.sqlite.`;
  return undefined;
}
