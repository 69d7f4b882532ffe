// The form of a plan, and of what a receipt has of one, as JSON Schemas. A digest shows that nobody has changed a file since; not that a program wrote it which knows this form.
import { validatorOf } from '../../contract/schemas';
import { validationError } from '../../contract/validation-error';
import { RATINGS } from '../inventory';
import { refusedFile } from '../sync-error';

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

export const PLAN_FORM = object(
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
export const RECEIPT_FORM = object({
  plan: text,
  server: text,
  source,
  state: object({ file: text }),
  changes: list(change),
  adopted: list(adoption),
});

/** @throws SyncError that names the first fault of a file. */
export function requireForm(form: Record<string, unknown>, file: string, what: string, found: unknown): void {
  const validate = validatorOf({ type: 'object', properties: { [what]: form } });
  if (validate({ [what]: found })) return;
  const { field, message } = validationError(validate.errors!).details![0]!;
  throw refusedFile(file, `is not a ${what} as this program writes it: ${field} ${message}`);
}
