// The JSON Schemas of plans and receipts.
import { validatorOf } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { fileError } from '../errors';
import { RATINGS } from '../inventory/inventory';

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
