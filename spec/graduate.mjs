// `npm run graduate -- OPERATION_ID` replays the planned behavior of an operation against its handler.
// It writes spec/graduations/OPERATION_ID.json and .md, which the release contains.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const { contractDocument, operationsOf } = require('../dist/src/contract/document.js');
const { openCandidate } = require('../dist/src/review/replay/candidate.js');
const { GRADUATIONS, graduate } = require('../dist/src/review/replay/graduation.js');
const { recordEvidence } = require('../dist/src/review/replay/graduation-evidence.js');
const { graduationReport } = require('../dist/src/review/reports/replay-report.js');
const { markdownOf } = require('../dist/src/base/report/markdown.js');
const { textLines } = require('../dist/src/base/report/text.js');
const { readRecordings } = require('../dist/src/review/probe/har.js');
const { readWaivers } = require('../dist/src/review/edits/waivers.js');

const USAGE = `Usage: npm run graduate -- OPERATION_ID [options]

  --base <revision>      a revision in which the operation is planned (default: HEAD)
  --recordings <folder>  recordings of callers in HAR 1.2; repeatable
  --waivers <file>       permitted differences (default: ${GRADUATIONS}/waivers.yaml)`;
const FAILED = 1;
const UNUSABLE = 2;

/** The command cannot run. The message says what to do. */
class Unusable extends Error {}

const availabilityIn = (document, operationId) =>
  operationsOf(document).find((operation) => operation.operationId === operationId)?.availability;

/** Builds a revision in a folder. @throws Unusable unless the operation is planned there. */
function buildBase(revision, operationId, folder) {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28, stdio: 'pipe' });
  let archive;
  try {
    archive = git('archive', '--format=tar', revision);
  } catch {
    throw new Unusable(
      `${revision} is not a revision of this repository. Pass another revision with --base.`,
    );
  }
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const document = require(join(folder, 'generated/openapi.json'));
  if (availabilityIn(document, operationId) !== 'planned')
    throw new Unusable(`${operationId} is not planned in ${revision}. Pass an earlier revision with --base.`);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['src/build/build.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Starts the sandbox of a build. It does not turn wrong responses into 500s. */
async function startSandbox(folder) {
  const child = spawn(process.execPath, ['dist/src/main.js', 'sandbox', '--json'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMIT: '0',
      VALIDATE_RESPONSES: 'false',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once('line', (text) => resolve([text]))),
    new Promise((resolve) => child.once('exit', () => resolve([]))),
  ]);
  if (line === undefined)
    throw new Unusable(`The sandbox in ${folder} did not start. Correct the error that it printed.`);
  const access = { url: JSON.parse(line).url, key: undefined, token: process.env.SANDBOX_TOKEN };
  const close = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { access, close };
}

/** Runs `work` with a sandbox, and stops it. */
async function withSandbox(folder, work) {
  const sandbox = await startSandbox(folder);
  return work(sandbox.access).finally(sandbox.close);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      base: { type: 'string', default: 'HEAD' },
      recordings: { type: 'string', multiple: true, default: [] },
      waivers: { type: 'string', default: `${GRADUATIONS}/waivers.yaml` },
      help: { type: 'boolean' },
    },
  });
  if (values.help || positionals.length !== 1) throw new Unusable(USAGE);
  const [operationId] = positionals;
  const availability = availabilityIn(contractDocument, operationId);
  if (availability === undefined)
    throw new Unusable(
      `The contract has no operation ${operationId}. Pass an operationId of spec/openapi.yaml.`,
    );
  if (availability === 'planned')
    throw new Unusable(`${operationId} is planned. Release it first: see spec/guide/contributing.md.`);
  return { ...values, operationId };
}

async function run({ operationId, base, recordings: folders, waivers }) {
  const recordings = folders.length > 0 ? await readRecordings(folders) : [];
  const permitted = await readWaivers(waivers);
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-graduate-'));
  try {
    buildBase(base, operationId, folder);
    const evidence = await withSandbox(folder, (access) =>
      recordEvidence(contractDocument, operationId, access, recordings),
    );
    return await withSandbox(ROOT, async (access) =>
      graduate({
        ...{ document: contractDocument, operationId, waivers: permitted },
        candidate: await openCandidate(access),
        recordings: [...evidence, ...recordings],
        today: new Date().toISOString().slice(0, 10),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const graduation = await run(readArguments());
  const { operationId, passes } = graduation;
  const report = graduationReport(graduation);
  mkdirSync(join(ROOT, GRADUATIONS), { recursive: true });
  const file = join(ROOT, GRADUATIONS, operationId);
  writeFileSync(`${file}.json`, `${JSON.stringify(graduation, null, 2)}\n`);
  writeFileSync(`${file}.md`, `${markdownOf(report).trimEnd()}\n`);
  console.log(textLines(report).join('\n'));
  console.log(`Wrote ${GRADUATIONS}/${operationId}.json and .md.`);
  process.exitCode = passes ? 0 : FAILED;
} catch (error) {
  const isExplained =
    error instanceof Unusable ||
    ['UnreadableRecording', 'UnusableCandidate', 'ReviewError'].includes(error.constructor.name) ||
    String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(isExplained ? error.message : error);
  process.exitCode = UNUSABLE;
}
