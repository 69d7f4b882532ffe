// `key create`, `key list` and `key revoke`: the API keys of an organization. `usage export`: their requests.
import { type Command, Option } from 'commander';
import type { Inventory } from '../app/inventory';
import type { Organization } from '../base/organization';
import { accountName } from '../server/audit/entry';
import { isUserId } from '../server/keys/format';
import { DEFAULT_DAYS, inPairs, MAX_DAYS } from '../server/keys/key-rules';
import { lifetime, oneLine } from './support/arguments';
import { CommandError } from '../base/command-error';
import { console, print } from './support/output';
import { readOrganization, withInventory, withOrganization } from './support/with-inventory';

const DEFAULT_LIFETIME = `${DEFAULT_DAYS}d`;

interface CreateOptions {
  label: string;
  readOnly?: true;
  expiresIn: number;
  createdBy: string;
  user?: string;
}

/** @throws CommandError for a user that the organization does not have. */
async function findUserId({ database }: Inventory, organization: Organization, user: string) {
  const [{ createRecordStore }, { folded }] = await Promise.all([
    import('../server/records/table.js'),
    import('../server/records/views.js'),
  ]);
  const records = createRecordStore(database);
  const found = isUserId(user)
    ? await records.find(organization, 'User', user)
    : (await records.search(organization, 'User', 'email', folded(user)))[0];
  if (!found) throw new CommandError(`The organization has no user ${user}.`);
  return String(found.id);
}

export function addKeyCommands(program: Command): void {
  const key = program
    .command('key')
    .description(
      'Manage API keys. To rotate a key, create a new one, give it to the client, then revoke the old one. ' +
        'Both work until then.',
    );

  key
    .command('create')
    .description('Create a key for the real server and print it once. The server stores only its digest.')
    .argument('<slug>', 'the organization')
    .requiredOption('--label <label>', 'purpose of the key, for example CMDB sync', oneLine)
    .option('--read-only', 'let the key read the inventory and change nothing')
    .addOption(
      new Option('--expires-in <duration>', `for example 90d, 12h or 30s; at most ${MAX_DAYS}d`)
        .argParser(lifetime)
        .default(lifetime(DEFAULT_LIFETIME), DEFAULT_LIFETIME),
    )
    .option('--user <user>', 'the id or email address of the user for whom the key acts', oneLine)
    .option('--created-by <name>', 'the person responsible for the key', oneLine, accountName())
    .action((slug: string, options: CreateOptions) =>
      withOrganization(slug, async (inventory, organization) => {
        const expiresAt = new Date(Date.now() + options.expiresIn);
        console.log(
          await inventory.keys.create(organization.id, {
            label: options.label,
            access: options.readOnly ? 'read_only' : 'read_write',
            createdBy: options.user
              ? await findUserId(inventory, organization, options.user)
              : options.createdBy,
            expiresAt,
            environment: 'live',
          }),
        );
      }),
    );

  key
    .command('list')
    .description(
      'List the keys of an organization, without the keys themselves. A replaced key follows its replacement.',
    )
    .argument('<slug>', 'the organization')
    .option('--json', 'print JSON')
    .action((slug: string, options: { json?: boolean }) =>
      readOrganization(slug, async (inventory, organization) => {
        const keys = inPairs(await inventory.keys.list(organization.id)).map(
          ({ replacement, ...listed }) => ({
            ...listed,
            replaced_by: replacement?.id ?? null,
            last_four: undefined,
          }),
        ); // only the Settings pages show it
        print(
          keys,
          [
            'id',
            'label',
            'prefix',
            'access',
            'created_by',
            'created_at',
            'expires_at',
            'revoked_at',
            'last_used_at',
            'replaced_by',
          ],
          options.json,
        );
      }),
    );

  key
    .command('revoke')
    .description('Revoke a key. The server rejects its next request.')
    .argument('<id>', 'the id that `key list` shows')
    .action((id: string) =>
      withInventory(async ({ keys }) => {
        if ((await keys.revoke(id)) === 'unknown')
          throw new CommandError(`No key has the id "${id}". \`key list SLUG\` lists the keys.`);
      }),
    );
}

const EXPORT_HELP = `
Each row has the requests of one key for one operation on one day (UTC). operationId is null for
requests without an operation: the path or method is unknown, the rate limit rejected the request, or
a server of an earlier version counted it. Revoked and expired keys keep their rows.

Servers write their counts once a minute and when they shut down.`;

export function addUsageCommands(program: Command): void {
  const usage = program.command('usage').description('Show the requests of the API keys of an organization.');

  usage
    .command('export')
    .description('Print the requests by key, operation and day as JSON.')
    .argument('<slug>', 'the organization')
    .addHelpText('after', EXPORT_HELP)
    .action((slug: string) =>
      readOrganization(slug, async ({ keys }, organization) => {
        const rows = await keys.exportUsage(organization.id);
        console.text(JSON.stringify({ organization: organization.slug, usage: rows }, null, 2));
      }),
    );
}
