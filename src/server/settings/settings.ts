// Composes the Settings pages: routes, assets and the failure page.
import type { KeyStore } from '../keys/store';
import type { SignIn } from '../users/sign-in/sign-in';
import type { UserStores } from '../users/stores';
import { FailurePage, createGuards } from './guards';
import { ASSETS } from './layout';
import type { OidcSignIn } from './oidc';
import { createOneAtATime } from './one-at-a-time';
import { page } from './responses';
import { accountRoutes } from './routes/account';
import { type ActivityServices, activityRoutes } from './routes/activity';
import { changeKeyRoutes } from './routes/change-key';
import { identityProviderRoutes } from './routes/identity-providers';
import { type InventoryServices, inventoryRoutes } from './routes/inventory';
import { keyRoutes } from './routes/keys';
import { linkRoutes } from './routes/links';
import { newKeyRoutes } from './routes/new-key';
import { peopleRoutes } from './routes/people';
import { secondFactorRoutes } from './routes/second-factor';
import { signInRoutes } from './routes/sign-in';
import type { Site } from './site';

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
  const guards = createGuards(users, secret);
  const oneAtATime = createOneAtATime();
  return {
    routes: [
      ...signInRoutes(guards, signIn, users.identityProviders),
      ...identityProviderRoutes(guards, oidc, signIn),
      ...linkRoutes(guards, users, signIn),
      ...secondFactorRoutes(guards, signIn),
      ...accountRoutes(guards, signIn),
      ...keyRoutes(guards, keys, users),
      ...newKeyRoutes(guards, keys, users, apiUrl),
      ...changeKeyRoutes(guards, keys, apiUrl),
      ...activityRoutes(guards, services, oneAtATime),
      ...inventoryRoutes(guards, services, oneAtATime),
      ...peopleRoutes(guards, users, url),
    ],
    assets: ASSETS,
    failure: (status, message) => page(FailurePage({ status, message })).body as string,
  };
}
