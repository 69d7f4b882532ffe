// The `User` records of people who sign in to the Settings pages.
import type { Clock } from '../../base/day';
import { contractDocument } from '../../contract/document';
import { createRecordModel } from '../../contract/record-model';
import type { Database, SharedTransaction, Transaction } from '../../database/database';
import { requireWritten } from '../../database/kept-change';
import { sendAll } from '../../database/shared-transaction';
import type { BoundStatement } from '../../database/statement';
import { createNoMemory } from '../records/memory';
import { createWorldStores } from '../records/open-worlds';
import { RECORD_TABLE, newId } from '../records/table';
import { type Stores, World } from '../records/world';
import type { SaveMember, SavedMember } from '../users/admission';
import { settingsRole } from '../users/user';
import { endRights, withdrawInvitations } from './users';

type Saved = Omit<SavedMember, 'activities'>;
type Change = Parameters<SaveMember>[3];

async function remove(world: World, { id, email, recordId }: Change): Promise<Saved> {
  const found = recordId === null ? undefined : await world.find('User', recordId);
  if (!found) {
    await withdrawInvitations(world, email);
    return { id, role: 'member', former: undefined };
  }
  await endRights(world, found);
  await world.remove('User', found);
  return { id: found.id, role: settingsRole(found.role), former: found.role };
}

async function save(world: World, { id, email, issuer, recordId, ...roles }: Change): Promise<Saved> {
  const found =
    recordId === null ? (await world.search('User', 'email', email))[0] : await world.find('User', recordId);
  const isDemoted = roles.before === 'admin' && roles.after === 'member';
  const other = isDemoted ? 'auditor' : (found?.role ?? 'auditor');
  const role = roles.after === 'admin' ? 'organization_admin' : other;
  const fields = { role, $signIn: issuer === null ? 'link' : 'provider' } as const;
  if (found) {
    if (found.role !== role) await endRights(world, found, role);
    await world.change('User', found, { ...found, ...fields });
    return { id: found.id, role: settingsRole(role), former: found.role };
  }
  if (isDemoted) await withdrawInvitations(world, email);
  const at = world.now.toISOString();
  // Keys and records keep the id of a deleted record: a user who returns gets another one.
  const made = (await world.isNew('User', id)) ? id : newId('usr');
  const person = { name: email, email, phone: null, jobTitle: null, createdAt: at, updatedAt: at };
  await world.create('User', { id: made, ...person, ...fields });
  return { id: made, role: settingsRole(role), former: undefined };
}

/** Returns a view of one transaction as stores of records take it. `statements`: receives the changes. */
const asShared = ({ all }: Transaction, statements: BoundStatement[]): SharedTransaction => ({
  query: async (query, key) => (await query.run(all, [key]))[0]!,
  change: (change, item) => void statements.push(...change.statements([item])),
});

/**
 * Makes what changes the `User` records of people who sign in to the Settings pages, with the rules of the operations on
 * users, in the transaction of those pages.
 */
export function createSaveMember(database: Database, clock: Clock): SaveMember {
  const shared = { isSandbox: false, clock, memory: createNoMemory(), origin: () => '' };
  const stores: Stores = {
    ...createWorldStores(database, shared),
    model: createRecordModel(contractDocument),
  };
  return async (transaction, organization, by, change) => {
    const statements: BoundStatement[] = [];
    const within = asShared(transaction, statements);
    const world = new World(
      stores,
      { organization: { id: organization, slug: '' }, keyId: by.actorId, access: 'read_write' },
      by,
      { transaction: within, earlier: { records: new Map(), entries: [] }, lists: new Map() },
    );
    const saved = await (change.after === undefined ? remove : save)(world, change);
    for (const { collection, before, stored } of world.own.records.values()) {
      const store = stores.tables[collection] ?? stores.records;
      store.save(within, world.organization, collection, before, stored);
    }
    await sendAll([{ transaction, statements }]);
    const changed = world.own.records.get(`User ${saved.id}`);
    if (changed) {
      const [record, deleted] = [JSON.stringify(changed.stored ?? changed.before), changed.stored ? 0 : 1];
      const written = database
        .knex(RECORD_TABLE)
        .where({ organization_id: organization, id: saved.id, record, deleted })
        .whereRaw("collection || '' = 'User'"); // as an expression, the collection selects no index
      await requireWritten(database, transaction, `the change of the user ${saved.id}`, written);
    }
    const activities = world.own.entries.map(({ activity }) => activity);
    return { ...saved, activities: activities.filter(({ resourceType }) => resourceType !== 'user') };
  };
}
