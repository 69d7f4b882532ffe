// Tests the help text of every command, and the guide page that is generated from it.
import { join } from 'node:path';
import type { Command } from 'commander';
import { operations } from '../../generated/operations';
import { createProgram } from '../../src/cli/program';
import { ROOT, cli, ended, start } from '../support/cli';

/**
 * Full names of the commands that run: commands without subcommands, and commands that take arguments
 * themselves.
 */
const executable = (command: Command, name = ''): { name: string; command: Command }[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0
    ? [{ name: name.trim(), command }]
    : []),
  ...command.commands.flatMap((child) => executable(child, `${name} ${child.name()}`)),
];

const commands = executable(createProgram());

test.each(commands.map(({ name }) => name))(
  '%s --help describes the command, shows durations with a unit and exits with 0',
  async (name) => {
    const help = await cli([...name.split(' '), '--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: compliance-inventory ${name}`);
    expect(help.stdout).not.toMatch(/<duration>[^<]*\(default: \d+\)/);
  },
);

test('the generated parts of the guide are up to date; otherwise run `npm run guide`', async () => {
  const check = start([join(ROOT, 'spec/guide.mjs'), '--check'], {}, [process.execPath]);
  expect(await ended(check)).toMatchObject({ status: 0, stderr: '' });
});

test('an unknown command and a missing argument are usage errors', async () => {
  expect(await cli(['exprot'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining("unknown command 'exprot'"),
  });
  expect(await cli(['key', 'create', '--label', 'x'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining("missing required argument 'slug'"),
  });
  expect((await cli([])).status).toBe(2);
});

test('operations lists the whole contract as text and as JSON', async () => {
  expect(JSON.parse((await cli(['operations', '--json'])).stdout)).toEqual(operations);
  const [, ...rows] = (await cli(['operations', '--availability', 'available'])).stdout.trim().split('\n');
  expect(rows).toHaveLength(operations.filter(({ availability }) => availability === 'available').length);
});
