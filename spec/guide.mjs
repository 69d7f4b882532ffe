// `npm run guide` writes the command page of the guide from the help texts and the overview for agents from its index, draws
// the wings from the imports, lists the operations of the workflows, and updates copied files in other pages.
// With `--check` it writes nothing, and exits with 1 when a page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { operations } from '../dist/generated/operations.js';
import { createProgram } from '../dist/src/cli/program.js';
import { architecturePicture } from '../src/build/architecture-picture.mjs';

const ROOT = new URL('..', import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');

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

function commandPage() {
  const sections = createProgram().commands.flatMap((command) => sectionsOf(command, command.name()));
  return [INTRODUCTION, ...sections].join('\n');
}

/** Returns the page with the current text of each file that a comment above a code block names. */
const withCopies = (page) =>
  page.replace(
    /(<!-- copy of (\S+) -->\n```\w+\n)[^]*?```/g,
    (_block, start, path) => `${start}${read(path)}\`\`\``,
  );

/** The files that send the requests of each workflow. */
const WORKFLOWS = {
  'CMDB sync': 'src/sync/inventory/remote.ts',
  'Work-order sync': 'spec/guide/work-order-sync.mts',
  'Evidence sync': 'spec/guide/evidence-sync.mts',
};
const CALL = /\b(GET|POST|PUT|PATCH|DELETE|upload)\(\s*(?:inventory,\s*)?'(\/[^']*)'/g;

/** Returns the operations that a file calls with the client, in the order of the contract. */
function operationsIn(path) {
  const calls = [...read(path).matchAll(CALL)];
  const called = calls.map(([, method, at]) => `${method === 'upload' ? 'POST' : method} ${at}`);
  return operations.filter(({ method, path: at }) => called.includes(`${method} ${at}`));
}

function workflowTable() {
  const used = Object.values(WORKFLOWS).map(operationsIn);
  const lines = operations
    .filter((each) => used.some((list) => list.includes(each)))
    .map((each) => {
      const { operationId, method, path, availability } = each;
      const marks = used.map((list) => (list.includes(each) ? 'yes' : ''));
      return [`\`${operationId}\``, `\`${method} ${path}\``, availability, ...marks];
    });
  const planned = used.map((list) => {
    const { length } = list.filter(({ availability }) => availability === 'planned');
    return `${length} of ${list.length}`;
  });
  const header = ['Operation', 'Request', 'Availability', ...Object.keys(WORKFLOWS)];
  const rows = [header, header.map(() => '---'), ...lines, ['Planned operations', '', '', ...planned]];
  return `\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

const TABLE = /(<!-- operations of the workflows -->\n)[^]*?(\n<!-- end of the operations -->)/;
const withWorkflowTable = (page) => page.replace(TABLE, (_all, start, end) => start + workflowTable() + end);

const LIST = /(<!-- release list -->\n)[^]*?(\n<!-- end of the release list -->)/;

/** Returns README with the list of steps of the contributing page. */
function withReleaseList(readme) {
  const [list] = LIST.exec(read('spec/guide/contributing.md'));
  return readme.replace(LIST, () => list);
}

/** Returns the overview for programs without a browser (https://llmstxt.org), with the pages of the guide's index. */
function overviewForAgents() {
  const [, introduction, ...sections] = read('spec/guide/index.md').split(/^# Guide\n\n|^(?=## )/m);
  const lists = sections.map((section) =>
    section
      .replace(/^\|(?: Page |-).*\n/gm, '')
      .replace(/^\| (\[.+?\]\(.+?\)) \| (.+) \|$/gm, '- $1: $2')
      .replace(/\n*^\[Changelog\][^]*/m, '\n'),
  );
  return `# Compliance Inventory API

> ${introduction.trim().replaceAll('\n', '\n> ')}

Start the sandbox with \`npm ci && npm run sandbox\`: it prints its address and a test key. Run every test with
\`npm ci && npm test\`. Each page of the guide is Markdown here, and HTML at the same path without \`.md\`.

## Contract

- [OpenAPI 3.1](../../generated/openapi.json): every operation, schema, error and example
- [OpenAPI 3.0](../../generated/openapi-3.0.json): the same for tools that read nothing newer

${lists.join('')}`;
}

const pages = {
  'README.md': withReleaseList(read('README.md')),
  'spec/guide/architecture.svg': architecturePicture(),
  'spec/guide/cli.md': commandPage(),
  'spec/guide/llms.txt': overviewForAgents(),
  ...Object.fromEntries(
    ['cmdb-sync', 'work-order-sync', 'evidence-sync'].map((name) => {
      const path = `spec/guide/${name}.md`;
      return [path, withCopies(read(path))];
    }),
  ),
  'spec/guide/workflows.md': withWorkflowTable(read('spec/guide/workflows.md')),
};
for (const [path, text] of Object.entries(pages)) {
  if (!process.argv.includes('--check')) writeFileSync(new URL(path, ROOT), text);
  else if (read(path) !== text) {
    console.error(`Out of date: ${path}. Run \`npm run guide\` and commit the result.`);
    process.exitCode = 1;
  }
}
