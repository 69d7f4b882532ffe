// Gives each membership the `User` record of its organization, in which role and status stand. A membership without one
// is that of a server of the previous version, or of an address that already has a record.
import type { Knex } from 'knex';
import type { SchemaDialect } from './schema';

interface Member {
  organization_id: string;
  user_id: string;
  email: string;
  issuer: string | null;
  role: string;
  created_at: string;
}

const COLLECTION = 'User';
/** Sequences of a millisecond. */
const SEQUENCES = 4096;

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.alterTable('memberships', (table) => {
    table.string('record_id', 255);
    table.unique(['organization_id', 'record_id']);
  });
  // Released operations on users change or end memberships, and withdraw invitations.
  await schema.admitServer(knex, 'memberships');
  await schema.admitServer(knex, 'invitations');
  for (const organization_id of await knex('organizations').pluck<string[]>('id')) {
    const place = { organization_id, collection: COLLECTION };
    const known = await knex('record_fields')
      .where({ ...place, field: 'email' })
      .pluck<string[]>('value');
    const members: Member[] = await knex({ m: 'memberships' })
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .where({ organization_id })
      .orderBy(['m.created_at', 'u.id'])
      .select('m.organization_id', 'm.user_id', 'u.email', 'm.issuer', 'm.role', 'm.created_at');
    for (const [index, member] of members.entries())
      if (!known.includes(member.email)) await addRecord(knex, member, index);
  }
}

async function addRecord(
  knex: Knex,
  { organization_id, user_id, email, issuer, role, created_at }: Member,
  index: number,
): Promise<void> {
  const key = { organization_id, id: user_id, collection: COLLECTION };
  const sequence = Date.parse(created_at) * SEQUENCES + index;
  const record = {
    id: user_id,
    ...{ name: email, email, phone: null, jobTitle: null },
    role: role === 'admin' ? 'organization_admin' : 'auditor',
    ...{ createdAt: created_at, updatedAt: created_at },
    ...{ $signIn: issuer === null ? 'link' : 'provider', $sequence: sequence },
  };
  await knex('records').insert({ ...key, sequence, record: JSON.stringify(record), deleted: 0 });
  for (const field of ['email', 'role'] as const)
    await knex('record_fields').insert({ ...key, field, value: record[field] });
  await knex('memberships').where({ organization_id, user_id }).update({ record_id: user_id });
}
