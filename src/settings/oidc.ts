// Sign-in by an organization's identity provider.
import type { From } from '../users/user';

export interface IdentityProviders {
  start(slug: string, from: From): Promise<{ location: string; cookie: string } | undefined>;
  finish(callbackUrl: string, cookie: string, from: From): Promise<{ token: string; slug: string } | { refused: string }>;
}

export const createIdentityProviders = (): IdentityProviders => ({
  start: () => Promise.resolve(undefined),
  finish: () => Promise.resolve({ refused: 'There is no identity provider.' }),
});
