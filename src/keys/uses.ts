// The use of keys in the database: when each was last used, and how many requests it made on each day.
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';

/** Requests of one key on one day. */
export interface KeyUse {
  /** Of the last of them. */
  at: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  requests: number;
}

export interface RequestsOfDay {
  key_id: string;
  day: string;
  requests: number;
}

export interface KeyUses {
  recordUse(organization: OrganizationId, id: string, use: KeyUse): Promise<void>;
  /** From a day on, as YYYY-MM-DD; days without requests are left out. */
  requestsByDay(organization: OrganizationId, since: string): Promise<RequestsOfDay[]>;
}

export function createUses(database: Database): KeyUses {
  const { knex } = database;
  type Use = { organization: OrganizationId; id: string } & KeyUse;
  // Several processes write of one key, each in its own time: the last use does not go back.
  const note = compile<Use, never>((param) =>
    knex('api_keys')
      .where({ organization_id: param('organization'), id: param('id') })
      .where((query) => void query.whereNull('last_used_at').orWhere('last_used_at', '<', param('at')))
      .update({ last_used_at: param('at') }),
  );
  const add = compile<Use, never>((param) =>
    knex('key_requests')
      .insert({
        organization_id: param('organization'),
        key_id: param('id'),
        day: param('day'),
        requests: param('requests'),
      })
      .onConflict(['organization_id', 'key_id', 'day'])
      .merge({ requests: knex.raw('key_requests.requests + excluded.requests') }),
  );
  const byDay = compile<{ organization: OrganizationId; since: string }, RequestsOfDay>((param) =>
    knex('key_requests')
      .where('organization_id', param('organization'))
      .where('day', '>=', param('since'))
      .orderBy(['key_id', 'day'])
      .select('key_id', 'day', 'requests'),
  );

  return {
    async recordUse(organization, id, use) {
      await database.write({ organization }, async (transaction) => {
        await transaction.run(note, { organization, id, ...use });
        await transaction.run(add, { organization, id, ...use });
      });
    },
    requestsByDay: (organization, since) => database.read({ organization }, byDay, { organization, since }),
  };
}
