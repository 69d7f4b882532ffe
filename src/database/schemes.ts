// The schemes of database URLs that are known. Apart from the dialects, so that the configuration can be checked without loading a driver.
export const SCHEMES = ['sqlite', 'postgres', 'postgresql'] as const;

export type Scheme = (typeof SCHEMES)[number];
