// A plan as a file: everything that apply needs, with a digest as its id, and no key.
// The form of a plan, and of what a receipt has of one, as JSON Schemas. A digest shows that nobody has changed a file since; not that a program wrote it which knows this form.
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
  /** SHA-256 of all the rest. */
  id: string;
  made_at: string;
  made_by: string;
  server: string;
  organization: string | null;
  /** What the plan undoes: the id of that plan. */
  undoes?: string;
  source: SourceOfPlan;
  /** Beside the plan, so that both can move together. */
  state: { file: string; serial: number };
  scope: string[];
  changes: PlannedChange[];
  adoptions: Adoption[];
  /** Writes that change no field and show other sources the owner. Plans of earlier versions have none. */
  claims?: Update[];
  /** Keys that the state need not know any more. */
  forgotten: string[];
  /** Assets that are as the source says, and a digest of them, which shows at the end whether they still are. */
  unchanged: { ids: string[]; digest: string };
  kept: { key: string; id: string; name: string }[];
  faults: RowFault[];
  conflicts: RowFault[];
  possible_renames: PossibleRename[];
}

const line = (asset: Asset): string => JSON.stringify([asset.id, fieldsOf(asset)]);

/** Of the assets as they are, in order of their ids. */
export const assetsDigest = (assets: readonly Asset[]): string => digest(assets.map(line).sort().join('\n'));

export function unchangedDigest(ids: readonly string[], assets: readonly Asset[]): string {
  const meant = new Set(ids);
  return assetsDigest(assets.filter(({ id }) => meant.has(id)));
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
      'is the plan of an apply that was interrupted, and is needed to go on with it: name another file with --out',
    );
}

/** Replaces a plan, and nothing else, such as the source; and no plan whose apply was interrupted, which needs it. @throws SyncError. */
export async function writePlan(file: string, plan: Plan): Promise<void> {
  const found = await readJsonIfExists(file).catch(() => null); // what cannot be read as JSON is no plan
  if (found !== undefined && !isPlan(found))
    throw fileError(file, 'is there already, and is not a plan: name another file with --out');
  if (found !== undefined) await requireNoInterruptedApply(file, found as Plan, plan);
  await writeFileAtomically(file, `${JSON.stringify(plan, null, 1)}\n`);
}

/** @throws SyncError for what is no plan, or is not as it was written. */
export async function readPlan(file: string): Promise<Plan> {
  const found = await readJsonIfExists(file);
  if (found === undefined) throw fileError(file, 'does not exist');
  if (!isPlan(found)) throw fileError(file, 'is not a plan of this program');
  const plan = found as Plan;
  if (idOf(plan) !== plan.id) throw fileError(file, 'was changed since it was planned: plan again');
  requireSchema(PLAN_SCHEMA, file, 'plan', plan);
  return plan;
}

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

export const PLAN_SCHEMA = object(
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

/** Of a receipt, what undoing reads. */
export const RECEIPT_SCHEMA = object({
  plan: text,
  server: text,
  source,
  state: object({ file: text }),
  changes: list(change),
  adopted: list(adoption),
});

/** @throws SyncError that names the first fault of a file. */
export function requireSchema(form: Record<string, unknown>, file: string, what: string, found: unknown): void {
  const validate = validatorOf({ type: 'object', properties: { [what]: form } });
  if (validate({ [what]: found })) return;
  const { field, message } = validationError(validate.errors!).details![0]!;
  throw fileError(file, `is not a ${what} as this program writes it: ${field} ${message}`);
}
