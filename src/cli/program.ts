// The command line. Exit status: 0 success, 1 failure, 2 wrong usage. `sync` has its own list (cli/sync).
import { Command, CommanderError, Option } from 'commander';
import { operations } from '../../generated/operations';
import { version } from '../../package.json';
import { ConfigError, misspelled } from '../base/config';
import { ApiError, unavailableReason } from '../base/errors';
import { UnreadableFile } from '../base/read-file';
import { escapeControls } from '../base/text';
import { SCHEMA_ADVICE, SchemaChanged } from '../database/schema-comparison';
import { addActivityCommands } from './activity/commands';
import { addAdminCommands } from './admin/admin';
import { addBackupCommands, addMigrateCommand, addMoveCommand } from './database';
import { CommandError, WRONG_USAGE } from '../base/command-error';
import { addConformanceCommand } from './review/conformance';
import { addImportCommand } from './import';
import { addInventoryCommands } from './inventory';
import { addKeyCommands, addUsageCommands } from './key';
import { addOrganizationCommands } from './organization';
import { console, print, printUnexpected } from './support/output';
import { addReplayCommand } from './review/replay';
import { addReviewCommand } from './review/review';
import { addSandboxCommand, addServeCommand } from './serve/serve';
import { addSyncCommands } from './sync/commands';

function addOperationsCommand(program: Command): void {
  program
    .command('operations')
    .description('List the operations of the contract with their availability.')
    .addOption(
      new Option('--availability <availability>', 'only operations with this availability').choices([
        'available',
        'planned',
      ]),
    )
    .option('--json', 'print JSON')
    .action((options: { availability?: string; json?: boolean }) => {
      const rows = operations.filter(
        ({ availability }) => options.availability === undefined || availability === options.availability,
      );
      print(rows, ['operationId', 'method', 'path', 'availability'], options.json);
    });
}

// In the order of first use.
const COMMANDS = [
  addServeCommand,
  addSandboxCommand,
  addOrganizationCommands,
  addImportCommand,
  addKeyCommands,
  addAdminCommands,
  addSyncCommands,
  addActivityCommands,
  addInventoryCommands,
  addUsageCommands,
  addMigrateCommand,
  addMoveCommand,
  addBackupCommands,
  addOperationsCommand,
  addReviewCommand,
  addReplayCommand,
  addConformanceCommand,
];

export function createProgram(): Command {
  const program = new Command('compliance-inventory')
    .description('Runs the Compliance Inventory API, its sandbox, and its operator tools.')
    .version(version)
    .showHelpAfterError('For usage, add --help.')
    .addHelpText(
      'after',
      '\nEnvironment variables configure the commands. The page "Configuration" of the guide lists them.\n' +
        'Exit status: 0 success, 1 failure, 2 wrong usage. `sync --help` lists the exit statuses of `sync`.',
    );
  // Commands that are added later inherit this.
  program.exitOverride().configureOutput({ outputError: (message, write) => write(escapeError(message)) });
  for (const add of COMMANDS) add(program);
  program.hook('preAction', (_program, command) => {
    if (command.name() === 'serve') return; // its log has JSON lines only
    for (const warning of misspelled()) console.error(warning);
  });
  return program;
}

/** Escapes an error of commander. It ends with a line break and may suggest another name on a second line. */
const escapeError = (message: string): string => {
  const [, error, suggestion] = /^([^]*?)((?:\n\(Did you mean (?:one of )?[\w, -]+\?\))?\n?)$/.exec(
    message,
  ) as unknown as [string, string, string];
  return escapeControls(error) + suggestion;
};

/** Ignores a closed pipe (EPIPE) or terminal (EIO): the command continues and ends with its own status. */
function ignoreGoneReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/** Runs the command line and sets the exit status. Only results go to standard output. */
export async function run(args: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', ignoreGoneReader).on('error', ignoreGoneReader);
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error, args[0] === 'sync' ? 1 : WRONG_USAGE);
  }
}

function report(error: unknown, wrongUsage: number): number {
  // Commander has printed the error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  if (error instanceof ConfigError) {
    console.error(error.problems);
    return wrongUsage;
  }
  if (error instanceof CommandError) {
    if (error.message) console.error(error.lines);
    return error.exitStatus;
  }
  if (error instanceof UnreadableFile) console.error(`${error.message}.`);
  else if (error instanceof SchemaChanged) console.error([...error.faults, SCHEMA_ADVICE]);
  else if (error instanceof ApiError && error.code === 'unavailable')
    console.error(`Cannot use the database: ${unavailableReason(error)}`);
  else printUnexpected(error);
  return 1;
}
