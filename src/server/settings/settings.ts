// Composes the Settings pages: routes, assets and the failure page.
import type { KeyStore } from '../keys/store';
import { createSignedTokens, deriveKey } from '../users/secrets';
import type { SignIn } from '../users/sign-in/sign-in';
import type { UserStores } from '../users/stores';
import { FailurePage } from './error-pages';
import { createGuards } from './guards';
import type { Site } from './http/types';
import { ASSETS } from './layout';
import type { OidcSignIn } from './oidc';
import { createOneAtATime } from './one-at-a-time';
import { page } from './responses';
import { accountRoutes } from './routes/account';
import { type ActivityServices, activityRoutes } from './routes/activity';
import { identityProviderRoutes } from './routes/identity-providers';
import { type InventoryServices, inventoryRoutes } from './routes/inventory';
import { keyRoutes } from './routes/keys';
import { linkRoutes } from './routes/links';
import { memberRoutes } from './routes/members';
import { newKeyRoutes } from './routes/new-key';
import { revokeKeyRoutes } from './routes/revoke-key';
import { rotateKeyRoutes } from './routes/rotate-key';
import { secondFactorRoutes } from './routes/second-factor';
import { signInRoutes } from './routes/sign-in';

interface SettingsServices extends ActivityServices, InventoryServices {
  keys: KeyStore;
  users: UserStores;
  signIn: SignIn;
  oidc: OidcSignIn;
  /** SETTINGS_SECRET. */
  secret: string;
  /** Returns the origin of these pages, once they are served. */
  url: () => string;
  /** Returns the base URL of the API. */
  apiUrl: () => string;
}

export function createSettings(services: SettingsServices): Site {
  const { keys, users, signIn, oidc, secret, url, apiUrl } = services;
  const { memberships, invitations, recoveries, sessions, identityProviders } = users;
  const formCookies = createSignedTokens(deriveKey(secret, 'formCookies'));
  const formTokens = createSignedTokens(deriveKey(secret, 'formTokens'));
  const oneAtATime = createOneAtATime();
  const guards = createGuards({ sessions, memberships, formCookies, formTokens });
  return {
    routes: [
      ...signInRoutes(guards, signIn, identityProviders),
      ...identityProviderRoutes(guards, oidc, signIn),
      ...linkRoutes(guards, { invitations, recoveries, signIn }),
      ...secondFactorRoutes(guards, signIn),
      ...accountRoutes(guards, signIn),
      ...keyRoutes(guards, keys),
      ...newKeyRoutes(guards, keys, apiUrl),
      ...rotateKeyRoutes(guards, keys, apiUrl),
      ...revokeKeyRoutes(guards, keys),
      ...activityRoutes(guards, services, oneAtATime),
      ...inventoryRoutes(guards, services, oneAtATime),
      ...memberRoutes(guards, { memberships, invitations, url }),
    ],
    assets: ASSETS,
    failure: (status, message) => page(FailurePage({ status, message })).body as string,
  };
}
