// Checks the permissions of a user without many, in a sound and in a faulty sandbox.
import { checkPermissions } from '../../../src/review/conformance/checks/permissions';
import { OwnAssets } from '../../../src/review/conformance/own-assets';
import { Session } from '../../../src/review/conformance/session';
import { contractDocument as document } from '../../../src/contract/document';
import { demoOrganization } from '../../../src/sandbox/demo-data/demo-data';
import { type Fault, startFaultyProxy } from '../../support/faulty-proxy';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { foundOf, is } from './planted';

let sandbox: Sandbox;
let userKey: string;
let systemId: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  systemId = ((await sandbox.client('GET', '/cyber-systems')).body as { id: string }[])[0]!.id;
  const { data } = (await sandbox.client('GET', '/users')).body as { data: { id: string; role: string }[] };
  const { id: userId } = data.find(({ role }) => role === 'auditor')!;
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${demoOrganization.id}/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId }),
  });
  userKey = ((await response.json()) as { key: string }).key;
});
afterAll(() => sandbox.close());

async function checked(fault: Fault) {
  const proxy = await startFaultyProxy(sandbox.url, fault);
  const session = new Session({
    document,
    url: proxy.url,
    key: sandbox.key,
    userKeys: [userKey],
    seed: 7,
    runs: 1,
    milliseconds: 60_000,
  });
  session.isSandbox = true;
  await checkPermissions(session, new OwnAssets(session, systemId, [])).finally(proxy.close);
  return session.ledger;
}

it('has no finding in a sandbox that follows x-permission', async () => {
  const { findings, results } = await checked(() => undefined);
  expect(findings.flatMap(foundOf)).toEqual([]);
  expect(results.find(({ check }) => check === 'permissions')!.cases).toBeGreaterThan(80);
});

it('reports a missing and a wrong rejection', async () => {
  const { findings } = await checked((exchange) => {
    if ([403, 404].includes(exchange.status) && is(exchange, 'DELETE', /^\/users\/[^/]+$/))
      Object.assign(exchange, { status: 204, text: '' });
    if (exchange.status === 200 && is(exchange, 'GET', '/tasks'))
      Object.assign(exchange, { status: 403, text: '{"error":"forbidden","message":"No."}' });
  });
  const found = findings.filter(({ check }) => check === 'permissions').flatMap(foundOf);
  expect(found).toContainEqual([
    'deleteUser',
    'a user without the permission "users:write": expected 403 or 404, got 204',
  ]);
  expect(found).toContainEqual(['getTasks', 'a user with the permission "tasks:read": rejected with 403']);
});
