// The plan file: everything that `sync apply` needs. Its id is a digest, and it contains no API key.
import { validatorOf } from '../../contract/schemas';
import { digest, resolveBeside, readJsonIfExists, writeFileAtomically } from '../files';
import { journalFileOf, readJournal } from '../apply/journal';
import { type Asset, fieldsOf, RATINGS } from '../inventory';
import type { RowFault } from '../translate';
import { fileError } from '../errors';
import { validationError } from '../../contract/validation-error';
import type { Adoption, PlannedChange, Update } from './change';
import type { PossibleRename } from './possible-renames';

export interface SourceOfPlan {
  name: string;
  /** The file, or the receipt that is undone. */
  file: string;
  digest: string;
  map?: { file: string; digest: string };
}

export interface Plan {
  version: 1;
  /** SHA-256 of all other properties. */
  id: string;
  made_at: string;
  made_by: string;
  server: string;
  organization: string | null;
  /** The id of the plan that this plan undoes. */
  undoes?: string;
  source: SourceOfPlan;
  /** `file` is relative to the folder of the plan, so that both can move together. */
  state: { file: string; serial: number };
  scope: string[];
  changes: PlannedChange[];
  adoptions: Adoption[];
  /** Writes that change no field and show other sources the owner. Plans of earlier versions have none. */
  claims?: Update[];
  /** Keys to remove from the state. */
  forgotten: string[];
  /** Assets without changes. The digest proves after the apply that they are still unchanged. */
  unchanged: { ids: string[]; digest: string };
  kept: { key: string; id: string; name: string }[];
  faults: RowFault[];
  conflicts: RowFault[];
  possible_renames: PossibleRename[];
}

/** Returns a digest of the ids and fields of assets, in the order of their ids. */
export const assetsDigest = (assets: readonly Asset[]): string =>
  digest(
    assets
      .map((asset) => JSON.stringify([asset.id, fieldsOf(asset)]))
      .sort()
      .join('\n'),
  );

export function unchangedDigest(ids: readonly string[], assets: readonly Asset[]): string {
  const unchanged = new Set(ids);
  return assetsDigest(assets.filter(({ id }) => unchanged.has(id)));
}

const idOf = (plan: Plan): string => digest(JSON.stringify({ ...plan, id: '' }));

export function withId(plan: Omit<Plan, 'id'>): Plan {
  const { version, ...rest } = plan;
  const complete: Plan = { version, id: '', ...rest };
  return { ...complete, id: idOf(complete) };
}

export const stateFileOf = (plan: Plan, planFile: string): string => resolveBeside(planFile, plan.state.file);

const PLAN_HEADER_SCHEMA: Record<string, unknown> = {
  type: 'object',
  required: ['version', 'id', 'server', 'source', 'state', 'changes', 'adoptions', 'unchanged'],
  properties: { version: { const: 1 }, id: { type: 'string' } },
};

const isPlan = (found: unknown): boolean => validatorOf(PLAN_HEADER_SCHEMA)(found);

async function requireNoInterruptedApply(file: string, found: Plan, plan: Plan): Promise<void> {
  if (found.id === plan.id || typeof found.state.file !== 'string') return;
  const journal = await readJournal(journalFileOf(stateFileOf(found, file)));
  if (journal && !journal.closed && journal.plan === found.id)
    throw fileError(
      file,
      'is the plan of an interrupted apply, which needs it to resume: pass another file with --out',
    );
}

/**
 * Writes a plan. It may replace another plan, but no other file and no plan of an interrupted apply.
 * @throws SyncError.
 */
export async function writePlan(file: string, plan: Plan): Promise<void> {
  const found = await readJsonIfExists(file).catch(() => null); // a file that is not JSON is not a plan
  if (found !== undefined && !isPlan(found))
    throw fileError(file, 'exists and is not a plan: pass another file with --out');
  if (found !== undefined) await requireNoInterruptedApply(file, found as Plan, plan);
  await writeFileAtomically(file, `${JSON.stringify(plan, null, 1)}\n`);
}

/** @throws SyncError for another file, and for a plan that was edited. */
export async function readPlan(file: string): Promise<Plan> {
  const found = await readJsonIfExists(file);
  if (found === undefined) throw fileError(file, 'does not exist');
  if (!isPlan(found)) throw fileError(file, 'is not a plan file of this program');
  const plan = found as Plan;
  if (idOf(plan) !== plan.id) throw fileError(file, 'was edited after it was written: plan again');
  requireSchema(PLAN_SCHEMA, file, 'plan', plan);
  return plan;
}

// The digest shows that a file was not edited. The schemas also reject files of other programs.
const text = { type: 'string' };
const rating = { enum: RATINGS };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

const asset = object({ name: text, cyber_system_id: text, asset_type: text });
const ofOperation = (operation: string, properties: Record<string, object>) => ({
  if: object({ operation: { const: operation } }),
  then: object(properties),
});

const change = {
  ...object({ operation: { enum: ['create', 'update', 'delete'] }, key: text }),
  allOf: [
    ofOperation('create', { after: asset, rating: object({ after: rating }) }),
    ofOperation('update', {
      id: text,
      before: asset,
      after: asset,
      rating: object({ before: rating, after: rating }),
    }),
    ofOperation('delete', { id: text, before: asset, rating: object({ before: rating }) }),
  ],
};
const adoption = object({ key: text, id: text, name: text }, { former_key: text });
const rowFaults = list(object({ line: { type: 'integer' }, message: text }, { key: text }));
const source = object({ name: text, file: text, digest: text });
const organization = { type: ['string', 'null'] };

const PLAN_SCHEMA = object(
  {
    made_at: text,
    made_by: text,
    server: text,
    organization,
    source,
    state: object({ file: text, serial: { type: 'integer' } }),
    scope: list(text),
    changes: list(change),
    adoptions: list(adoption),
    forgotten: list(text),
    unchanged: object({ ids: list(text), digest: text }),
    kept: list(object({ key: text, id: text, name: text })),
    faults: rowFaults,
    conflicts: rowFaults,
    possible_renames: list(
      object({ key: text, line: { type: 'integer' }, name: text, id: text, current: text }),
    ),
  },
  { undoes: text, claims: list(change) },
);

/** The properties of a receipt that `sync undo` reads. */
export const RECEIPT_SCHEMA = object({
  plan: text,
  server: text,
  source,
  state: object({ file: text }),
  changes: list(change),
  adopted: list(adoption),
});

/** @throws SyncError with the first fault of the file. */
export function requireSchema(schema: object, file: string, kind: string, found: unknown): void {
  const validate = validatorOf({ type: 'object', properties: { [kind]: schema } });
  if (validate({ [kind]: found })) return;
  const { field, message } = validationError(validate.errors!).details![0]!;
  throw fileError(file, `is not a valid ${kind}: ${field} ${message}`);
}
