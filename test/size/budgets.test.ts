// Every operation, page and command has a budget. `npm run size` holds them to it every night.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the sentences about budgets after a change of budgets.yaml as it is read. */
async function missing(change: string): Promise<string[]> {
  const script = `import { budgets, missingBudgets } from './support/rows.mjs';
    ${change}; console.log(JSON.stringify(missingBudgets()));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(
    (await promisify(execFile)(process.execPath, args, { cwd: __dirname })).stdout,
  ) as string[];
}

it('each available operation, Settings page and command has a budget or a reason', async () => {
  expect(await missing('')).toEqual([]);
});

it('names an operation, a page and a command without a budget, and a budget of none', async () => {
  const change = `delete budgets.operations.getFacility; delete budgets.pages['/account'];
    delete budgets.commands['sync apply {plan}']; delete budgets.unmeasured.serve; budgets.unmeasured.nothing = ''`;
  const sentences = await missing(change);
  expect(sentences.map((sentence) => sentence.replace(' See test/size/budgets.yaml.', ''))).toEqual([
    'The operation getFacility has no budget.',
    'The page /account has no budget.',
    'The command serve has no budget.',
    'The command sync apply has no budget.',
    'There is no nothing to leave unmeasured.',
  ]);
});
