// `operations`: lists the operations of the contract.
import { type Command, Option } from 'commander';
import { operations } from '../../generated/operations';
import { print } from './support/output';

export function addOperationsCommand(program: Command): void {
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
