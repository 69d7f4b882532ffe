// Writes generated/ from spec/: bundle in OpenAPI 3.1 and 3.0, types, signatures of the client, operations, files of
// commands, journeys and collections. Before, it completes the lists of error codes in spec/. With --check, it fails
// when any of them is stale.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { collectionsOf } from './collections.mjs';
import { errorFilesOf } from './generate-errors.mjs';
import { filesOf } from './generate-files.mjs';
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
/** The operations without \`x-stateless\`. */
export type StatefulOperationId = Exclude<OperationId, ${stateless.join(' | ') || 'never'}>;
`;
}

/** Returns the workflow of each Arazzo document, which the documentation page shows. */
function journeysList() {
  const folder = join(root, 'spec/journeys');
  return readdirSync(folder).map((name) => {
    const { info, workflows } = parse(readFileSync(join(folder, name), 'utf8'));
    const [{ workflowId, 'x-people': people, inputs, parameters, steps }] = workflows;
    return {
      workflowId,
      title: info.title,
      description: info.description,
      people,
      inputs,
      parameters,
      steps,
    };
  });
}

/** Returns the codes with their statuses. */
function errorsTable(errors) {
  const lines = Object.entries(errors).map(([code, { status }]) => `  ${code}: ${status},`);
  return `${HEADER}
/** Every code that a caller can get, with its one status. */
export const ERRORS = {
${lines.join('\n')}
} as const;

export type ErrorCode = keyof typeof ERRORS;
`;
}

const isCheck = process.argv.includes('--check');
const errors = parse(readFileSync(join(root, 'spec/errors.yaml'), 'utf8'));
const errorFiles = errorFilesOf(root, errors); // before the bundle, which contains them
if (!isCheck) for (const [file, text] of Object.entries(errorFiles)) writeFileSync(join(root, file), text);

const document = bundle();
const files = {
  ...(isCheck && errorFiles),
  'generated/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'generated/openapi-3.0.json': `${JSON.stringify(toOpenApi30(document), null, 2)}\n`,
  'generated/types.ts': HEADER + (await typesOf(document)),
  'generated/client.ts': HEADER + clientOf(document),
  'generated/operations.ts': operationsTable(document),
  'generated/files.ts': HEADER + filesOf(parse(readFileSync(join(root, 'spec/files.yaml'), 'utf8'))),
  'generated/errors.ts': errorsTable(errors),
  'generated/journeys.json': `${JSON.stringify(journeysList(), null, 2)}\n`,
  ...collectionsOf(document),
};

/** Returns the files of the collections that exist: an operation that was renamed leaves one. */
const existing = ['generated/bruno', 'generated/postman'].flatMap((folder) => {
  mkdirSync(join(root, folder), { recursive: true });
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
});
const stale = existing.filter((file) => files[file] === undefined);
if (!isCheck) for (const file of stale.splice(0)) rmSync(join(root, file));
for (const [file, text] of Object.entries(files)) {
  const target = join(root, file);
  if (!isCheck) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    continue;
  }
  let current = '';
  try {
    current = readFileSync(target, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (current !== text) stale.push(file);
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}
