// Builds the benchmark page of the guide from all kept runs.
import { figure, goalOf, isMet, sameRow } from './line.mjs';

function cell(row) {
  if (row === undefined) return '';
  const reached = row.reference === undefined ? figure(row.here, row.unit) : figure(row.ratio, ' ×');
  const absolute = row.reference === undefined ? '' : ` (${figure(row.here, row.unit)})`;
  return `${isMet(row) ? reached : `**${reached}, missed**`}${absolute}`;
}

function tableOf(runs, rows) {
  const lines = [
    `| Work | Reference | Goal | ${runs.map(({ node }) => `Node ${node.slice(1)}`).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(runs.length)}`,
  ];
  for (const row of rows) {
    const cells = runs.map((run) => cell(run.rows.find((other) => sameRow(row, other))));
    const goal = row.goal === undefined ? '' : goalOf(row);
    lines.push(`| ${row.work} | ${row.reference ?? ''} | ${goal} | ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

const machineOf = ({ date, node, cores, cpu, sync, rounds, seconds }) =>
  `- Node ${node.slice(1)} on ${date.slice(0, 10)}: ${cores} × ${cpu}, one disk sync in ${figure(sync, ' ms')}, ` +
  `best of ${rounds} × ${seconds} s`;

const INTRODUCTION = `<!-- Written by \`npm run bench:report\`. Do not edit. -->

# Benchmarks

Each row compares the server with a reference, or with a goal. A ratio is the server's requests a second divided by
those of the reference. Growth is the fastest size divided by the slowest. The throughput rows use 10,000 assets in 50
systems and 32 connections. Absolute figures depend on the machine: compare ratios. A missed goal is marked as missed.`;

const NOTES = `## Notes

The list rows read an inventory that does not change between the requests. In a run of 2026-11-21 with a list built
anew for each request, the two ratios were 5.6 and 1.2.

The write rows beside \`node:http\` depend on the disk. The server responds when a change is durable, and concurrent
changes share one disk sync. With a sync of 0.1 ms, sharing gains nothing: the processor decides, and only the server
checks the contract, the key and the activity log. With a sync of 0.5 ms or more, the server is two to three times as
fast ([decision 17](../decisions/0017-group-commit.md)). The write rows therefore run once more with each sync 1 ms
longer, through a preloaded library. That needs Linux and a C compiler.

The sandbox answers the mock row from the contract, and the task rows from its records. By itself, @scalar/mock-server
keeps no records: \`x-seed\` and \`x-handler\` let it keep the same tasks.

[Testing](testing.md#benchmark-options) explains how to run the benchmarks.
`;

/** Returns the page in Markdown. */
export function benchmarksPage(runs) {
  const groups = [...new Set(runs[0].rows.map(({ group }) => group))];
  const sections = groups.map(
    (group) =>
      `## ${group}\n\n${tableOf(
        runs,
        runs[0].rows.filter((row) => row.group === group),
      )}`,
  );
  return [
    INTRODUCTION,
    runs.map(machineOf).join('\n'),
    '![Requests a second of the server and of the references](throughput.svg)',
    '![Requests a second as the inventory grows](growth.svg)',
    ...sections,
    NOTES,
  ].join('\n\n');
}
