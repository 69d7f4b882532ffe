// Holds the alert rules and the dashboard together with the metrics of a server that has all of them: workers,
// HTTPS and backups.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import dashboard from '../../../src/server/monitoring/dashboard.json';
import { cli, ROOT, stop } from '../../support/cli';
import { temporaryFolder } from '../../support/folder';
import { namesAskedFor, namesIn, valueOf } from '../../support/metrics';
import { rawRequest } from '../../support/raw';
import { type Serving, serve } from '../../support/serving';
import { FIRST } from '../../support/tls';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string };
}

const file = readFileSync(join(ROOT, 'src/server/monitoring/alerts.yaml'), 'utf8');
const rules = (parse(file) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const folder = temporaryFolder();
const environment = {
  DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`,
  BACKUP_FOLDER: folder,
  TLS_CERT_FILE: FIRST.certificate,
  TLS_KEY_FILE: FIRST.key,
  WORKERS: '2',
};
let server: Serving;
beforeAll(async () => {
  server = await serve(environment);
  await rawRequest(server.url.replace('127.0.0.1', 'localhost'), 'GET', '/facilities');
  await server.logged(({ status }) => status === 401); // histograms have series after the first request
});
afterAll(async () => expect(await stop(server.child)).toBe(0));
const metrics = async () => (await fetch(`${server.operations}/metrics`)).text();

test('/metrics has every metric of the alert rules and the dashboard', async () => {
  const there = new Set([...namesIn(await metrics()), ...recorded, 'up']); // Prometheus writes `up` itself
  const asked = [...rules.map(({ expr }) => expr), ...queries].flatMap(namesAskedFor);
  expect(new Set(asked).size).toBeGreaterThan(25);
  expect(asked.filter((name) => !there.has(name))).toEqual([]);
});

// The rules of `promtool check metrics`, which `.ci/run operators` runs where it can be installed.
test('each metric has a help text, a base unit and a name that fits its type', async () => {
  const text = await metrics();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name: name!, type }));
  expect(types.length).toBeGreaterThan(20);
  for (const { name, type } of types) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: type === 'counter' });
    expect(name).not.toMatch(
      /milli|minutes|hours|kilobytes|megabytes|_ms$|_(count|sum|bucket|gauge|counter)$/,
    );
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
  }
});

test('the versions of the server are reported once for all workers', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const labels = { version, node_version: process.version };
  expect(valueOf(await metrics(), 'compliance_inventory_build_info', labels)).toBe(1);
});

test('the size of the database and its log are those of the files', async () => {
  const parts = async () => {
    const text = await metrics();
    return ['data', 'wal'].map((part) => valueOf(text, 'database_size_bytes', { part })!);
  };
  const [data, wal] = await parts();
  expect([data! % 4096, wal! > 0]).toEqual([0, true]);
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment);
  expect((await parts())[1]).toBeGreaterThan(wal!);
});

test('the time of the last backup is 0 without a backup, and ignores a digest without its backup', async () => {
  const last = async () => valueOf(await metrics(), 'backup_last_success_timestamp_seconds');
  writeFileSync(join(folder, 'killed.sqlite.sha256'), '');
  expect(await last()).toBe(0);
  const before = Date.now() / 1000 - 1;
  expect(await cli(['backup', join(folder, 'done.sqlite')], environment)).toMatchObject({ status: 0 });
  expect(await last()).toBeGreaterThan(before);
});

test('each recorded series has the window of its name', () => {
  expect(recorded.size).toBe(14);
  for (const { record, expr } of rules.filter(({ record }) => record !== undefined)) {
    const [, window] = /_rate(\w+)$/.exec(record!)!;
    expect([...expr.matchAll(/\[(\w+)\]/g)].map(([, found]) => found)).toEqual([window, window]);
  }
});

test('each alert has a severity, a summary and a row in the guide', () => {
  const guide = readFileSync(join(ROOT, 'spec/guide/monitoring.md'), 'utf8');
  for (const { alert, labels, annotations } of alerts) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(page|ticket)$/) });
    expect(annotations!.summary).toMatch(/\.$/);
    expect(guide).toContain(`| \`${alert}\` |`);
  }
  expect(guide.match(/^\| `\w+` \| (page|ticket) /gm)).toHaveLength(alerts.length);
});
