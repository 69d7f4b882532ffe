// Visits the Settings pages without a browser. Keeps cookies and sends forms with the latest form token.
import { PASSWORD, type TestUser, codeOf } from './users';

export interface Visited {
  status: number;
  headers: Headers;
  text: string;
}

export interface Visitor {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Visited>;
  /** Adds `form_token` unless `fields` contain it. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Visited>;
}

export function createVisitor(pages: string): Visitor {
  const cookies = new Map<string, string>();
  let token = '';

  async function send(path: string, init: RequestInit, headers: Record<string, string>): Promise<Visited> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(pages + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    const text = await response.text();
    token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? token;
    return { status: response.status, headers: response.headers, text };
  }

  return {
    cookies,
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, fields = {}, headers = {}) =>
      send(
        path,
        { method: 'POST', body: new URLSearchParams({ form_token: token, ...fields }) },
        { origin: pages, ...headers },
      ),
  };
}

/** Signs in with password and code. `steps` selects another code: the server accepts each code once. */
export async function signedInVisitor(pages: string, user: TestUser, steps = 0): Promise<Visitor> {
  const visitor = createVisitor(pages);
  await visitor.get('/sign-in');
  await visitor.post('/sign-in', { email: user.email, password: PASSWORD });
  await visitor.get('/sign-in/code');
  const { status, headers } = await visitor.post('/sign-in/code', { code: codeOf(user.secret, steps) });
  if (status !== 303 || headers.get('location') !== '/')
    throw new Error(`${user.email} could not sign in: ${status}`);
  return visitor;
}
