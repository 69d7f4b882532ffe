// Checks the time and memory of a review in a process of its own.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDocument } from '../../src/contract/document';
import { temporaryFolder } from '../support/folder';
import type { Doc } from './world';

const folder = temporaryFolder();
const ROOT = join(__dirname, '../..');

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: unknown) => ({ 'application/json': { schema } });
const response = (schema: unknown) => ({ description: 'OK', content: json(schema) });
const RESOURCES = 250;
const MAX_RUNS = 5;
/** Returns a document with four operations for each resource. All of them use one enumeration. */
function largeDocument(): Doc {
  const paths: Doc = {};
  const schemas: Doc = {
    State: { type: 'string', enum: ['new', 'active', 'closed'] },
    Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  };
  const errors = { 400: ref('responses', 'Problem'), 404: ref('responses', 'Problem') };
  for (let index = 0; index < RESOURCES; index++) {
    const name = `Record${index}`;
    const fields = Array.from({ length: 10 }, (_, field) => [
      `field${field}`,
      { type: 'string', description: `Field ${field} of record ${index}.`, maxLength: 100 + field },
    ]);
    schemas[name] = {
      type: 'object',
      required: ['id', 'state'],
      properties: {
        id: { type: 'string' },
        state: ref('schemas', 'State'),
        history: { type: 'array', items: ref('schemas', 'State') },
        next: ref('schemas', `Record${index - (index % 5) + ((index + 1) % 5)}`),
        ...Object.fromEntries(fields),
      },
    };
    const body = { required: true, content: json(ref('schemas', name)) };
    paths[`/records${index}`] = {
      get: {
        operationId: `list${name}`,
        parameters: [{ name: 'state', in: 'query', schema: ref('schemas', 'State') }],
        responses: { 200: response({ type: 'array', items: ref('schemas', name) }), ...errors },
      },
      post: {
        operationId: `create${name}`,
        requestBody: body,
        responses: { 201: response(ref('schemas', name)), ...errors },
      },
    };
    paths[`/records${index}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: `get${name}`, responses: { 200: response(ref('schemas', name)), ...errors } },
      put: {
        operationId: `replace${name}`,
        requestBody: body,
        responses: { 200: response(ref('schemas', name)), ...errors },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Records', version: '1.0.0' },
    servers: [{ url: 'https://records.test' }],
    security: [],
    paths,
    components: { schemas, responses: { Problem: response(ref('schemas', 'Problem')) } },
  };
}

/** Runs a program in a process of its own, and returns its output, processor time in seconds and maximum memory. */
function run(program: string, args: string[], flags: string[] = []) {
  const usageFile = join(folder, 'usage.json');
  const options = { env: { ...process.env, USAGE_FILE: usageFile }, maxBuffer: 1e9 };
  const required = ['--require', join(ROOT, 'test/review/report-usage.cjs')];
  return new Promise<{ stdout: string; seconds: number; megabytes: number }>((resolve) => {
    execFile(
      process.execPath,
      [...flags, ...required, join(ROOT, program), ...args],
      options,
      (_error, stdout) => resolve({ stdout, ...JSON.parse(readFileSync(usageFile, 'utf8')) }),
    );
  });
}

async function review(base: Doc, head: Doc, flags: string[] = [], more: string[] = []) {
  const files = { base: join(folder, 'base.json'), head: join(folder, 'head.json') };
  writeFileSync(files.base, JSON.stringify(base));
  writeFileSync(files.head, JSON.stringify(head));
  const { stdout, ...usage } = await run(
    'dist/src/main.js',
    ['review', '--base', files.base, '--head', files.head, '--format', 'json', ...more],
    flags,
  );
  return { verdict: (JSON.parse(stdout) as { verdict: string }).verdict, ...usage };
}

/** The processor time of linting the contract, in seconds. Limits are multiples of it: machines differ in speed. */
let lint: number;
beforeAll(async () => {
  const file = join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify(contractDocument));
  const config = join(ROOT, 'spec/rules/redocly.yaml');
  const { seconds } = await run('node_modules/@redocly/cli/bin/cli.js', ['lint', file, '--config', config]);
  lint = seconds;
}, 60_000);

it('reviews 1,000 operations that share an enumeration in 5 times the time of a lint of the contract and 300 MB', async () => {
  const [base, head] = [largeDocument(), largeDocument()];
  head.components.schemas.State.enum = ['new', 'active', 'archived'];
  // Without a limit, a busy machine collects garbage late, and the maximum says nothing.
  const { verdict, seconds, megabytes } = await review(base, head, ['--max-old-space-size=160']);
  expect(verdict).toBe('Blocked: 1 edit breaks callers.');
  expect(seconds).toBeLessThan(5 * lint);
  expect(megabytes).toBeLessThan(300);
});

it('reviews 100 operations with 250 mutual schemas, of which one leaf changes, within 20 s and 500 MB', async () => {
  const mutual = (maxLength: number): Doc => {
    const [schemas, paths]: [Doc, Doc] = [{}, {}];
    for (let index = 0; index < 250; index++) {
      const next = (step: number) => ref('schemas', `S${(index * 7 + step * 31 + 1) % 250}`);
      const leaf = { type: 'string', maxLength: index === 5 ? maxLength : 10 };
      schemas[`S${index}`] = { type: 'object', properties: { a: next(0), b: next(1), c: next(2), leaf } };
    }
    for (let index = 0; index < 100; index++) {
      const content = json(ref('schemas', `S${index}`));
      paths[`/p${index}`] = { post: { requestBody: { content }, responses: { 200: response({}) } } };
    }
    return { ...largeDocument(), paths, components: { schemas } };
  };
  const { verdict, seconds, megabytes } = await review(mutual(10), mutual(5));
  expect(verdict).toBe('Blocked: 1 edit breaks callers.');
  expect(seconds).toBeLessThan(20);
  expect(megabytes).toBeLessThan(500);
});

it('reviews an unchanged document of 13 MB and 1,000 operations, the size of that of GitHub, within 10 s', async () => {
  const large = largeDocument();
  const filler = 'The unique identifier of the record, as the API returns it to its callers. '.repeat(16);
  for (const schema of Object.values<Doc>(large.components.schemas))
    for (const field of Object.values<Doc>(schema.properties ?? {})) field.examples = Array(4).fill(filler);
  expect(JSON.stringify(large).length).toBeGreaterThan(13e6);
  const { verdict, seconds } = await review(large, structuredClone(large), [], ['--max-megabytes', '20']);
  expect(verdict).toBe('Passed: no change is visible to callers.');
  expect(seconds).toBeLessThan(10);
});

it('reviews the 99 operations of the contract in 3 times the time of its lint', async () => {
  const head: Doc = structuredClone(contractDocument);
  head.components.schemas.Facility.properties.remark = { type: 'string' };
  // Other processes on the machine make a run slower, never faster.
  let best = Infinity;
  for (let run = 0; run < MAX_RUNS && best >= 3 * lint; run++) {
    const { verdict, seconds } = await review(contractDocument, head);
    expect(verdict).toBe('Passed: no breaking edits.');
    best = Math.min(best, seconds);
  }
  expect(best).toBeLessThan(3 * lint);
});
