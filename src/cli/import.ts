// `import`: an inventory from a file or a folder, all of it or nothing.
import type { Command } from 'commander';
import type { ImportReport } from '../import/importer';
import type { ImportError } from '../import/refused';
import { console, table } from './output';
import { withProgress } from './progress';
import { Refusal } from './refusal';
import { startSmall } from './start-small';
import { requireOrganization, withInventory } from './with-inventory';

const HELP = `
FILE is a .json, .yaml or .yml file that holds an object with the lists facilities, control_centers, cyber_systems and cyber_assets,
or a folder with facilities.csv, control_centers.csv, cyber_systems.csv and cyber_assets.csv. What is not there is left alone.

Rows have the fields of the API. A reference (facility_id, control_center_id, cyber_system_id) is an id in the file or in the
organization. id is optional: a row without one means the record with its name, or a new one. Records that are not in the file stay.
organization_slug, created_at, updated_at, and the impact_rating of an asset may be there and are not read: an asset always has
the rating of its cyber system. In CSV an empty cell is a field that is not there.

If any row is bad nothing is imported, and each bad row is named on standard error, or with --json in "errors" on standard output.`;

interface Options {
  dryRun?: boolean;
  json?: boolean;
}

const lineOf = ({ file, line, message }: ImportError): string =>
  line === undefined ? `${file} ${message}.` : `${file}:${line}: ${message}`;

function refuse(errors: ImportError[], asJson: boolean | undefined): never {
  if (asJson) console.text(JSON.stringify({ errors }, null, 2));
  else console.error(errors.map(lineOf));
  throw new Refusal('Nothing was imported.');
}

function show(report: ImportReport, asJson: boolean | undefined): void {
  if (asJson) return console.text(JSON.stringify(report, null, 2));
  const rows = Object.entries(report.collections).map(([collection, counts]) => ({ collection, ...counts }));
  console.log(table(rows, ['collection', 'created', 'updated', 'unchanged']));
  if (report.dry_run) console.log('Dry run: nothing was written.');
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('Import an inventory: all of it or nothing. Importing the same file twice changes nothing.')
    .argument('<slug>', 'the organization')
    .argument('<file>', 'a JSON or YAML file, or a folder of CSV files')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'the result as JSON')
    .addHelpText('after', HELP)
    .hook('preAction', () => void startSmall()) // what it holds is long-lived, and would be copied through a larger young generation
    .action((slug: string, file: string, { dryRun = false, json }: Options) =>
      withInventory(async (inventory) => {
        const organization = await requireOrganization(inventory, slug);
        const { readSource } = await import('../import/read.js');
        const { ImportRefused } = await import('../import/refused.js');
        try {
          const { content, placeOf } = await readSource(file);
          const report = await withProgress('rows', (onProgress) =>
            inventory.importer.run(organization, content, { dryRun, placeOf, onProgress }),
          );
          show(report, json);
        } catch (error) {
          if (error instanceof ImportRefused) refuse(error.errors, json);
          throw error;
        }
      }),
    );
}
