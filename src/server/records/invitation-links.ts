// The invitations of the Settings pages, as a collection of records: a change of a user withdraws them.
import type { BatchedChange, Database } from '../../database/database';
import { queryEach } from '../../database/query-batcher';
import { compileChange, compileUpdateRows } from '../../database/rows';
import { compile } from '../../database/statement';
import type { Fields } from '../../contract/record-model';
import type { TableStore } from './table';

/** The name of the collection, which no contract has. */
export const LINKS = '$InvitationLink';

export interface InvitationLink extends Fields {
  id: string;
  email: string;
  invited_by: string;
  expires_at: string;
  ended_at: string | null;
}

export function createInvitationLinks(database: Database): TableStore {
  const change: BatchedChange<object> = compileChange(
    compileUpdateRows(database, 'invitations', ['organization_id', 'id'], ['ended_at']),
  );
  const open = compile<{ organization: string }, InvitationLink>((param) =>
    database
      .knex('invitations')
      .where('organization_id', param('organization'))
      .whereNull('ended_at')
      .select('id', 'email', 'invited_by', 'expires_at', 'ended_at'),
  );
  const lists = queryEach((all, organization: string) => all(open, { organization }));
  // Only changes of users read it, in the role of their transaction.
  const list: TableStore['list'] = (transaction, { id }) => transaction!.query(lists, id);
  return {
    list,
    find: () => Promise.resolve(undefined),
    search: () => undefined,
    save: (transaction, { id: organization_id }, _collection, before, after) =>
      transaction.change(change, { organization_id, id: before!.id, ended_at: after!.ended_at }),
  };
}
