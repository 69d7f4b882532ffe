// The keys of the Settings pages, one for each purpose, derived from SETTINGS_SECRET by HKDF-SHA-256 (RFC
// 5869).
import { hkdfSync } from 'node:crypto';

/** The `info` of each key. Databases hold second factors under the first one: it never changes. */
export const PURPOSES = {
  secondFactors: 'compliance-inventory second factor',
  formCookies: 'compliance-inventory form cookie',
  formTokens: 'compliance-inventory form token',
  deviceCookies: 'compliance-inventory device cookie',
};

const KEY_BYTES = 32;

export const deriveKey = (secret: string, purpose: keyof typeof PURPOSES): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], KEY_BYTES));
