// `import`: an inventory from a file or folder, in one transaction.
import type { Command } from 'commander';
import type { SeedReport } from '../app/import-seed';
import { ApiError } from '../base/errors';
import type { ImportReport } from '../server/import/importer';
import type { ImportProblem } from '../server/import/content';
import { CommandError } from '../base/command-error';
import { faultText } from '../sync/errors';
import { console, table, withProgress } from './support/output';
import { withOrganization } from './support/with-inventory';

const HELP = `
FILE is a .json, .yaml or .yml file with an object of lists (facilities, control_centers, cyber_systems,
cyber_assets), or a folder with facilities.csv, control_centers.csv, cyber_systems.csv and
cyber_assets.csv. Each list is optional.

Rows have the fields of the API. A reference (facility_id, control_center_id, cyber_system_id) is an id
in the file or in the organization. In its place, facility_name, control_center_name or cyber_system_name
has the name of a record. If several systems have the name, facility_name or control_center_name of an
asset chooses one. The id of a row is optional: without one, the row updates the record with the same
name, a system with the same name at the same site, or creates a new record with a new id. The import
does not delete records. It ignores organization_slug, created_at, updated_at and the impact_rating of
an asset, which always has the rating of its cyber system. In CSV, an empty cell means that the field is
absent.

A JSON file may also hold the records of a sandbox's world (GET /sandbox/worlds/{id}/records, or the
"records" of POST /sandbox/worlds). Kinds of records whose operations are not released are named and left
out. Records keep their ids. The inventory is written first, the other records after it.

If any row is invalid, the command imports nothing and lists every invalid row on standard error, or
with --json in "errors".`;

interface Options {
  dryRun?: boolean;
  json?: boolean;
}

function refuse(errors: ImportProblem[], asJson: boolean | undefined): never {
  if (asJson) console.text(JSON.stringify({ errors }, null, 2));
  else console.error(errors.map(faultText));
  throw new CommandError('Nothing was imported.');
}

function show(report: ImportReport | SeedReport, asJson: boolean | undefined): void {
  if (asJson) return console.text(JSON.stringify(report, null, 2));
  const rows = Object.entries(report.collections).map(([collection, counts]) => ({ collection, ...counts }));
  console.log(table(rows, ['collection', 'created', 'updated', 'unchanged']));
  if ('left_out' in report && report.left_out.length > 0)
    console.log(`Left out, because no operation on them is released: ${report.left_out.join(', ')}.`);
  if (report.dry_run) console.log('Dry run: nothing was written.');
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      'Import an inventory completely or not at all. Importing the same file twice changes nothing.',
    )
    .argument('<slug>', 'the organization')
    .argument('<file>', 'a JSON or YAML file, or a folder of CSV files')
    .option('--dry-run', 'show the result without changing anything')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action((slug: string, file: string, { dryRun = false, json }: Options) =>
      withOrganization(slug, async (inventory, organization) => {
        const { readSource } = await import('../server/import/read.js');
        const { ImportError } = await import('../server/import/content.js');
        try {
          const source = await readSource(file);
          if ('records' in source) {
            const { importSeed } = await import('../app/import-seed.js');
            return show(await importSeed(inventory, organization, source.records, dryRun), json);
          }
          const { content, placeOf } = source;
          const report = await withProgress('rows', (onProgress) =>
            inventory.importer.run(organization, content, { dryRun, placeOf, onProgress }),
          );
          show(report, json);
        } catch (error) {
          if (error instanceof ApiError && error.details)
            refuse(
              error.details.map(({ field, message }) => ({ file, message: `${field} ${message}` })),
              json,
            );
          if (error instanceof ImportError) refuse(error.errors, json);
          throw error;
        }
      }),
    );
}
