// SQL that fills a migrated database in seconds with one large organization beside many small ones. PostgreSQL and
// SQLite run the same text. The hashes of the log are not those of a chain.
'use strict';

/** The organizations of `largeDataSql`: the large one, and small ones by their number from 1. */
const BIG = { id: 'org_big', slug: 'big', name: 'Big power' };
const smallId = (number) => `org_small${100_000 + number}`;

const SIZES = {
  assets: 100_000,
  systems: 1000,
  facilities: 500,
  entries: 1_000_000,
  /** Members and keys of the large organization. */
  people: 200,
  /** Tasks. */
  records: 20_000,
  organizations: 1000,
  small: { assets: 100, systems: 10, facilities: 5, entries: 130, people: 5, records: 20 },
  months: 24,
};

const MADE_AT = "'2026-01-01T00:00:00.000Z'";
const EXPIRES_AT = "'2099-01-01T00:00:00.000Z'";

const upTo = (count) => `n(i) as (select 1 union all select i + 1 from n where i < ${Math.max(count, 1)})`;
const digits = (number, width) => `substr(cast(${10 ** width} + ${number} as varchar(20)), 2)`;
/** 64 digits that differ for each organization and number. */
const digest = (kind, number) =>
  `substr('${kind}' || o || '${'0'.repeat(64)}', 1, 50) || ${digits(number, 14)}`;
const pick = (number, ...texts) =>
  `case ${number} % ${texts.length} ${texts.map((text, index) => `when ${index} then ${text}`).join(' ')} end`;

/** The time of entry `i` of `entries`, spread over `months` of 28 days up to the month before `now`. */
function timeOf(entries, months, now) {
  const seconds = `(cast(i as bigint) * ${Math.floor((months * 28 * 86_400) / Math.max(entries, 1))})`;
  const month = `(${now.getUTCFullYear() * 12 + now.getUTCMonth() - months} + ${seconds} / ${28 * 86_400})`;
  return [
    `(${month} / 12) || '-'`,
    `${digits(`${month} % 12 + 1`, 2)} || '-'`,
    `${digits(`${seconds} / 86400 % 28 + 1`, 2)} || 'T'`,
    `${digits(`${seconds} / 3600 % 24`, 2)} || ':'`,
    `${digits(`${seconds} / 60 % 60`, 2)} || ':'`,
    `${digits(`${seconds} % 60`, 2)} || '.000Z'`,
  ].join(' || ');
}

/** The statements for the organizations that `organizations` selects as `o`. */
function contentOf(organizations, { assets, systems, facilities, entries, people, records, months }, now) {
  const insert = (table, count, columns) =>
    count === 0
      ? []
      : [
          `with recursive ${upTo(count)} insert into ${table} (organization_id, ${Object.keys(columns).join(', ')})
            select o, ${Object.values(columns).join(', ')} from (${organizations}) as org cross join n`,
        ];
  return [
    ...insert('facilities', facilities, {
      id: `'fac_' || (1000000 + i)`,
      name: `'Substation ' || i`,
    }),
    ...insert('control_centers', 2, { id: `'cc_' || (1000000 + i)`, name: `'Control center ' || i` }),
    ...insert('cyber_systems', systems, {
      id: `'cs_' || (1000000 + i)`,
      name: `'System ' || i`,
      impact_rating: pick('i', "'high'", "'medium'", "'low'"),
      facility_id: `'fac_' || (1000001 + i % ${facilities})`,
    }),
    // PostgreSQL would keep a scan of the empty table as the plan of the foreign key's check.
    'analyze cyber_systems',
    ...insert('cyber_assets', assets, {
      id: `'ca_' || (1000000 + i)`,
      name: `'RTU-' || i`,
      name_key: `'rtu-' || i`,
      cyber_system_id: `'cs_' || (1000001 + i % ${systems})`,
      asset_type: pick('i', "'hardware'", "'software'"),
      created_at: MADE_AT,
      updated_at: MADE_AT,
    }),
    ...insert('collection_versions', 4, {
      collection: pick('i', "'facilities'", "'control_centers'", "'cyber_systems'", "'cyber_assets'"),
      version: `'first'`,
    }),
    ...insert('api_keys', people, {
      id: `'key_' || o || '_' || i`,
      digest: digest('k', 'i'),
      prefix: `'cik_live_0000'`,
      last_four: `'0000'`,
      label: `'Key ' || i`,
      created_by: `'operator'`,
      created_at: MADE_AT,
      expires_at: EXPIRES_AT,
    }),
    ...insert('key_requests', people, {
      key_id: `'key_' || o || '_' || i`,
      day: `'2026-01-01'`,
      requests: '10',
    }),
    ...insert('operation_requests', people, {
      key_id: `'key_' || o || '_' || i`,
      day: `'2026-01-01'`,
      operation_id: `'getCyberAssetById'`,
      requests: '10',
    }),
    `with recursive ${upTo(people)} insert into users (id, email, second_factor_step, recovery_codes, created_at)
      select 'usr_' || o || '_' || i, 'user' || i || '@' || o || '.example', 0, '[]', ${MADE_AT}
        from (${organizations}) as org cross join n`,
    ...insert('memberships', people, {
      user_id: `'usr_' || o || '_' || i`,
      role: pick('i', "'admin'", "'member'"),
      created_at: MADE_AT,
    }),
    ...insert('invitations', people, {
      id: `'inv_' || (1000000 + i)`,
      digest: digest('i', 'i'),
      email: `'invited' || i || '@' || o || '.example'`,
      role: `'member'`,
      invited_by: `'operator'`,
      created_at: MADE_AT,
      expires_at: EXPIRES_AT,
    }),
    ...insert('idempotency_keys', assets, {
      idempotency_key: digest('p', 'i'),
      fingerprint: digest('f', 'i'),
      status: '201',
      body: `'{}'`,
      headers: `'{}'`,
      created_at: MADE_AT,
    }),
    ...insert('records', records, {
      id: `'tsk_' || (1000000 + i)`,
      collection: `'Task'`,
      sequence: 'i',
      record: `'{}'`,
      deleted: '0',
    }),
    ...insert('record_fields', records, {
      id: `'tsk_' || (1000000 + i)`,
      collection: `'Task'`,
      field: `'assigneeId'`,
      value: `'usr_' || (i % ${people})`,
    }),
    ...insert('activity', entries, {
      sequence: 'i',
      id: `'act_' || (10000000 + i)`,
      occurred_at: timeOf(entries, months, now),
      actor_type: pick('i', "'api_key'", "'user'", "'api_key'", "'operator'"),
      actor_id: pick(
        'i',
        `'key_' || o || '_' || (1 + i % ${people})`,
        `'usr_' || o || '_' || (1 + i % ${people})`,
        `'key_' || o || '_' || (1 + i % ${people})`,
        `'operator'`,
      ),
      operation: pick('i', "'updated'", "'created'", "'updated'", "'deleted'"),
      resource_type: pick('i', "'cyber-asset'", "'cyber-asset'", "'cyber-asset'", "'cyber-system'"),
      resource_id: pick(
        'i',
        ...Array(3).fill(`'ca_' || (1000001 + i % ${Math.max(assets, 1)})`),
        `'cs_' || (1000001 + i % ${systems})`,
      ),
      description: `'Changed record ' || i`,
      changes: `'[{"field":"name","before":null,"after":"RTU-' || i || '"}]'`,
      previous_hash: digest('h', 'i - 1'),
      hash: digest('h', 'i'),
    }),
    ...insert('activity_heads', entries === 0 ? 0 : 1, { sequence: entries, hash: digest('h', entries) }),
  ];
}

/**
 * Returns the statements, to run in one transaction by the owner of the tables. `sizes`: those that differ from SIZES.
 * `now`: the log ends in the month before it.
 */
function largeDataSql(sizes = {}, now = new Date()) {
  const { small, organizations, ...big } = { ...SIZES, ...sizes, small: { ...SIZES.small, ...sizes.small } };
  const smallNumber = '(100000 + i)';
  return [
    `insert into organizations (id, slug, name, created_at)
      values ('${BIG.id}', '${BIG.slug}', '${BIG.name}', ${MADE_AT})`,
    ...contentOf(`select '${BIG.id}' as o`, big, now),
    ...(organizations === 0
      ? []
      : [
          `with recursive ${upTo(organizations)} insert into organizations (id, slug, name, created_at)
            select 'org_small' || ${smallNumber}, 'small-' || i, 'Small ' || i, ${MADE_AT} from n`,
          ...contentOf(
            `select id as o from organizations where id like 'org_small%'`,
            { ...small, months: big.months },
            now,
          ),
        ]),
  ];
}

module.exports = { BIG, SIZES, largeDataSql, smallId };
