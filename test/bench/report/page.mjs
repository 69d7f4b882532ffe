// Builds the benchmark page of the guide from the file of results.
import { figure, generatorOf, goalOf, isMet, median, processorRatioOf, ratiosOf, spread } from './line.mjs';

const sameRow = (one, other) =>
  one.group === other.group && one.work === other.work && one.beside?.name === other.beside?.name;

/** Returns the first row of each kind, whatever its version of Node. */
const kindsOf = (rows) =>
  rows.filter((row, index) => rows.findIndex((other) => sameRow(row, other)) === index);

const marked = (row, text) => (isMet(row) ? text : `**${text}, missed**`);

function absoluteCell({ here, unit, ...row }) {
  const processor = here.processor ? [figure(median(here.processor), ' ms'), ...generatorOf(here)] : [];
  const text = [spread(here.values, unit), ...processor].join(', ');
  return row.beside ? text : marked({ here, unit, ...row }, text);
}

const ratioCell = (row) =>
  `${marked(row, spread(ratiosOf(row), ' ×'))}; processor ${figure(processorRatioOf(row), ' ×')}`;

function tableOf({ nodes, rows }, group) {
  const lines = [
    `| Work | Compared with | Goal | ${nodes.map((node) => `Node ${node}`).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(nodes.length)}`,
  ];
  const add = (kind, cellOf, work, name, goal) => {
    const cells = nodes.map((node) => {
      const row = rows.find((other) => other.node === node && sameRow(kind, other));
      return row ? cellOf(row) : '';
    });
    lines.push(`| ${work} | ${name} | ${goal} | ${cells.join(' | ')} |`);
  };
  const kinds = kindsOf(rows.filter((row) => row.group === group));
  for (const [index, kind] of kinds.entries()) {
    const isFirst = kind.work !== kinds[index - 1]?.work;
    if (isFirst) add(kind, absoluteCell, kind.work, '', kind.beside ? '' : goalOf(kind));
    if (kind.beside) add(kind, ratioCell, '', kind.beside.name, goalOf(kind));
  }
  return lines.join('\n');
}

const introductionOf = ({
  date,
  commit,
  machine,
  nodes,
  seconds,
  rounds,
}) => `<!-- Written by \`npm run bench:report\`. Do not edit. -->

# Benchmarks

Measured on ${date.slice(0, 10)} at commit ${commit}, on one machine: ${machine.cores} cores of ${machine.cpu}, ${machine.memory} GB of memory,
one disk sync in ${figure(machine.sync, ' ms')}, load average ${machine.load.toFixed(1)} before the run. Node.js ${nodes.join(', ')} from the npm registry ran the server and the references.
${rounds} rounds of ${seconds} s each, 32 connections. The sides of a comparison took turns.

- The first line of a work has the server's requests per second, and its processor time per request. The processor time
  includes that of PostgreSQL.
- Each line below is a ratio to another server in the same run. The first ratio is the throughput, the second one the
  processor time. Above 1, the server is faster, or needs less processor time.
- Figures are medians of the rounds, with the lowest and the highest round.
- Growth compares the server on a small database with itself on a large one. 1.5 means that the large one is 1.5 times
  slower.

Absolute figures depend on the machine: compare ratios. A missed goal is marked as missed.`;

const NOTES = `## Notes

The server checks the contract, the key and the rate, and it writes an activity log. The references check a key in memory
and keep no log, except the one with a chained log. fastify also validates requests against a schema.

**Writes on SQLite** depend on the disk. The server responds when a change is durable, and concurrent changes share one
disk sync. With a sync of 0.1 ms, sharing gains nothing: the processor decides. With a sync of 0.5 ms or more, the server
is two to three times as fast ([decision 17](../decisions/0017-group-commit.md)). One group therefore measures the writes
again with each sync 1 ms longer, through a preloaded library. That needs Linux and a C compiler.

**Writes on PostgreSQL** take two round trips: the queries of a group of changes, then its changes with the commit. The
reference without a log takes one. The rules of a change are code of the server, so that the server must have the
answers before it can send the change. [PostgreSQL](postgresql.md#shared-transactions) shows how changes share both.

**An unchanged list** is one that the client has, with its entity tag. A reference without entity tags sends it again.

**The sandbox** keeps records, and responds from them. Prism returns the example of the contract. @scalar/mock-server
keeps records with \`x-seed\` and \`x-handler\`. json-server keeps records, but knows no contract and checks no key.

PostgREST is not measured: Debian has no package of it.

[Testing](testing.md#benchmark-options) explains how to run the benchmarks.
`;

/** Returns the page in Markdown. */
export function benchmarksPage(run) {
  const groups = [...new Set(run.rows.map(({ group }) => group))];
  return [
    introductionOf(run),
    '![Requests per second of the server and of the references](throughput.svg)',
    ...groups.map((group) => `## ${group}\n\n${tableOf(run, group)}`),
    NOTES,
  ].join('\n\n');
}

/** The sentence of the README. */
export function readmeSentence({ nodes, rows }) {
  const node = nodes.find((each) => each.startsWith('24.')) ?? nodes[0];
  const ratioOf = (group, work, name) => {
    const row = rows.find(
      (each) =>
        each.node === node && each.group === group && each.work === work && each.beside?.name === name,
    );
    return median(ratiosOf(row)).toFixed(1);
  };
  const read = ratioOf('SQLite', 'GET one asset', 'Express with sqlite3');
  const write = ratioOf('PostgreSQL', 'POST', 'node:http with pg and a chained log');
  return `On Node.js ${node.split('.')[0]}, a read from SQLite has ${read} times the throughput of Express with prepared statements. A write to
PostgreSQL has ${write} times that of plain \`node:http\` with a chained log ([benchmarks](spec/guide/benchmarks.md)).`;
}

/** Returns the README with this sentence. */
export const withSentence = (readme, run) =>
  readme.replace(/^On Node\.js \d+, a read from SQLite [^]*?\(\[benchmarks\]\([^)]*\)\)\.$/m, () =>
    readmeSentence(run),
  );
