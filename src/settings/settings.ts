// The Settings pages: all routes, files and the page for what fails, for whatever serves a site.
import type { ActivityReader } from '../audit/read';
import type { VerifyOrganization } from '../audit/verify-organization';
import type { Site } from './http/message';
import type { KeyStore } from '../keys/store';
import { deriveKey } from '../users/derived-keys';
import type { SignIn } from '../users/sign-in';
import { createSignedTokens } from '../users/signed-tokens';
import type { UserStores } from '../users/stores';
import { page } from './answers';
import { ICON, SCRIPT, STYLE } from './assets';
import { createGuards } from './guards';
import type { IdentityProviders } from './oidc';
import { FailurePage } from './pages/refusals';
import { accountRoutes } from './routes/account';
import { activityRoutes } from './routes/activity';
import { identityProviderRoutes } from './routes/identity-providers';
import { keyRoutes } from './routes/keys';
import { linkRoutes } from './routes/links';
import { peopleRoutes } from './routes/people';
import { signInRoutes } from './routes/sign-in';

export interface SettingsParts {
  users: UserStores;
  signIn: SignIn;
  identityProviders: IdentityProviders;
  keys: KeyStore;
  activity: ActivityReader;
  verify: VerifyOrganization;
  /** SETTINGS_SECRET. */
  secret: string;
  /** The origin of these pages, once they are served. */
  url: () => string;
  /** Where programs find the API. */
  apiUrl: () => string;
}

export function createSettings({
  users,
  signIn,
  identityProviders,
  keys,
  activity,
  verify,
  secret,
  url,
  apiUrl,
}: SettingsParts): Site {
  const { accounts, memberships, invitations, recoveries, sessions } = users;
  const formCookies = createSignedTokens(deriveKey(secret, 'formCookies'));
  const formTokens = createSignedTokens(deriveKey(secret, 'formTokens'));
  const doors = createGuards({ sessions, memberships, formCookies, formTokens });
  return {
    routes: [
      ...signInRoutes(doors, signIn),
      ...identityProviderRoutes(doors, identityProviders, signIn),
      ...linkRoutes(doors, { invitations, recoveries, signIn }),
      ...accountRoutes(doors, signIn),
      ...keyRoutes(doors, keys, apiUrl),
      ...activityRoutes(doors, { activity, verify, memberships, keys, accounts }),
      ...peopleRoutes(doors, { memberships, invitations, url }),
    ],
    assets: [STYLE, SCRIPT, ICON],
    failure: (status, message) => page(FailurePage({ status, message })).body as string,
  };
}
