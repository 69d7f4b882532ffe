// Sign-in with an organization's identity provider (OpenID Connect): starting it, and finishing it on return.
import { signInRejected } from '../users/user-activity';
import { CALLBACK_PATH, providerName, vouchesFor } from '../users/identity-provider-rules';
import type { FoundProvider, IdentityProvider } from '../users/identity-providers';
import { newToken } from '../users/secrets';
import type { IdentityRejection } from '../users/sign-in/identity';
import type { SignIn } from '../users/sign-in/sign-in';
import type { UserStores } from '../users/stores';
import { type ClientInfo, type Membership, parseEmail } from '../users/user';
import type { OidcClient } from './oidc-client';
import { sha256 } from '../../base/digest';

/** A message for the user. */
type OidcFault = { fault: string };

export type OidcSignIn = ReturnType<typeof createOidcSignIn>;

interface OidcSignInOptions {
  users: UserStores;
  signIn: SignIn;
  oidcClient: OidcClient;
  /** Returns the public origin of the site. */
  origin: () => string;
  /** Receives errors of identity providers, including invalid responses. */
  onError: (error: unknown, requestId: string) => undefined;
}

const EXPIRED = 'This sign-in took too long or was already used. Start again.';
const UNREACHABLE =
  'The server cannot reach your organization’s identity provider, or its configuration is incomplete. ' +
  'Try again later, or contact the operator of this server.';
const INVALID_RESPONSE =
  'The response of your organization’s identity provider is invalid. Start again. ' +
  'If this happens again, contact the operator of this server.';
const NO_ADDRESS =
  'Your organization’s identity provider did not send your e-mail address. ' +
  'Contact the administrator of the identity provider.';

/** Why a sign-in is rejected: `reason` for the activity log, `fault` for the user. */
const REJECTIONS: Record<
  IdentityRejection | 'unverified address' | 'foreign address',
  { reason: string; fault: (email: string, provider: IdentityProvider) => string }
> = {
  'unverified address': {
    reason: 'the identity provider has not verified the address',
    fault: (email) =>
      `Your organization’s identity provider has not verified the address ${email}. ` +
      'Verify it there, then sign in again.',
  },
  'foreign address': {
    reason: 'the identity provider may not vouch for this domain',
    fault: (email, { domains }) =>
      `${email} is not an address of your organization. Its identity provider serves these domains only: ` +
      `${domains.join(', ')}.`,
  },
  'another person': {
    reason: 'the account belongs to another identity of the identity provider',
    fault: (email) =>
      'The account for your e-mail address belongs to another identity at your organization’s identity ' +
      'provider. If the account is yours, ask the operator of this server to run ' +
      `“admin forget-identity ${email}”.`,
  },
  'another domain': {
    reason: 'the identity provider may not vouch for the domain of the account',
    fault: () =>
      'The domain of your account’s address is not set for your organization’s identity provider. ' +
      'Ask the operator of this server to add the domain.',
  },
};

export function createOidcSignIn({ users, signIn, oidcClient, origin, onError }: OidcSignInOptions) {
  const { accounts, changes, identityProviders, pendingSignIns, sessions } = users;

  /** Records a rejected sign-in of every account with the address, and returns the message. */
  async function reject(
    email: string,
    provider: IdentityProvider,
    rejection: keyof typeof REJECTIONS,
    client: ClientInfo,
  ): Promise<OidcFault> {
    const { reason, fault } = REJECTIONS[rejection];
    for (const user of await accounts.byEmail(email)) {
      const activity = signInRejected(user, reason, client);
      await changes.record(user, providerName(provider), client, activity);
    }
    return { fault: fault(email, provider) };
  }

  return {
    /**
     * Starts a sign-in with the provider of the address's domain. Returns its address there, the cookie with which
     * the browser must return, and the `state` parameter, which is part of the cookie's name. Returns the
     * organizations to choose from when several have a provider, and undefined when none has. The result does not
     * depend on whether a user has the address.
     * `slug`: the chosen organization. `session`: the token of the session that ends with it.
     */
    async start(
      { email, slug }: { email: string; slug?: string | undefined },
      next: string,
      { requestId }: ClientInfo,
      session?: string,
    ): Promise<
      | { location: string; cookie: string; state: string }
      | OidcFault
      | { choices: FoundProvider[] }
      | undefined
    > {
      const address = parseEmail(email);
      const all = address === undefined ? [] : await identityProviders.byEmail(address);
      const found = all.length > 1 ? all.find((each) => each.slug === slug) : all[0];
      if (!found) return all.length === 0 ? undefined : { choices: all };
      const flow = {
        provider: providerName(found.provider),
        state: newToken(),
        nonce: newToken(),
        codeVerifier: newToken(),
        next,
        replaces: session === undefined ? undefined : sha256(session),
      };
      const url = await oidcClient
        .authorizationUrl(found.provider, `${origin()}${CALLBACK_PATH}`, flow)
        .catch((error: unknown) => onError(error, requestId));
      if (!url) return { fault: UNREACHABLE };
      const cookie = await pendingSignIns.begin(found.organization, flow);
      return { location: url.href, cookie, state: flow.state };
    },

    /** Finishes a sign-in. `target`: the path and query to which the browser returned. */
    async finish(
      target: string,
      cookie: string | undefined,
      client: ClientInfo,
    ): Promise<{ token: string; membership: Membership; next: string } | OidcFault> {
      const pending = cookie === undefined ? undefined : await pendingSignIns.take(cookie);
      if (!pending) return { fault: EXPIRED };
      const { organization, flow } = pending;
      const provider = await identityProviders.find(organization);
      if (!provider || providerName(provider) !== flow.provider) return { fault: EXPIRED };
      const claims = await oidcClient
        .claims(provider, new URL(target, origin()), flow)
        .catch((error: unknown) => onError(error, client.requestId));
      if (!claims) return { fault: INVALID_RESPONSE };
      const email = typeof claims.email === 'string' ? parseEmail(claims.email) : undefined;
      if (email === undefined) return { fault: NO_ADDRESS };
      if (!claims.isVerified) return reject(email, provider, 'unverified address', client);
      if (!vouchesFor(provider, email)) return reject(email, provider, 'foreign address', client);
      const identity = { organization, provider, subject: claims.subject, email };
      const entered = await signIn.withIdentity(identity, client);
      if (typeof entered === 'string') return reject(email, provider, entered, client);
      if (flow.replaces !== undefined) await sessions.end({ digest: flow.replaces });
      return { ...entered, next: flow.next };
    },
  };
}
