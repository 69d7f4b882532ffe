// `npm run guide` writes the generated pages and tables of the guide: commands from the help texts, errors and extensions from
// the contract, messages from the source, the overview for agents from the index, and copies of files and of lists.
// With `--check` it writes nothing, and exits with 1 when a page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { operations } from '../dist/generated/operations.js';
import { createProgram } from '../dist/src/cli/program.js';
import { architecturePicture } from '../src/build/architecture-picture.mjs';
import * as tables from '../src/build/guide-tables.mjs';

const ROOT = new URL('..', import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');

const INTRODUCTION = `<!-- Written by \`npm run guide\`. Do not edit. -->

# Commands

For operators, integrators and reviewers. After this page you can call every command with its options.

Run a command with \`npx --no-install compliance-inventory COMMAND\`. A command prints its result on standard output and
everything else on standard error. The exit status is 0 for success, 1 for an error and 2 for wrong usage; [sync](cmdb-sync.md#exit-status)
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

const generated = (title, text) =>
  `<!-- Written by \`npm run guide\`. Do not edit. -->\n\n# ${title}\n\n${text}\n`;

const errorPage = () =>
  generated(
    'Error codes',
    `For developers of clients. After this page you can handle every error of the API by its code.

The body of an error is \`{"error": code, "message": sentence}\`, and \`details\` for invalid requests. A code belongs to one
status. Each operation of the contract lists the errors that its caller can act on. Its \`default\` response has the errors that
any request can get before the operation reads it: 403 \`https_required\`, 408, 414, 417 and 431.

${tables.errorTable()}`,
  );

const extensionPage = () =>
  generated(
    'Contract extensions',
    `For authors and readers of the contract. After this page you can read every \`x-\` keyword of the document.

${tables.extensionTable()}`,
  );

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

/** Returns a page with other text between the comments `name` and `end of the …`. */
const withPart = (page, name, text) =>
  page.replace(
    new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- end of the [\\w ]+ -->)`),
    (_all, start, end) => `${start}\n${text.trim()}\n\n${end}`,
  );
const partOf = (page, name) => new RegExp(`<!-- ${name} -->\\n([^]*?)<!-- end of the `).exec(page)[1];

/** Returns README with the steps of a release and the first requests, which pages of the guide have. */
function readmePage() {
  const parts = [
    ['release list', 'contributing'],
    ['quick start', 'start-partner'],
  ];
  return parts.reduce(
    (page, [name, source]) => withPart(page, name, partOf(read(`spec/guide/${source}.md`), name)),
    read('README.md'),
  );
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

Start the sandbox with \`npm ci && npm run sandbox\`: it prints its address and a test key. Run the tests with
\`npm ci && npm test\`. Each page of the guide is Markdown here, and HTML at the same path without \`.md\`.

## Contract

- [OpenAPI 3.1](../../generated/openapi.json): every operation, schema, error and example
- [OpenAPI 3.0](../../generated/openapi-3.0.json): the same for tools that read nothing newer

${lists.join('')}`;
}

const pages = {
  'README.md': readmePage(),
  'spec/guide/architecture.svg': architecturePicture(),
  'spec/guide/cli.md': commandPage(),
  'spec/guide/errors.md': errorPage(),
  'spec/guide/extensions.md': extensionPage(),
  'spec/guide/llms.txt': overviewForAgents(),
  ...Object.fromEntries(
    ['cmdb-sync', 'work-order-sync', 'evidence-sync'].map((name) => {
      const path = `spec/guide/${name}.md`;
      return [path, withCopies(read(path))];
    }),
  ),
  'spec/guide/monitoring.md': withPart(
    withPart(read('spec/guide/monitoring.md'), 'alerts', tables.alertTable()),
    'metrics',
    tables.metricTable(),
  ),
  ...Object.fromEntries(
    [
      ['workflows', 'operations of the workflows', workflowTable()],
      ['configuration', 'variables', tables.variableTable()],
      ['testing', 'soak cases', tables.soakTable()],
      ['troubleshooting', 'messages', tables.messageSections()],
    ].map(([name, part, text]) => {
      const path = `spec/guide/${name}.md`;
      return [path, withPart(read(path), part, text)];
    }),
  ),
};
for (const [path, text] of Object.entries(pages)) {
  if (!process.argv.includes('--check')) writeFileSync(new URL(path, ROOT), text);
  else if (read(path) !== text) {
    console.error(`Out of date: ${path}. Run \`npm run guide\` and commit the result.`);
    process.exitCode = 1;
  }
}
