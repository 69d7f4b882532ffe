// The compose file: variables, commands and ports that exist, and the sandbox as it starts there. No engine runs here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../../src/base/config';
import { VARIABLES } from '../../src/base/environment/reader';
import { createProgram } from '../../src/cli/program';
import { ROOT, ended, said, start, stop } from '../support/cli';
import { control } from '../support/worlds';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  profiles: string[];
  command?: string[];
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { services, volumes } = parse(read('.github/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const { sandbox, server, database } = services as Record<'sandbox' | 'server' | 'database', Service>;
const PROGRAM = ['node', 'dist/src/main.js'];

test.each(Object.entries({ sandbox, server }))(
  'the service %s has variables that the program reads, and the image of the Dockerfile',
  (_name, { environment, build, image }) => {
    const known: readonly string[] = VARIABLES;
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    expect([image, existsSync(join(ROOT, '.github', build!.context, build!.dockerfile))]).toEqual([
      'compliance-inventory',
      true,
    ]);
  },
);

test('the server accepts its variables, and its ports are those of the configuration', () => {
  const url = server.environment['DATABASE_URL']!.replace('${DATABASE_PASSWORD:-}', 'secret');
  const config = readConfig({ ...server.environment, DATABASE_URL: url });
  expect(config).toMatchObject({
    host: '0.0.0.0',
    databaseUrl: 'postgres://inventory:secret@database/inventory',
  });
  expect(server.ports).toEqual([
    `127.0.0.1:${config.port}:${config.port}`,
    `127.0.0.1:${config.operations.port}:9464`,
  ]);
  expect(read('.github/Dockerfile')).toContain(
    `CMD ${JSON.stringify([...PROGRAM, 'serve']).replaceAll(',', ', ')}`,
  );
  expect(server.command).toBeUndefined();
});

test('the server waits for the database, whose account, name and volume agree with the URL', () => {
  expect(Object.keys(server.depends_on!)).toEqual(['database']);
  expect(database.environment).toMatchObject({ POSTGRES_USER: 'inventory', POSTGRES_DB: 'inventory' });
  expect(database.volumes!.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  expect([sandbox.profiles, server.profiles, database.profiles]).toEqual([
    ['sandbox'],
    ['server'],
    ['server'],
  ]);
});

describe('the sandbox of the compose file', () => {
  const args = sandbox.command!.slice(PROGRAM.length);

  it('has a command that the program knows', () => {
    expect(sandbox.command!.slice(0, PROGRAM.length)).toEqual(PROGRAM);
    const command = createProgram().commands.find((each) => each.name() === args[0]);
    expect(command!.options.map(({ long }) => long)).toEqual(expect.arrayContaining(args.slice(1)));
    expect(sandbox.ports).toEqual(['127.0.0.1:4010:4010']);
  });

  it('says what it opens, and lets everyone use its worlds, but no page of another origin', async () => {
    const child = start(args, { ...sandbox.environment, PORT: '0' });
    const [[, line], [, url]] = await Promise.all([
      said(child, 'stderr', /^(.+)\n/),
      said(child, 'stdout', /^Sandbox +(\S+)/m),
    ]);
    expect(line).toBe(
      `${url} is open, unencrypted: the API to holders of a test key; ` +
        'the console, the documentation and all worlds without a token.',
    );
    const at = { url: url!.replace('0.0.0.0', '127.0.0.1') };
    expect((await control(at, 'GET')).status).toBe(200);
    const foreign = await control(at, 'POST', '', {}, { Origin: 'https://attacker.example' });
    expect(foreign.status).toBe(403);
    expect((await fetch(`${at.url}/docs`)).status).toBe(200);
    await stop(child);
  });

  it('needs its token without --public', async () => {
    const token = 'a-token-of-thirty-two-characters';
    const child = start(['sandbox', '--json'], { HOST: '0.0.0.0', PORT: '0', SANDBOX_TOKEN: token });
    const [[, line], [, url]] = await Promise.all([
      said(child, 'stderr', /^(.+)\n/),
      said(child, 'stdout', /"url":"([^"]+)"/),
    ]);
    expect(line).toContain('all worlds with the token of SANDBOX_TOKEN.');
    const at = { url: url!.replace('0.0.0.0', '127.0.0.1') };
    const statuses = [{}, { Authorization: `Bearer ${token}` }].map(
      async (headers) => (await control(at, 'GET', '', undefined, headers)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
    await stop(child);
  });

  it('rejects --public with a token', async () => {
    const child = start(args, { PORT: '0', SANDBOX_TOKEN: 'a-token-of-thirty-two-characters' });
    expect(await ended(child)).toEqual({
      status: 2,
      stdout: '',
      stderr: '--public needs no token. Unset SANDBOX_TOKEN, or leave out --public.\n',
    });
  });
});
