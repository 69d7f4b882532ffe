// What the client calls itself, where the runtime lets it.

/** A test holds it to package.json, which a browser cannot read. */
export const VERSION = '0.1.0';

/** undefined in a browser, which has its own and may ask the server for leave to send another. */
export function userAgentOf(application: string | undefined): string | undefined {
  const runtime = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;
  if (runtime?.startsWith('Mozilla/')) return undefined;
  return `${application === undefined ? '' : `${application} `}compliance-inventory-client/${VERSION}`;
}
