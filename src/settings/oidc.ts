// Sign-in by the identity provider of an organization, with OpenID Connect: the browser goes there, and comes back with an answer that is good once.
import { randomBytes } from 'node:crypto';
import { byUser } from '../audit/actors';
import { signInRefused } from '../users/activity';
import { providerName, vouchesFor } from '../users/identity-provider-rules';
import type { IdentityProvider } from '../users/identity-providers';
import type { IdentityStep, NotEntered } from '../users/sign-in-identity';
import type { UserStores } from '../users/stores';
import { digestOf } from '../users/tokens';
import { type From, type Membership, emailOf } from '../users/user';
import { CALLBACK_PATH } from './callback-path';
import type { OidcClient } from './oidc-client';

/** A sentence for the person. */
export interface Refused {
  refused: string;
}

export interface IdentityProviders {
  /** Where the browser is to go, and the cookie that it must come back with, beside `state` in the address. `session`: the token of the one that ends with the sign-in. Undefined for an organization without an identity provider, or that does not exist. */
  start(
    slug: string,
    next: string,
    from: From,
    session?: string,
  ): Promise<{ location: string; cookie: string; state: string } | Refused | undefined>;
  /** `answer`: the path and query that the browser came back to. */
  finish(
    answer: string,
    cookie: string | undefined,
    from: From,
  ): Promise<{ token: string; membership: Membership; next: string } | Refused>;
}

export interface IdentityProvidersOptions {
  users: Pick<UserStores, 'accounts' | 'changes' | 'identityProviders' | 'pendingSignIns' | 'sessions'>;
  signIn: IdentityStep;
  client: OidcClient;
  /** By which browsers know the site. */
  origin: () => string;
  /** Hears why an identity provider could not be used, or what was wrong with its answer. */
  onError: (error: unknown, requestId: string) => undefined;
}

const OVER = 'This sign-in took too long, or was used already. Start again.';
const AWAY =
  'The sign-in of your organization cannot be reached, or is not set up completely. Try again later, or tell the operator of this server.';
const NOT_ACCEPTED =
  'The answer of your organization’s sign-in was not accepted. Start again, and tell the operator of this server if it happens again.';

const NO_ADDRESS = 'Your organization’s sign-in did not tell your e-mail address, which is needed here.';

const NOT_ENTERED: Record<NotEntered, { why: string; sentence: (email: string) => string }> = {
  'another person': {
    why: 'the identity provider knew the account by another name',
    sentence: (email) =>
      `Your e-mail address belongs to an account that your organization’s sign-in knew by another name: of somebody else, or of you before you were set up anew there. If it is yours, ask the operator of this server for “admin forget-identity ${email}”.`,
  },
  'another domain': {
    why: 'the identity provider may not vouch for the domain of the account',
    sentence: () =>
      'Your account here has an e-mail address of another domain, for which your organization’s sign-in may not vouch. Ask the operator of this server to name that domain too.',
  },
};

const random = (): string => randomBytes(32).toString('base64url');

interface Unfit {
  /** For the activity log. */
  why: string;
  refused: string;
}

/** Why the provider may not vouch for an address. */
function unfit(email: string, isVerified: boolean, provider: IdentityProvider): Unfit | undefined {
  if (!isVerified)
    return {
      why: 'the identity provider has not verified the address',
      refused: `Your organization’s sign-in has not verified the address ${email}. Have it verified there, and sign in again.`,
    };
  if (vouchesFor(provider, email)) return undefined;
  return {
    why: 'the identity provider may not vouch for this domain',
    refused: `${email} is not an address of your organization: its sign-in may vouch for ${provider.domains.join(', ')} alone.`,
  };
}

export function createIdentityProviders({
  users: { accounts, changes, identityProviders, pendingSignIns, sessions },
  signIn,
  client,
  origin,
  onError,
}: IdentityProvidersOptions): IdentityProviders {
  /** Of a user that is known. */
  async function tellRefusal(
    email: string,
    provider: IdentityProvider,
    why: string,
    from: From,
  ): Promise<void> {
    for (const user of await accounts.byEmail(email))
      await changes.tell(user, providerName(provider), byUser(user.id, from.requestId), [
        signInRefused(user, why, from),
      ]);
  }

  return {
    async start(slug, next, { requestId }, session) {
      const found = await identityProviders.bySlug(slug);
      if (!found) return undefined;
      const flow = {
        provider: providerName(found.provider),
        state: random(),
        nonce: random(),
        codeVerifier: random(),
        next,
        replaces: session === undefined ? undefined : digestOf(session),
      };
      const url = await client
        .authorizationUrl(found.provider, `${origin()}${CALLBACK_PATH}`, flow)
        .catch((error: unknown) => onError(error, requestId));
      return url
        ? {
            location: url.href,
            cookie: await pendingSignIns.begin(found.organization, flow),
            state: flow.state,
          }
        : { refused: AWAY };
    },

    async finish(answer, cookie, from) {
      const begun = cookie === undefined ? undefined : await pendingSignIns.take(cookie);
      if (!begun) return { refused: OVER };
      const { organization, flow } = begun;
      const provider = await identityProviders.find(organization);
      if (!provider || providerName(provider) !== flow.provider) return { refused: OVER };
      const claims = await client
        .claims(provider, new URL(answer, origin()), flow)
        .catch((error: unknown) => onError(error, from.requestId));
      if (!claims) return { refused: NOT_ACCEPTED };
      const email = typeof claims.email === 'string' ? emailOf(claims.email) : undefined;
      if (email === undefined) return { refused: NO_ADDRESS };
      const fault = unfit(email, claims.isVerified, provider);
      if (fault) {
        await tellRefusal(email, provider, fault.why, from);
        return { refused: fault.refused };
      }
      const entered = await signIn.withIdentity(
        { organization, provider, subject: claims.subject, email },
        from,
      );
      if (typeof entered === 'string') {
        await tellRefusal(email, provider, NOT_ENTERED[entered].why, from);
        return { refused: NOT_ENTERED[entered].sentence(email) };
      }
      if (flow.replaces !== undefined) await sessions.end({ digest: flow.replaces });
      return { ...entered, next: flow.next };
    },
  };
}
