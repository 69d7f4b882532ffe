// Sends requests to the control interface of a sandbox, and to its worlds.
import type { WorldView } from '../../src/sandbox/control/worlds';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { type Client, createClient } from './client';
import type { Sandbox } from './sandbox';

export interface Answer {
  status: number;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into any body
  headers: Headers;
}

export async function control(
  { url }: Pick<Sandbox, 'url'>,
  method: string,
  path = '',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/sandbox/worlds${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

export type TestWorld = WorldView & { key: string; client: Client };

/** Creates a world. Throws unless the status is 201. */
export async function createWorld(
  sandbox: Pick<Sandbox, 'url' | 'server'>,
  body: object = {},
): Promise<TestWorld> {
  const created = await control(sandbox, 'POST', '', body);
  if (created.status !== 201) throw new Error(`Creating a world returned ${created.status}.`);
  const world = created.body as WorldView & { key: string };
  return { ...world, client: createClient(sandbox.server, world.key) };
}

export interface Person {
  id: string;
  name: string;
  key: string;
  keyId: string;
  /** Sends requests with the key of the person. */
  client: Client;
}

/** Creates a key for a user of a world; of the default world, if none is given. Throws unless the status is 201. */
export async function keyOf(
  sandbox: Sandbox,
  userId: string,
  world: string = demoOrganization.id,
  more: object = {},
): Promise<Pick<Person, 'key' | 'keyId' | 'client'>> {
  const { status, body } = await control(sandbox, 'POST', `/${world}/keys`, { userId, ...more });
  if (status !== 201) throw new Error(`Creating a key returned ${status}: ${JSON.stringify(body)}`);
  return { key: body.key, keyId: body.id, client: createClient(sandbox.server, body.key) };
}

let people = 0;
/** Creates a user with a role and a key in a world. */
export async function createPerson(
  sandbox: Sandbox,
  role: string,
  { id, client }: Pick<TestWorld, 'id' | 'client'> = { id: demoOrganization.id, client: sandbox.client },
): Promise<Person> {
  const name = `Person ${++people}`;
  const body = { name, role, email: `person-${people}@people.example` };
  const user = await client('POST', '/users', { body });
  if (user.status !== 201) throw new Error(`Creating a user returned ${user.status}: ${user.text}`);
  return { id: user.body.id, name, ...(await keyOf(sandbox, user.body.id, id)) };
}

/** Returns the bodies of reads that show everything in a world. */
export async function contentOf({ client }: Pick<TestWorld, 'client'>): Promise<unknown[]> {
  const paths = ['/facilities', '/control-centers', '/cyber-systems', '/cyber-assets', '/tasks', '/users'];
  const more = [
    '/training-modules',
    '/training-assignments',
    '/policy-documents',
    '/invitations',
    '/activity?limit=100',
  ];
  return Promise.all(
    [...paths, ...more].map(async (path) => {
      const body = (await client('GET', path)).body as { nextCursor?: string };
      delete body.nextCursor; // differs by world and time
      return body;
    }),
  );
}
