// The door of openid-client: what is asked of an identity provider, and what it says of a user.
import { isLoopback } from '../addresses';
import type { IdentityProvider } from '../users/identity-providers';
import type { Flow } from '../users/pending-sign-ins';
import { boundedFetch } from './bounded-fetch';

/** As an identity provider says it, in a token that is signed, fresh and for us. */
export interface Claims {
  subject: string;
  email: unknown;
  isVerified: boolean;
}

export interface OidcClient {
  /** @throws Error when the provider cannot be asked. */
  authorizationUrl(provider: IdentityProvider, redirectUri: string, flow: Flow): Promise<URL>;
  /** `answer`: the address that the browser came back to. @throws Error when the provider refused, or when anything in its answer is not as it must be. */
  claims(provider: IdentityProvider, answer: URL, flow: Flow): Promise<Claims>;
}

/** Clocks of two machines differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
const ANSWER_SECONDS = 10;
/** What a provider says of itself is asked again after this time. */
const KEPT_MILLISECONDS = 10 * 60_000;

const MAX_CHARACTERS = 300;

/** Why it failed, for the log, and no more of what the provider has sent: an error of the library holds whole answers. */
export function reasonOf(error: unknown): Record<string, unknown> {
  const { name, message, code, error: refusal, cause } = error as Error & { code?: unknown; error?: unknown };
  const texts = Object.entries({ name, message, code, error: refusal }).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value.slice(0, MAX_CHARACTERS)]] : [],
  );
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    ...(cause instanceof Error ? { cause: reasonOf(cause) } : {}),
  };
}

/** `secretOf` reads a variable of the environment. */
export function createOidcClient(secretOf: (variable: string) => string | undefined): OidcClient {
  const library = () => import('openid-client');
  type Library = Awaited<ReturnType<typeof library>>;
  type Configuration = InstanceType<Library['Configuration']>;
  const kept = new Map<string, { until: number; configuration: Promise<Configuration> }>();

  async function discover({
    issuer,
    clientId,
    clientSecretVariable,
  }: IdentityProvider): Promise<Configuration> {
    const oidc = await library();
    const secret = clientSecretVariable === null ? undefined : secretOf(clientSecretVariable);
    if (clientSecretVariable !== null && secret === undefined)
      throw new Error(
        `The environment has no ${clientSecretVariable}, which is to hold the client secret for ${issuer}.`,
      );
    const url = new URL(issuer);
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' && isLoopback(url) ? [oidc.allowInsecureRequests] : []),
    ];
    // The standard's default is basic; some providers know the other one alone.
    const authentication: ReturnType<Library['None']> = (as, ...rest) => {
      const known = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const method =
        secret === undefined
          ? oidc.None()
          : known.includes('client_secret_basic')
            ? oidc.ClientSecretBasic(secret)
            : oidc.ClientSecretPost(secret);
      return method(as, ...rest);
    };
    return oidc.discovery(url, clientId, { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authentication, {
      execute,
      timeout: ANSWER_SECONDS,
      [oidc.customFetch]: boundedFetch,
    });
  }

  function configurationOf(provider: IdentityProvider): Promise<Configuration> {
    const name = JSON.stringify(provider);
    const known = kept.get(name);
    if (known && known.until > Date.now()) return known.configuration;
    const configuration = discover(provider);
    kept.set(name, { until: Date.now() + KEPT_MILLISECONDS, configuration });
    configuration.catch(() => kept.delete(name));
    return configuration;
  }

  return {
    async authorizationUrl(provider, redirectUri, { state, nonce, codeVerifier }) {
      const [oidc, configuration] = [await library(), await configurationOf(provider)];
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async claims(provider, answer, { state, nonce, codeVerifier }) {
      const [oidc, configuration] = [await library(), await configurationOf(provider)];
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const { sub, ...inToken } = tokens.claims()!;
      // Many providers have the address, or that it is verified, in the user's profile alone. Both are taken from one place: they belong together.
      const isWhole = inToken.email !== undefined && inToken.email_verified !== undefined;
      const profile =
        isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
          ? undefined
          : await oidc.fetchUserInfo(configuration, tokens.access_token, sub);
      const { email, email_verified } = profile?.email === undefined ? inToken : profile;
      return { subject: sub, email, isVerified: email_verified === true };
    },
  };
}
