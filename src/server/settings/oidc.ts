// Sign-in with an organization's identity provider (OpenID Connect): starting it, and finishing it on return.
import { randomBytes } from 'node:crypto';
import { byUser } from '../audit/entry';
import { signInRejected } from '../users/user-activity';
import { CALLBACK_PATH, providerName, vouchesFor } from '../users/identity-provider-rules';
import type { FoundProvider, IdentityProvider } from '../users/identity-providers';
import type { IdentityRejection, IdentityStep } from '../users/sign-in/identity';
import type { UserStores } from '../users/stores';
import { type ClientInfo, type Membership, emailOf } from '../users/user';
import type { OidcClient } from './oidc-client';
import { sha256 } from '../../base/digest';

/** A message for the user. */
interface OidcFault {
  fault: string;
}

interface OidcStart {
  /** The address at the provider. */
  location: string;
  /** The value of the cookie with which the browser must return. */
  cookie: string;
  /** The `state` parameter, which is part of the cookie's name. */
  state: string;
}

export type OrganizationChoice = Pick<FoundProvider, 'slug' | 'name'>;

export interface OidcSignIn {
  /**
   * Starts a sign-in with the provider of the address's domain. Returns the organizations to choose from when
   * several have one, and undefined when none has. The result does not depend on whether a user has the address.
   * `slug`: the chosen organization. `session`: the token of the session that ends with it.
   */
  start(
    { email, slug }: { email: string; slug?: string | undefined },
    next: string,
    client: ClientInfo,
    session?: string,
  ): Promise<OidcStart | OidcFault | { choices: OrganizationChoice[] } | undefined>;
  /** Finishes a sign-in. `target`: the path and query to which the browser returned. */
  finish(
    target: string,
    cookie: string | undefined,
    client: ClientInfo,
  ): Promise<{ token: string; membership: Membership; next: string } | OidcFault>;
}

interface OidcSignInOptions {
  users: Pick<UserStores, 'accounts' | 'changes' | 'identityProviders' | 'pendingSignIns' | 'sessions'>;
  signIn: IdentityStep;
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

interface Rejection {
  /** For the activity log. */
  reason: string;
  /** For the user. */
  fault: string;
}

const rejectionOf = (rejection: IdentityRejection, email: string): Rejection =>
  rejection === 'another person'
    ? {
        reason: 'the account belongs to another identity of the identity provider',
        fault:
          'The account for your e-mail address belongs to another identity at your organization’s identity ' +
          'provider. If the account is yours, ask the operator of this server to run ' +
          `“admin forget-identity ${email}”.`,
      }
    : {
        reason: 'the identity provider may not vouch for the domain of the account',
        fault:
          'The domain of your account’s address is not set for your organization’s identity provider. ' +
          'Ask the operator of this server to add the domain.',
      };

/** Returns why the provider may not vouch for an address, if it may not. */
function addressRejection(
  email: string,
  isVerified: boolean,
  provider: IdentityProvider,
): Rejection | undefined {
  if (!isVerified)
    return {
      reason: 'the identity provider has not verified the address',
      fault:
        `Your organization’s identity provider has not verified the address ${email}. ` +
        'Verify it there, then sign in again.',
    };
  if (vouchesFor(provider, email)) return undefined;
  return {
    reason: 'the identity provider may not vouch for this domain',
    fault:
      `${email} is not an address of your organization. Its identity provider serves these domains only: ` +
      `${provider.domains.join(', ')}.`,
  };
}

const random = (): string => randomBytes(32).toString('base64url');

export function createOidcSignIn({
  users: { accounts, changes, identityProviders, pendingSignIns, sessions },
  signIn,
  oidcClient,
  origin,
  onError,
}: OidcSignInOptions): OidcSignIn {
  /** Records a rejected sign-in of every account with the address, and returns the message. */
  async function reject(
    email: string,
    provider: IdentityProvider,
    { reason, fault }: Rejection,
    client: ClientInfo,
  ): Promise<OidcFault> {
    for (const user of await accounts.byEmail(email)) {
      const activity = signInRejected(user, reason, client);
      await changes.record(user, providerName(provider), byUser(user.id, client), [activity]);
    }
    return { fault };
  }

  return {
    async start({ email, slug }, next, { requestId }, session) {
      const address = emailOf(email);
      const all = address === undefined ? [] : await identityProviders.byEmail(address);
      const found = all.length > 1 ? all.find((each) => each.slug === slug) : all[0];
      if (!found) return all.length === 0 ? undefined : { choices: all };
      const flow = {
        provider: providerName(found.provider),
        state: random(),
        nonce: random(),
        codeVerifier: random(),
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

    async finish(target, cookie, client) {
      const pending = cookie === undefined ? undefined : await pendingSignIns.take(cookie);
      if (!pending) return { fault: EXPIRED };
      const { organization, flow } = pending;
      const provider = await identityProviders.find(organization);
      if (!provider || providerName(provider) !== flow.provider) return { fault: EXPIRED };
      const claims = await oidcClient
        .claims(provider, new URL(target, origin()), flow)
        .catch((error: unknown) => onError(error, client.requestId));
      if (!claims) return { fault: INVALID_RESPONSE };
      const email = typeof claims.email === 'string' ? emailOf(claims.email) : undefined;
      if (email === undefined) return { fault: NO_ADDRESS };
      const rejection = addressRejection(email, claims.isVerified, provider);
      if (rejection) return reject(email, provider, rejection, client);
      const identity = { organization, provider, subject: claims.subject, email };
      const entered = await signIn.withIdentity(identity, client);
      if (typeof entered === 'string') return reject(email, provider, rejectionOf(entered, email), client);
      if (flow.replaces !== undefined) await sessions.end({ digest: flow.replaces });
      return { ...entered, next: flow.next };
    },
  };
}
