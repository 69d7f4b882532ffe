// Which addresses TRUST_PROXY may name: what Express takes as `trust proxy`, but for numbers of hops and `true`, which would trust whoever calls.
import { isIP } from 'node:net';

const NAMES = ['loopback', 'linklocal', 'uniquelocal'];

export function isProxy(text: string): boolean {
  if (NAMES.includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}
