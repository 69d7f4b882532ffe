// Runs the server with OpenTelemetry's instrumentation for Node.js, as spec/guide/monitoring.md shows, and checks
// the spans that it sends. The project does not depend on the package: it is installed into a temporary folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASES } from '../../soak/support/databases.mjs';
import { prepareOrganization, startServer } from '../../soak/support/server.mjs';

const PACKAGE = '@opentelemetry/auto-instrumentations-node@0.82.0';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SERVER_SPAN = 2;

const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-opentelemetry-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Returns whether the registry could be reached. @throws Error for any other failure. */
function install() {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
  try {
    execFileSync('npm', ['install', ...options, PACKAGE], { cwd: folder, stdio: 'pipe' });
    return true;
  } catch (error) {
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(error.stderr)) return false;
    throw error;
  }
}

/** Receives spans as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
async function startCollector() {
  const spans = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(Buffer.concat(await request.toArray()));
    for (const { scopeSpans } of resourceSpans)
      for (const { scope, spans: found } of scopeSpans)
        spans.push(...found.map((span) => ({ ...span, library: scope.name })));
    response.end('{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, spans, close: () => server.close() };
}

/** Returns the environment variables and the Node option of the guide, with the address of the collector. */
function optionsOfGuide(collector) {
  const page = readFileSync(new URL('../../../spec/guide/monitoring.md', import.meta.url), 'utf8');
  const variables = [...page.matchAll(/^(OTEL_\w+=\S+) \\$/gm)].map(([, variable]) => variable);
  const [option] = /--import @\S+/.exec(page);
  assert.equal(variables.length, 6);
  return [
    ...variables.filter((variable) => !variable.startsWith('OTEL_EXPORTER_OTLP_ENDPOINT=')),
    `OTEL_EXPORTER_OTLP_ENDPOINT=${collector.url}`,
    'OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
    `NODE_OPTIONS=${option}`,
  ];
}

const valueOf = (span, name) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];

async function check(database) {
  const collector = await startCollector();
  const { key } = await prepareOrganization(database.url);
  const server = await startServer({
    databaseUrl: database.url,
    through: ['env', '-C', folder, ...optionsOfGuide(collector)],
  });
  const response = await fetch(`${server.url}/facilities`, {
    headers: { 'X-API-Key': key, traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  assert.equal(response.status, 200);
  assert.equal(await server.stop(), 0); // the instrumentation sends its last spans
  collector.close();

  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const [request] = spans.filter(({ kind }) => kind === SERVER_SPAN);
  assert.equal(request.parentSpanId, PARENT);
  assert.equal(valueOf(request, 'url.path'), '/facilities');
  assert.equal(Number(valueOf(request, 'http.response.status_code')), 200);
  const line = server
    .said()
    .split('\n')
    .find((text) => text.includes('"operationId":"getFacilities"'));
  assert.deepEqual([JSON.parse(line).traceId, JSON.parse(line).trace_id], [TRACE, TRACE]);
  assert.equal(JSON.parse(line).span_id, request.spanId);
  const statements = spans.filter(({ library }) => library === '@opentelemetry/instrumentation-pg');
  if (database.kind === 'postgres') assert.ok(statements.length > 0, 'no span of a statement');
  console.log(`OpenTelemetry on ${database.kind}: 1 request has ${spans.length} spans.`);
}

if (!install()) console.log(`Left out: the registry is unreachable, so that ${PACKAGE} is not installed.`);
else
  for (const create of Object.values(DATABASES)) {
    const database = await create();
    await check(database).finally(() => database.remove());
  }
