// Sends the generated requests to a fresh sandbox. `.ci/run bruno` does so with Bruno's command line.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_KEY } from '../../src/sandbox/demo-data/demo-data';
import { operations } from '../support/examples';
import { ROOT } from '../support/cli';
import { type Sandbox, startSandbox } from '../support/sandbox';

interface Row {
  key: string;
  value: string;
  disabled?: true;
}
interface Item {
  name: string;
  request: {
    method: string;
    header: Row[];
    url: { raw: string; variable: Row[] };
    body?: { raw?: string; formdata?: (Row & { contentType: string })[] };
  };
  event: [{ script: { exec: [string] } }];
}

const textOf = (file: string): string => readFileSync(join(ROOT, 'generated', file), 'utf8');
const { item: folders } = JSON.parse(textOf('postman/collection.json')) as {
  item: { name: string; item: Item[] }[];
};
const { values } = JSON.parse(textOf('postman/sandbox.json')) as { values: Row[] };
const items = folders.flatMap(({ item }) => item);
const bruno = readdirSync(join(ROOT, 'generated/bruno'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.bru'));

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

let keys = 0;
async function statusOf({ method, header, url, body }: Item['request']): Promise<number> {
  const filled = url.variable.reduce(
    (path, { key, value }) => path.replace(new RegExp(`:${key}(?=/|\\?|$)`), encodeURIComponent(value)),
    url.raw.replace('{{baseUrl}}', ''),
  );
  const sent = header.filter(({ disabled }) => !disabled);
  const headers = Object.fromEntries(
    sent.map(({ key, value }) => [key, value.replace('{{$guid}}', () => `collection-${++keys}`)]),
  );
  const form = new FormData();
  for (const { key, value } of body?.formdata ?? []) form.append(key, value);
  const reply = await sandbox.client(method, filled, {
    headers,
    ...(body && { body: body.raw ?? form }),
  });
  return reply.status;
}

it('every request of the Postman collection has its status, in order in a fresh sandbox', async () => {
  for (const { name, request, event } of items) {
    const [, status] = /to\.have\.status\((\d+)\)/.exec(event[0].script.exec[0])!;
    expect([name, await statusOf(request)]).toEqual([name, Number(status)]);
  }
});

it('both collections have the requests of every operation, in folders as the tags', () => {
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  expect(folders.map(({ name }) => name).sort()).toEqual(tags.sort());
  const requests = bruno.filter((file) => !/(^|\/)(folder|collection|sandbox)\.bru$/.test(file));
  expect(requests).toHaveLength(items.length);
  const named = requests.map((file) => file.split('/')[1]!.split(/[-.]/)[0]);
  expect([...new Set(named)].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  expect(bruno.filter((file) => file.endsWith('folder.bru'))).toHaveLength(folders.length);
});

it('both environments have the address and the key of the sandbox', () => {
  expect(values.map(({ key, value }) => [key, value])).toEqual([
    ['baseUrl', 'http://127.0.0.1:4010'],
    ['apiKey', DEMO_KEY],
  ]);
  expect(textOf('bruno/environments/sandbox.bru')).toBe(
    `vars {\n  baseUrl: http://127.0.0.1:4010\n  apiKey: ${DEMO_KEY}\n}\n`,
  );
});
