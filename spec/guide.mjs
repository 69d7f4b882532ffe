// `npm run guide` writes spec/guide/cli.md from the help text of every command.
// With `--check` it writes nothing, and exits with 1 when the page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createProgram } from '../dist/src/cli/program.js';

const target = new URL('guide/cli.md', import.meta.url);

const INTRODUCTION = `<!-- Written by \`npm run guide\`. Do not edit. -->

# Commands

Run a command with \`npx compliance-inventory COMMAND\`. A command prints its result on standard output and everything else
on standard error. The exit status is 0 for success, 1 for an error and 2 for wrong usage; [sync](cmdb-sync.md#exit-status)
has its own list. \`npm start\` is \`serve\`, and \`npm run sandbox\` is \`sandbox\`. You may omit \`list\` in \`activity list\`
and \`run\` in \`sync run\`.
`;

/** Returns the help text of a command at a width of 80 columns. */
function helpOf(command) {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
  for (const option of command.options)
    if (option.defaultValue === userInfo().username) option.defaultValueDescription = 'your user name';
  command.outputHelp();
  return text.trimEnd();
}

const section = (command, name) => `## ${name}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`;

const sectionsOf = (command, name) => [
  section(command, name),
  ...command.commands.flatMap((child) => sectionsOf(child, `${name} ${child.name()}`)),
];

const program = createProgram();
const page = [INTRODUCTION, ...program.commands.flatMap((child) => sectionsOf(child, child.name()))].join(
  '\n',
);

if (!process.argv.includes('--check')) writeFileSync(target, page);
else if (readFileSync(target, 'utf8') !== page) {
  console.error('Out of date: spec/guide/cli.md. Run `npm run guide` and commit the result.');
  process.exitCode = 1;
}
