// The schemes of database URLs that are known. Apart from the dialects, so that the configuration can be checked without them.
export const SCHEMES = ['sqlite', 'postgres', 'postgresql'] as const;

export type Scheme = (typeof SCHEMES)[number];

/** What stands before the first colon of `url`, if it is known. */
export const schemeOf = (url: string): Scheme | undefined => SCHEMES.find((scheme) => url.startsWith(`${scheme}:`));
