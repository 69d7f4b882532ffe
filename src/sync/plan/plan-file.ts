// The plan file: everything that `sync apply` needs. Its id is a digest, and it contains no API key.
import { createHash } from 'node:crypto';
import { type Plan, SCHEMAS } from '../../../generated/files';
import { compileValidator } from '../../contract/schemas';
import { computeDigest, resolveBeside, readJsonIfExists, writeFileAtomically } from '../files/files';
import { toJournalFile, readJournal } from '../files/journal';
import { type Asset, pickFields } from '../inventory/inventory';
import { requireHmac, withHmac } from '../files/trust';
import { fileError } from '../errors';
import { validationError } from '../../contract/validation/validation-error';

/** Returns a digest of the ids and fields of assets, in the order of their ids. */
export function assetsDigest(assets: readonly Asset[]): string {
  const hash = createHash('sha256');
  const sorted = [...assets].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const [index, asset] of sorted.entries())
    hash.update(`${index === 0 ? '' : '\n'}${JSON.stringify([asset.id, pickFields(asset)])}`);
  return hash.digest('hex');
}

export function unchangedDigest(ids: readonly string[], assets: readonly Asset[]): string {
  const unchanged = new Set(ids);
  return assetsDigest(assets.filter(({ id }) => unchanged.has(id)));
}

const computeId = (plan: Plan): string =>
  computeDigest(createHash('sha256'), { ...plan, id: '', hmac: undefined });

export function withId(plan: Omit<Plan, 'id'>): Plan {
  const { version, ...rest } = plan;
  const complete: Plan = { version, id: '', ...rest };
  return { ...complete, id: computeId(complete) };
}

/** Version 1 has optional properties that earlier programs did not write. Another version needs a new plan. */
const PLAN_HEADER_SCHEMA: Record<string, unknown> = {
  type: 'object',
  required: ['version', 'id', 'server', 'source', 'state', 'changes', 'adoptions', 'unchanged'],
  properties: { version: { const: 1 }, id: { type: 'string' } },
};

const isPlan = (found: unknown): boolean => compileValidator(PLAN_HEADER_SCHEMA)(found);

async function requireNoInterruptedApply(file: string, found: Plan, plan: Plan): Promise<void> {
  if (found.id === plan.id || typeof found.state.file !== 'string') return;
  const journal = await readJournal(toJournalFile(resolveBeside(file, found.state.file)));
  if (journal && !journal.closed && journal.plan === found.id)
    throw fileError(
      file,
      'is the plan of an interrupted apply, which needs it to resume: pass another file with --out',
    );
}

/**
 * Writes a plan, with an HMAC when there is a secret. It may replace another plan, but no other file and no plan of an interrupted apply.
 * @throws SyncError.
 */
export async function writePlan(file: string, plan: Plan, secret?: string): Promise<void> {
  const found = await readJsonIfExists(file).catch(() => null); // a file that is not JSON is not a plan
  if (found !== undefined && !isPlan(found))
    throw fileError(file, 'exists and is not a plan: pass another file with --out');
  if (found !== undefined) await requireNoInterruptedApply(file, found as Plan, plan);
  await writeFileAtomically(file, withHmac('plan', plan, secret));
}

/** @throws SyncError for another file, for a plan that was edited, and with a secret for one without its HMAC. */
export async function readPlan(file: string, secret?: string): Promise<Plan> {
  const found = await readJsonIfExists(file);
  if (found === undefined) throw fileError(file, 'does not exist');
  if (!isPlan(found)) {
    if (isPlan({ ...(found as object), version: 1 }))
      throw fileError(file, 'is a plan of another version of this program: plan again');
    throw fileError(file, 'is not a plan file of this program');
  }
  const plan = found as Plan;
  requireHmac('plan', file, plan, secret);
  if (computeId(plan) !== plan.id) throw fileError(file, 'was edited after it was written: plan again');
  requireSchema(SCHEMAS.Plan, file, 'plan', plan);
  return plan;
}

// The digest shows that a file was not edited. The schemas also reject files of other programs.
/** @throws SyncError with the first fault of the file. */
export function requireSchema(schema: object, file: string, kind: string, found: unknown): void {
  const validate = compileValidator({ type: 'object', properties: { [kind]: schema } });
  if (validate({ [kind]: found })) return;
  const { field, message } = validationError(validate.errors!).details![0]!;
  throw fileError(file, `is not a valid ${kind}: ${field} ${message}`);
}
