// Appends entries to an organization's chain, in the transaction of the change that they tell of.
import { typeid } from 'typeid-js';
import type { Database, Transaction } from '../database/database';
import { type Statement, compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { type ActivityRow, BEGINNING, hashOf } from './chain';
import type { Activity, Actor } from './entry';

/** Where a chain ends. Kept beside it, so that its last entries cannot be removed unnoticed. */
export interface Head {
  sequence: number;
  hash: string;
}

/** Appends in the order of `activities`, for one actor. */
export type RecordActivity = (transaction: Transaction, organization: OrganizationId, activities: Iterable<Activity>) => Promise<void>;

interface Of {
  organization: OrganizationId;
}

export const compileSelectHead = ({ knex }: Database): Statement<Of, Head> =>
  compile((param) => knex('activity_heads').select('sequence', 'hash').where('organization_id', param('organization')));

/** Rows of one insert: few enough that every database takes their parameters. */
const CHUNK = 200;

type Values = Record<string, string | number | null>;

const COLUMNS: readonly (keyof ActivityRow)[] = [
  'sequence', 'id', 'occurred_at', 'actor_type', 'actor_id', 'operation', 'resource_type', 'resource_id', 'description', 'changes', 'request_id', 'previous_hash', 'hash',
];

/** Names of parameters, by row and column: making them for each row of a large import would take longer than its hashes. */
const NAMES = Array.from({ length: CHUNK }, (_, row) => COLUMNS.map((column) => `${row}.${column}`));

export function createAppend(database: Database) {
  const { knex } = database;
  const selectHead = compileSelectHead(database);
  const writeHead = compile<Of & Head, never>((param) =>
    knex('activity_heads')
      .insert({ organization_id: param('organization'), sequence: param('sequence'), hash: param('hash') })
      .onConflict('organization_id')
      .merge(['sequence', 'hash']),
  );
  const insertOf = (rows: number): Statement<Values, never> =>
    compile((param) => {
      const valuesOf = (row: number) => Object.fromEntries(COLUMNS.map((column, index) => [column, param(NAMES[row]![index]!)]));
      return knex('activity').insert(Array.from({ length: rows }, (_, row) => ({ organization_id: param('organization'), ...valuesOf(row) })));
    });
  const insertOne = insertOf(1);
  let insertChunk: Statement<Values, never> | undefined; // imports alone need it

  async function insert(transaction: Transaction, organization: OrganizationId, rows: readonly ActivityRow[]): Promise<void> {
    const size = rows.length === CHUNK ? CHUNK : 1;
    for (let start = 0; start < rows.length; start += size) {
      const params: Values = { organization };
      for (let offset = 0; offset < size; offset++) {
        const [row, names] = [rows[start + offset]!, NAMES[offset]!];
        COLUMNS.forEach((column, index) => (params[names[index]!] = row[column]));
      }
      await transaction.run(size === 1 ? insertOne : (insertChunk ??= insertOf(CHUNK)), params);
    }
  }

  return (actor: Actor): RecordActivity =>
    async (transaction, organization, activities) => {
      const [head = { sequence: 0, hash: BEGINNING }] = await transaction.all(selectHead, { organization });
      let { sequence, hash } = head;
      const occurred_at = new Date().toISOString(); // one transaction, one time
      let rows: ActivityRow[] = [];
      for (const activity of activities) {
        const row = { ...toRow(actor, activity), occurred_at, sequence: ++sequence, previous_hash: hash };
        hash = hashOf(organization, row);
        rows.push({ ...row, hash });
        if (rows.length < CHUNK) continue;
        await insert(transaction, organization, rows);
        rows = [];
      }
      await insert(transaction, organization, rows);
      if (sequence > head.sequence) await transaction.run(writeHead, { organization, sequence, hash });
    };
}

const toRow = ({ actorType, actorId, requestId }: Actor, { operation, resourceType, resourceId, description, changes }: Activity) => ({
  id: typeid('act').toString(),
  actor_type: actorType,
  actor_id: actorId,
  operation,
  resource_type: resourceType,
  resource_id: resourceId,
  description,
  changes: JSON.stringify(changes),
  request_id: requestId,
});
