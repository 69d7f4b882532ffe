// `usage export`: the requests of an organization's API keys.
import type { Command } from 'commander';
import { console } from './support/output';
import { readOrganization } from './support/with-inventory';

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
