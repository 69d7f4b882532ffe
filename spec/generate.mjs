// Writes generated/ from spec/: bundle in OpenAPI 3.1 and 3.0, types, signatures of the client, operations and journeys.
// With --check, it fails when they are stale.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { clientOf, typesOf } from './generate-types.mjs';
import { toOpenApi30 } from './openapi-30.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const HEADER = '// Generated from spec/ by `npm run generate`. Do not edit.\n';

/** Returns the document without references to other files. */
function bundle() {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const target = join(folder, 'openapi.json');
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  execFileSync(
    process.execPath,
    [redocly, 'bundle', 'spec/openapi.yaml', '--config', 'spec/rules/redocly.yaml', '--output', target],
    {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const document = JSON.parse(readFileSync(target, 'utf8'));
  rmSync(folder, { recursive: true });
  return document;
}

function operationsTable(document) {
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      operationId: item[method].operationId,
      method: method.toUpperCase(),
      path,
      availability: item[method]['x-availability'],
    })),
  );
  const stateless = Object.values(document.paths)
    .flatMap((item) => METHODS.map((method) => item[method]))
    .filter((operation) => operation?.['x-stateless'] === true)
    .map(({ operationId }) => `'${operationId}'`);
  const lines = rows.map((row) => `  ${JSON.stringify(row)},`).join('\n');
  return `${HEADER}
/** Every operation of the contract, in the order of the document. */
export const operations = [
${lines}
] as const;

export type Operation = (typeof operations)[number];
export type OperationId = Operation['operationId'];
export type AvailableOperationId = Extract<Operation, { availability: 'available' }>['operationId'];
export type PlannedOperationId = Extract<Operation, { availability: 'planned' }>['operationId'];
/** The planned operations without \`x-stateless\`. */
export type StatefulOperationId = Exclude<PlannedOperationId, ${stateless.join(' | ') || 'never'}>;
`;
}

/** Returns the workflow of each Arazzo document, which the documentation page shows. */
function journeysList() {
  const folder = join(root, 'spec/journeys');
  return readdirSync(folder).map((name) => {
    const { info, workflows } = parse(readFileSync(join(folder, name), 'utf8'));
    const [{ workflowId, inputs, parameters, steps }] = workflows;
    return { workflowId, title: info.title, description: info.description, inputs, parameters, steps };
  });
}

const document = bundle();
const files = {
  'generated/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'generated/openapi-3.0.json': `${JSON.stringify(toOpenApi30(document), null, 2)}\n`,
  'generated/types.ts': HEADER + (await typesOf(document)),
  'generated/client.ts': HEADER + clientOf(document),
  'generated/operations.ts': operationsTable(document),
  'generated/journeys.json': `${JSON.stringify(journeysList(), null, 2)}\n`,
};

const stale = [];
for (const [file, text] of Object.entries(files)) {
  const target = join(root, file);
  if (process.argv.includes('--check')) {
    let current = '';
    try {
      current = readFileSync(target, 'utf8');
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    if (current !== text) stale.push(file);
  } else {
    writeFileSync(target, text);
  }
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}
