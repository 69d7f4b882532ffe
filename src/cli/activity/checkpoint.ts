// `activity checkpoint-key` and `activity checkpoint`: signed heads of logs, which `activity verify` accepts.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { writeNewFile } from '../../base/atomic-write';
import { readText } from '../../base/read-file';
import type { OrganizationRecord } from '../../server/organizations/store';
import { CommandError } from '../../base/command-error';
import { console } from '../support/output';
import { readInventory, requireOrganization } from '../support/with-inventory';

const KEY_HELP = `
FILE is the private key, readable by its owner only. FILE.pub is the public key. Keep the private key on the
host that writes checkpoints, and give the public key to the auditors.`;

const CHECKPOINT_HELP = `
A checkpoint is a small JSON file: the organization, the sequence and the hash of the last entry, the time,
the id of the key and an Ed25519 signature. Without a slug, the command writes one for each organization.

Keep checkpoints where the database administrator cannot write. \`activity verify SLUG --checkpoint FILE
--public-key FILE\` then detects a log that was rewritten or truncated since.`;

/** @throws CommandError. */
async function readKeyFile(file: string, create: typeof createPublicKey | typeof createPrivateKey) {
  const { readKey } = await import('../../server/audit/checkpoint.js');
  const key = readKey(await readText(file), create);
  const kind = create === createPrivateKey ? 'private' : 'public';
  if (!key)
    throw new CommandError(
      `"${file}" has no Ed25519 ${kind} key in PEM format. Pass a file of \`activity checkpoint-key\`.`,
    );
  return key;
}

/** Returns the head that a checkpoint signs. @throws CommandError when the checkpoint is not to be trusted. */
export async function headOfCheckpoint(
  organization: OrganizationRecord,
  checkpointFile: string,
  publicKeyFile: string,
): Promise<string> {
  const { findFault, readCheckpoint } = await import('../../server/audit/checkpoint.js');
  const publicKey = await readKeyFile(publicKeyFile, createPublicKey);
  const checkpoint = readCheckpoint(await readText(checkpointFile));
  if (!checkpoint)
    throw new CommandError(
      `"${checkpointFile}" is not a checkpoint. Pass a file of \`activity checkpoint\`.`,
    );
  const fault = findFault(checkpoint, organization, publicKey);
  if (fault !== undefined) throw new CommandError(fault);
  return checkpoint.head;
}

/** Returns a name that sorts by time and that every file system accepts. */
const fileName = (slug: string, time: Date): string =>
  `${slug}-${time.toISOString().replaceAll(':', '').replace('.', '')}.checkpoint.json`;

export function addCheckpointCommands(activity: Command): void {
  activity
    .command('checkpoint-key')
    .description('Make a key pair that signs checkpoints.')
    .argument('<file>', 'the new private key; FILE.pub is the public key')
    .addHelpText('after', KEY_HELP)
    .action(async (file: string) => {
      const { computeKeyId, newKeyPair } = await import('../../server/audit/checkpoint.js');
      const taken = [file, `${file}.pub`].find((path) => existsSync(path));
      if (taken !== undefined) throw new CommandError(`"${taken}" exists. Name a new file.`);
      const { privateKey, publicKey } = newKeyPair();
      await writeNewFile(file, (temporary) => writeFile(temporary, privateKey));
      await writeFile(`${file}.pub`, publicKey, { flag: 'wx', mode: 0o644 });
      console.log(`Wrote the key ${computeKeyId(createPublicKey(publicKey))}: ${file} and ${file}.pub`);
    });

  activity
    .command('checkpoint')
    .description('Sign where the log of each organization, or of one, ends now.')
    .argument('[slug]', 'the organization; all by default')
    .requiredOption('--key <file>', 'the private key')
    .option('--to <folder>', 'the folder of the checkpoints', '.')
    .addHelpText('after', CHECKPOINT_HELP)
    .action(async (slug: string | undefined, { key: keyFile, to }: { key: string; to: string }) => {
      const { signCheckpoint } = await import('../../server/audit/checkpoint.js');
      const key = await readKeyFile(keyFile, createPrivateKey);
      await readInventory(async (inventory) => {
        const one = slug === undefined ? undefined : await requireOrganization(inventory, slug);
        const organizations = one ? [one] : await inventory.organizations.list();
        await mkdir(to, { recursive: true });
        for (const organization of organizations) {
          const head = await inventory.activity.head(organization.id);
          if (!head) continue; // an organization that is older than the log and unchanged since
          const time = new Date();
          const checkpoint = signCheckpoint(organization, head, time, key);
          const file = join(to, fileName(organization.slug, time));
          await writeNewFile(file, (temporary) =>
            writeFile(temporary, `${JSON.stringify(checkpoint, null, 2)}\n`),
          );
          console.log(`${file}: entry ${head.sequence}`);
        }
      });
    });
}
