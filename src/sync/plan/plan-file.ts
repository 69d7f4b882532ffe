// The plan file: everything that `sync apply` needs. Its id is a digest, and it contains no API key.
import { createHash } from 'node:crypto';
import { validatorOf } from '../../contract/schemas';
import { digestOf, resolveBeside, readJsonIfExists, writeFileAtomically } from '../files/files';
import { journalFileOf, readJournal } from '../files/journal';
import { type Asset, type SystemName, fieldsOf, RATINGS } from '../inventory/inventory';
import type { RowFault } from '../source/translate';
import { type Approval, requireHmac, withHmac } from '../files/trust';
import { fileError } from '../errors';
import type { Adoption, PlannedChange, Update } from './change';
import type { RowCounts } from './make-plan';
import type { PossibleRename } from './possible-renames';
import { validationError } from '../../contract/validation/validation-error';

export interface SourceOfPlan {
  name: string;
  /** The file, or the receipt that is undone. */
  file: string;
  digest: string;
  map?: { file: string; digest: string };
  /** Absent in an undo, and in plans of earlier versions. */
  rows?: RowCounts;
}

export interface Plan {
  version: 1;
  /** SHA-256 of all other properties but the HMAC. */
  id: string;
  made_at: string;
  made_by: string;
  server: string;
  organization: string | null;
  /** The id of the plan that this plan undoes. */
  undoes?: string;
  approval?: Approval | undefined;
  source: SourceOfPlan;
  /** `file` is relative to the folder of the plan, so that both can move together. */
  state: { file: string; serial: number };
  scope: string[];
  /** The names of the systems in the changes, by id. Plans of earlier versions have none. */
  systems?: Record<string, SystemName>;
  changes: PlannedChange[];
  adoptions: Adoption[];
  /** Assets of the source that it owns alone from now on. Plans of earlier versions have none. */
  claimed?: Adoption[];
  /** Marks that end the claims of other sources. Plans of earlier versions have none. */
  claims?: Update[];
  /** Keys to remove from the state. */
  forgotten: string[];
  /** Assets without changes. The digest proves after the apply that they are still unchanged. */
  unchanged: { ids: string[]; digest: string };
  kept: { key: string; id: string; name: string }[];
  faults: RowFault[];
  conflicts: RowFault[];
  possible_renames: PossibleRename[];
  /** Present when the plan was written with SYNC_SECRET. */
  hmac?: string;
}

/** Returns a digest of the ids and fields of assets, in the order of their ids. */
export function assetsDigest(assets: readonly Asset[]): string {
  const hash = createHash('sha256');
  const sorted = [...assets].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const [index, asset] of sorted.entries())
    hash.update(`${index === 0 ? '' : '\n'}${JSON.stringify([asset.id, fieldsOf(asset)])}`);
  return hash.digest('hex');
}

export function unchangedDigest(ids: readonly string[], assets: readonly Asset[]): string {
  const unchanged = new Set(ids);
  return assetsDigest(assets.filter(({ id }) => unchanged.has(id)));
}

const idOf = (plan: Plan): string => digestOf(createHash('sha256'), { ...plan, id: '', hmac: undefined });

export function withId(plan: Omit<Plan, 'id'>): Plan {
  const { version, ...rest } = plan;
  const complete: Plan = { version, id: '', ...rest };
  return { ...complete, id: idOf(complete) };
}

/** Version 1 has optional properties that earlier programs did not write. Another version needs a new plan. */
const PLAN_HEADER_SCHEMA: Record<string, unknown> = {
  type: 'object',
  required: ['version', 'id', 'server', 'source', 'state', 'changes', 'adoptions', 'unchanged'],
  properties: { version: { const: 1 }, id: { type: 'string' } },
};

const isPlan = (found: unknown): boolean => validatorOf(PLAN_HEADER_SCHEMA)(found);

async function requireNoInterruptedApply(file: string, found: Plan, plan: Plan): Promise<void> {
  if (found.id === plan.id || typeof found.state.file !== 'string') return;
  const journal = await readJournal(journalFileOf(resolveBeside(file, found.state.file)));
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
const adoption = object(
  { key: text, id: text, name: text },
  { former_key: text, updated_at: text, contested: { const: true } },
);
const integer = { type: 'integer' };
const rowFaults = list(object({ line: integer, message: text }, { row: integer, key: text }));
const rows = object({
  read: integer,
  taken: integer,
  left_out: list(object({ reason: text, rows: integer })),
  not_synced: integer,
});
const source = object({ name: text, file: text, digest: text }, { rows });
const organization = { type: ['string', 'null'] };

export const PLAN_SCHEMA = object(
  {
    made_at: text,
    made_by: text,
    server: text,
    organization,
    source,
    state: object({ file: text, serial: integer }),
    scope: list(text),
    changes: list(change),
    adoptions: list(adoption),
    forgotten: list(text),
    unchanged: object({ ids: list(text), digest: text }),
    kept: list(object({ key: text, id: text, name: text })),
    faults: rowFaults,
    conflicts: rowFaults,
    possible_renames: list(object({ key: text, line: integer, name: text, id: text, current: text })),
  },
  {
    undoes: text,
    claimed: list(adoption),
    claims: list(change),
    approval: object({}, { change: text, approver: text }),
    systems: { type: 'object', additionalProperties: object({ name: text, site: text }) },
  },
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
