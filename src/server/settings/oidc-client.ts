// The OpenID Connect client, which uses openid-client. It fetches a provider's metadata and a user's claims.
import { isLoopback } from '../../base/addresses';
import type { Flow, IdentityProvider } from '../users/identity-providers';

export type OidcClient = ReturnType<typeof createOidcClient>;

const CLOCK_TOLERANCE_SECONDS = 30;
const TIMEOUT_SECONDS = 10;
/** How long the client caches a provider's metadata. */
const METADATA_MILLISECONDS = 10 * 60_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_LOGGED_CHARACTERS = 300;

/** Returns the loggable part of an error, because errors of the library hold whole responses. */
export function getReason(error: unknown): Record<string, unknown> {
  const given = error as Record<string, unknown>;
  const texts = ['name', 'message', 'code', 'error'].flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, value.slice(0, MAX_LOGGED_CHARACTERS)]] : [];
  });
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    ...(given['cause'] instanceof Error ? { cause: getReason(given['cause']) } : {}),
  };
}

/** Like `fetch`, but fails while reading a body larger than MAX_RESPONSE_BYTES. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  if (response.body === null) return response;
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= MAX_RESPONSE_BYTES) return controller.enqueue(chunk);
      const { origin } = new URL(url);
      controller.error(new Error(`The response of ${origin} exceeds ${MAX_RESPONSE_BYTES} bytes.`));
    },
  });
  return new Response(response.body.pipeThrough(bound), response);
}

/** `secretOf` reads an environment variable. */
export function createOidcClient(secretOf: (variable: string) => string | undefined) {
  const library = () => import('openid-client');
  type Library = Awaited<ReturnType<typeof library>>;
  type Configuration = InstanceType<Library['Configuration']>;
  const cache = new Map<string, { expires: number; configuration: Promise<Configuration> }>();

  async function discover(provider: IdentityProvider): Promise<Configuration> {
    const { issuer, clientId, clientSecretVariable } = provider;
    const oidc = await library();
    const secret = clientSecretVariable === null ? undefined : secretOf(clientSecretVariable);
    if (clientSecretVariable !== null && secret === undefined)
      throw new Error(`${clientSecretVariable} is not set. Set it to the client secret for ${issuer}.`);
    const url = new URL(issuer);
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' && isLoopback(url) ? [oidc.allowInsecureRequests] : []),
    ];
    // The standard's default is basic. Some providers support only the other method.
    const authentication: ReturnType<Library['None']> = (as, ...rest) => {
      const supported = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const withSecret = supported.includes('client_secret_basic')
        ? oidc.ClientSecretBasic
        : oidc.ClientSecretPost;
      return (secret === undefined ? oidc.None() : withSecret(secret))(as, ...rest);
    };
    return oidc.discovery(url, clientId, { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authentication, {
      execute,
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch,
    });
  }

  function loadConfiguration(provider: IdentityProvider): Promise<Configuration> {
    const key = JSON.stringify(provider);
    const cached = cache.get(key);
    if (cached && cached.expires > Date.now()) return cached.configuration;
    const configuration = discover(provider);
    cache.set(key, { expires: Date.now() + METADATA_MILLISECONDS, configuration });
    configuration.catch(() => cache.delete(key));
    return configuration;
  }

  return {
    /** @throws Error when the provider's metadata cannot be fetched. */
    async authorizationUrl(
      provider: IdentityProvider,
      redirectUri: string,
      { state, nonce, codeVerifier }: Flow,
    ): Promise<URL> {
      const [oidc, configuration] = [await library(), await loadConfiguration(provider)];
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    /**
     * Exchanges the code for the user's claims, from an ID token with a valid signature, audience, nonce and time.
     * `callback`: the address to which the browser returned.
     * @throws Error when the provider rejected the sign-in, or when its response is invalid.
     */
    async claims(provider: IdentityProvider, callback: URL, flow: Flow) {
      const [oidc, configuration] = [await library(), await loadConfiguration(provider)];
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      });
      const { sub, ...inToken } = tokens.claims()!;
      // Many providers send one of these claims only in the profile. Both must come from one source.
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
