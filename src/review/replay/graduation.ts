// Graduates an operation: replays what its planned version does in the sandbox against its handler.
import { join } from 'node:path';
import { readText } from '../../base/read-file';
import { type ContractDocument, operationsOf, targetOf } from '../../contract/document';
import { canonicalJson, digest } from '../model/json';
import type { Candidate } from './candidate';
import { createContractParts } from './contract-parts';
import type { Recording } from '../probe/har';
import { replayRecording } from './replay';
import { type ReplayReport, createReplayReport } from './report';

/** The content of `spec/graduations/<operationId>.json`, which a release contains. */
export interface Graduation {
  operationId: string;
  /** False for a breaking difference, and when the replay sent no call of the operation. */
  passes: boolean;
  /** The digest of the operation and of the schemas that it reaches, without words and examples. */
  contract: string;
  /** The day of the run in ISO 8601. */
  date: string;
  replay: ReplayReport;
}

export const GRADUATIONS = 'spec/graduations';
const DIGEST_DIGITS = 16;
/** Members that callers' programs do not depend on. */
const WORDS = ['description', 'summary', 'tags', 'example', 'examples', 'externalDocs'];

/** Returns a digest that changes with every change of an operation that programs can notice. */
export function operationDigest(document: ContractDocument, operationId: string): string {
  const operation = operationsOf(document).find((each) => each.operationId === operationId);
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
  const item = document.paths[operation.path]!;
  const components: Record<string, unknown> = {};
  /** Copies a value without words. `isNames`: the keys of the value are names of fields, not keywords. */
  function copy(value: unknown, isNames = false): unknown {
    if (Array.isArray(value)) return value.map((each) => copy(each));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && !isNames && !($ref in components)) {
      components[$ref] = null; // for circular references
      components[$ref] = copy(targetOf(document, $ref));
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => isNames || !WORDS.includes(name))
        .map(([name, each]) => [name, copy(each, !isNames && name === 'properties')]),
    );
  }
  const own = copy([operation.path, item[operation.method.toLowerCase()], item['parameters'] ?? []]);
  return digest(canonicalJson([own, components]), DIGEST_DIGITS);
}

interface GraduationOptions {
  document: ContractDocument;
  operationId: string;
  /** A sandbox or server with the handler. */
  candidate: Candidate;
  /** The evidence of the planned operation, and recordings of callers. */
  recordings: Recording[];
  waivers: unknown;
  today: string;
}

/** Replays the recordings against the handler. @throws UnusableCandidate. */
export async function graduate(options: GraduationOptions): Promise<Graduation> {
  const { document, operationId, candidate, recordings, waivers, today } = options;
  const parts = createContractParts(document);
  const results = [];
  for (const recording of recordings) results.push(await replayRecording(recording, candidate, parts));
  // The port of a local sandbox differs in each run.
  const shown = { kind: candidate.kind, url: new URL(candidate.url).hostname };
  const replay = createReplayReport({ candidate: shown, results, waivers, today });
  // Recordings mask secrets: a replay may send calls of other operations only.
  const isProven = results.some(({ operationIds }) => operationIds.includes(operationId));
  const contract = operationDigest(document, operationId);
  return { operationId, passes: replay.passes && isProven, contract, date: today, replay };
}

const isGraduation = (value: unknown): value is Graduation => {
  const { operationId, passes, contract } = (value ?? {}) as Partial<Graduation>;
  return typeof operationId === 'string' && typeof passes === 'boolean' && typeof contract === 'string';
};

/** Returns the report of an operation; undefined when there is none, or when it is malformed. */
export async function readGraduation(
  operationId: string,
  folder = GRADUATIONS,
): Promise<Graduation | undefined> {
  try {
    const graduation: unknown = JSON.parse(await readText(join(folder, `${operationId}.json`)));
    return isGraduation(graduation) && graduation.operationId === operationId ? graduation : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why the operation may not be released, with what to do; undefined when it may. */
export function graduationProblem(
  document: ContractDocument,
  operationId: string,
  graduation: Graduation | undefined,
): string | undefined {
  const advice = `Run \`npm run graduate -- ${operationId}\`, and commit ${GRADUATIONS}/.`;
  if (!graduation) return `${operationId} has no graduation report. ${advice}`;
  if (!graduation.passes) return `${operationId} did not graduate. Correct its handler. ${advice}`;
  if (graduation.contract !== operationDigest(document, operationId))
    return `The contract of ${operationId} has changed since its graduation. ${advice}`;
  return undefined;
}
