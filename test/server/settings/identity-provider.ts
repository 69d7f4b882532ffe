// Runs an OpenID provider in this process. It signs in the test's user and can issue false claims.
import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from 'oidc-provider';

type Claims = Record<string, unknown>;

export const CLIENT = { id: 'settings-pages', secret: 'of-the-settings-pages' };

export interface TestIdentityProvider {
  issuer: string;
  /** The user that signs in. */
  user: { sub: string; email: string; email_verified?: boolean };
  /** Changes the claims of ID tokens. */
  alter: (claims: Claims) => Claims;
  /** Signs ID tokens with a key that the provider does not publish. */
  forges: boolean;
  /** Returns 503 for every request. */
  isAway: boolean;
  close(): Promise<void>;
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

function altered(token: string, alter: TestIdentityProvider['alter'], key: KeyObject): string {
  const [header, claims] = token.split('.') as [string, string];
  const content = JSON.stringify(alter(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims));
  const signed = `${header}.${Buffer.from(content).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** With `inToken`, the ID token contains the e-mail address; otherwise only the user info does. */
export async function startIdentityProvider(
  redirectUri: string,
  { inToken = false } = {},
): Promise<TestIdentityProvider> {
  const { warn, info } = worker.console;
  Object.assign(worker.console, { warn: () => {}, info: () => {} }); // hides the provider's warnings at startup
  const { Provider } = await import('oidc-provider');
  const [key, otherKey] = [newKey(), newKey()];
  let respond: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const test: TestIdentityProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: { sub: 'nobody', email: 'nobody@nowhere.example' },
    alter: (claims) => claims,
    forges: false,
    isAway: false,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  // A clone is a plain object for the library too, which compares prototypes.
  const settings = structuredClone({
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['of a test'] },
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [
        kind,
        600,
      ]),
    ),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !inToken,
    features: { devInteractions: { enabled: false } },
    interactions: {},
  });
  const provider: Provider = new Provider(test.issuer, {
    ...settings,
    interactions: Object.assign(settings.interactions, { url: () => '/interaction' }),
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => test.user }),
    async loadExistingGrant({
      oidc: { client, session },
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  Object.assign(worker.console, { warn, info });
  provider.use(async (context, next) => {
    await next();
    const { id_token: token } = (context.body ?? {}) as { id_token?: string };
    if (context.path === '/token' && token !== undefined)
      context.body = {
        ...(context.body as object),
        id_token: altered(token, test.alter, test.forges ? otherKey : key),
      };
  });
  const callback = provider.callback();
  respond = (request, response) => {
    if (test.isAway) response.writeHead(503).end();
    else if (request.url === '/interaction')
      void provider.interactionFinished(request, response, { login: { accountId: test.user.sub } });
    else void callback(request, response);
  };
  return test;
}

/** Follows redirects with cookies until the URL starts with `backTo`, and returns that URL. */
export async function visit(location: string, backTo: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = location;
  for (let redirects = 0; !url.startsWith(backTo); redirects++) {
    if (redirects === 20) throw new Error(`20 redirects do not lead to ${backTo}: ${url}`);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie())
      cookies.set(...(cookie.split(';', 1)[0]!.split(/=(.*)/s, 2) as [string, string]));
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(next, url).href;
  }
  return url;
}
