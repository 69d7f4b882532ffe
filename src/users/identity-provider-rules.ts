// What an identity provider may be. Pure.

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.includes(hostname);

/** As it is stored and compared; undefined for what is none. HTTPS, or plain HTTP on this machine. */
export function issuerOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '' || url.href.length > 500) return undefined;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) return undefined;
  return url.pathname === '/' ? url.origin : url.href;
}

export const isDomain = (text: string): boolean => text.length <= 253 && /^[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u.test(text);
