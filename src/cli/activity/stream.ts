// `activity stream`: the entries of a log as lines of JSON, for a SIEM.
import type { Command } from 'commander';
import { wholeNumber } from '../support/arguments';
import { CommandError } from '../support/command-error';
import { stream } from '../support/output';
import { onFirstSignal } from '../support/signals';
import { readOrganization } from '../support/with-inventory';

const STREAM_HELP = `
Each line is one entry in JSON, in order of sequence and without gaps. The caller stores the sequence of
the last complete line, and passes the number after it as --from the next time.

--follow waits for later entries. SIGINT or SIGTERM ends the command with 0 after a complete line.

The command exits with 1 when the entries are archived and --archives does not name their folder.`;

/** The maximum of a sequence. */
const MAX_SEQUENCE = 2_147_483_647;

interface StreamOptions {
  from: number;
  follow?: boolean;
  archives?: string;
}

export function addStreamCommand(activity: Command): void {
  activity
    .command('stream')
    .description('Print the log from a sequence on as lines of JSON, for a SIEM.')
    .argument('<slug>', 'the organization')
    .option('--from <sequence>', 'the first entry', wholeNumber(1, MAX_SEQUENCE), 1)
    .option('--follow', 'wait for later entries')
    .option('--archives <folder>', 'the archives of older entries')
    .addHelpText('after', STREAM_HELP)
    .action(async (slug: string, { from, follow = false, archives }: StreamOptions) => {
      const [{ MissingEntries, streamEntries }, { toEntry }] = await Promise.all([
        import('../../server/audit/stream.js'),
        import('../../server/audit/chain.js'),
      ]);
      const ending = new AbortController();
      const stopListening = onFirstSignal(() => ending.abort());
      await readOrganization(slug, async (inventory, { id }) => {
        const options = { from, archives, follow, signal: ending.signal };
        async function* lines() {
          for await (const rows of streamEntries(inventory, id, options))
            yield rows.map((row) => `${JSON.stringify({ organization: slug, ...toEntry(row) })}\n`).join('');
        }
        await stream(lines());
      })
        .catch((error: unknown) => {
          throw error instanceof MissingEntries ? new CommandError(error.message) : error;
        })
        .finally(stopListening);
    });
}
