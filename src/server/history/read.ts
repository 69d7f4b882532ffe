// Reads the inventory of an organization as it was at the end of a day: the present records, less the later entries.
import { type Head, compileSelectHead } from '../audit/append';
import { compileSelectArchives } from '../audit/archives';
import { GENESIS_HASH } from '../audit/chain';
import { RECORD_KINDS } from '../audit/record-kinds';
import { readRows, select } from '../audit/verify-records';
import type { ReadSource, Transaction } from '../../database/database';
import { endOf } from '../../base/day';
import { IMPORT_COLLECTIONS } from '../import/collections';
import { type Month, lastDayOf } from '../../base/month';
import type { OrganizationId } from '../../base/organization';
import {
  INVENTORY_TYPES,
  type LoggedInventoryChange,
  type Records,
  collectionOf,
  emptyRecords,
  isCreation,
  undo,
} from './rewind';

/** The part of an entry that a list shows. */
export interface LastChange {
  sequence: number;
  occurred_at: string;
  actor_type: string;
  actor_id: string;
  description: string;
}

export interface PastInventory {
  records: Records;
  /** The last entry about each record up to the day, by id. */
  last: Map<string, LastChange>;
  /** The ids of records whose creation is in the log. */
  known: Set<string>;
  /** The time of the first entry about a record, by id. */
  first: Map<string, string>;
  /** The last entry of the day in the log, of any kind; `begin` before the first. */
  sequence: number;
  /** The last archived entry: the database has those after it. */
  begin: Head;
  /** The last archived month; undefined without archives. */
  archived: Month | undefined;
  /** The end of the log when it was read; undefined for an empty log. */
  head: Head | undefined;
}

type Entry = LoggedInventoryChange & LastChange;

/** Entries of one query. */
const PAGE = 2000;

const KINDS = RECORD_KINDS.filter(({ resourceType }) => INVENTORY_TYPES.includes(resourceType));

async function presentRecords(
  all: Transaction['all'],
  source: ReadSource,
  organization: OrganizationId,
): Promise<Records> {
  const records = emptyRecords();
  for (const kind of KINDS) {
    const name = collectionOf(kind.resourceType);
    const { columns } = IMPORT_COLLECTIONS[name];
    let page = await readRows(all, source, kind, organization);
    while (page.length > 0) {
      for (const { id, ...fields } of page)
        records[name].set(id, Object.fromEntries(columns.map((column) => [column, fields[column] ?? null])));
      page = await readRows(all, source, kind, organization, page.at(-1)!.id);
    }
  }
  return records;
}

/** Entries after the day are archived, so that they cannot be undone. */
export class ArchivedDay extends Error {
  constructor(month: Month) {
    super(
      `The entries up to ${month} are archived. Ask for ${lastDayOf(month)} or a later day, ` +
        'or restore a backup from before the archiving.',
    );
  }
}

export function createReadPast(source: ReadSource) {
  const { knex } = source;
  const selectHead = compileSelectHead(source);
  const selectArchives = compileSelectArchives(source);

  /** Yields the entries about the inventory on one side of a sequence, in the direction away from it. */
  async function* entriesFrom(
    all: Transaction['all'],
    organization: OrganizationId,
    from: number,
    direction: 'asc' | 'desc',
    end: number,
  ): AsyncGenerator<Entry> {
    let page: Entry[];
    let place = from;
    do {
      const query = knex('activity')
        .select('sequence', 'occurred_at', 'actor_type', 'actor_id', 'description')
        .select('operation', 'resource_type', 'resource_id', 'changes')
        .where('organization_id', organization)
        .where('sequence', direction === 'asc' ? '>' : '<', place)
        .where('sequence', direction === 'asc' ? '<=' : '>', end)
        .whereIn('resource_type', INVENTORY_TYPES)
        .orderBy('sequence', direction)
        .limit(PAGE);
      page = await select<Entry>(all, query);
      yield* page;
      place = page.at(-1)?.sequence ?? place;
    } while (page.length === PAGE);
  }

  /** Reads everything in one snapshot. @throws ArchivedDay. */
  return (organization: OrganizationId, day: string): Promise<PastInventory> =>
    source.snapshot({ organization }, async (all) => {
      const [head] = await all(selectHead, { organization });
      const [ended] = await select<{ sequence: number | null }>(
        all,
        knex('activity')
          .max({ sequence: 'sequence' })
          .where('organization_id', organization)
          .where('occurred_at', '<', endOf(day)),
      );
      const archive = (await all(selectArchives, { organization })).at(-1);
      const begin = { sequence: archive?.last_sequence ?? 0, hash: archive?.hash ?? GENESIS_HASH };
      if (archive && day < lastDayOf(archive.month)) throw new ArchivedDay(archive.month);
      const sequence = ended?.sequence ?? begin.sequence;
      const records = await presentRecords(all, source, organization);
      const [last, known, first] = [
        new Map<string, LastChange>(),
        new Set<string>(),
        new Map<string, string>(),
      ];
      if (head)
        for await (const entry of entriesFrom(all, organization, head.sequence + 1, 'desc', sequence)) {
          undo(records, entry);
          first.set(entry.resource_id, entry.occurred_at);
        }
      for await (const entry of entriesFrom(all, organization, 0, 'asc', sequence)) {
        const { resource_id: id, occurred_at, actor_type, actor_id, description } = entry;
        if (!last.has(id)) first.set(id, occurred_at);
        if (isCreation(entry)) known.add(id);
        last.set(id, { sequence: entry.sequence, occurred_at, actor_type, actor_id, description });
      }
      return { records, last, known, first, sequence, begin, archived: archive?.month, head };
    });
}
