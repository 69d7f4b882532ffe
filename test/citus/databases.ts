// Creates databases on the cluster of Citus at TEST_CITUS_URL, whose login is a superuser.
import { Client } from 'pg';

const urlOf = (node: Partial<Record<'hostname' | 'port', string>>, database: string): string =>
  Object.assign(new URL(process.env['TEST_CITUS_URL']!), node, { pathname: `/${database}` }).href;

async function query<Row>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows as Row[];
    return rows;
  } finally {
    await client.end();
  }
}

const CLUSTER = new URL(process.env['TEST_CITUS_URL'] ?? 'postgres:').pathname.slice(1);

interface Node {
  hostname: string;
  port: string;
}

/** Returns the coordinator and then the workers. */
const nodes = (): Promise<Node[]> =>
  query<Node>(
    process.env['TEST_CITUS_URL']!,
    'select nodename as hostname, nodeport::text as port from pg_dist_node order by groupid',
  );

const OWNER = 'owner';
/** Fewer than the default, because each test file creates its tables. */
const SHARDS = 4;

/**
 * Creates an empty database on every server, and returns the URL of its owner at the coordinator. `fill`: runs
 * while it is an ordinary database.
 */
export async function createCitusDatabase(
  name: string,
  fill: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const [coordinator, ...workers] = await nodes();
  for (const node of [coordinator!, ...workers])
    await query(urlOf(node, CLUSTER), `create database ${name} owner ${OWNER}`);
  const url = Object.assign(new URL(urlOf(coordinator!, name)), { username: OWNER }).href;
  await fill(url);
  for (const node of [coordinator!, ...workers]) await query(urlOf(node, name), 'create extension citus');
  await query(
    urlOf(coordinator!, name),
    `alter database ${name} set citus.shard_count = ${SHARDS}`,
    `select citus_set_coordinator_host('${coordinator!.hostname}', ${coordinator!.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
    // The workers learn the owner, and the roles that another database has created.
    `alter database ${name} owner to ${OWNER}`,
    `do $$ declare role text; begin
      for role in select rolname from pg_roles where rolname like 'compliance\\_inventory\\_%' loop
        execute format('grant connect on database ${name} to %I', role);
      end loop;
    end $$`,
  );
  return url;
}

export async function dropCitusDatabase(name: string): Promise<void> {
  for (const node of await nodes()) await query(urlOf(node, CLUSTER), `drop database ${name} with (force)`);
}
