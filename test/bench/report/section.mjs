// The section of the README that the bench writes: a table of all runs, between two comments.
import { figure, goalOf, isMet, sameRow } from './line.mjs';

const BEGIN = '<!-- bench: written by `npm run bench:report` -->';
const END = '<!-- bench: end -->';

function cell(row) {
  if (row === undefined) return '';
  const reached = row.reference === undefined ? figure(row.here, row.unit) : figure(row.ratio, ' ×');
  const absolute = row.reference === undefined ? '' : ` <sub>${figure(row.here, row.unit)}</sub>`;
  return `${isMet(row) ? reached : `**${reached}, missed**`}${absolute}`;
}

function tableOf(runs) {
  const lines = [
    `| Work | Beside it | Goal | ${runs.map(({ node }) => `Node ${node.slice(1)}`).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(runs.length)}`,
  ];
  let group;
  for (const row of runs[0].rows) {
    if (row.group !== group) lines.push(`| **${(group = row.group)}** | | |${' |'.repeat(runs.length)}`);
    const cells = runs.map(({ rows }) => cell(rows.find((other) => sameRow(row, other))));
    lines.push(
      `| ${row.work} | ${row.reference ?? ''} | ${row.goal === undefined ? '' : goalOf(row)} | ${cells.join(' | ')} |`,
    );
  }
  return lines.join('\n');
}

const machineOf = ({ date, node, cores, cpu, sync, rounds, seconds }) =>
  `Node ${node.slice(1)} on ${date.slice(0, 10)}: ${cores} × ${cpu}, a sync of the disk in ${figure(sync, ' ms')}, best of ${rounds} × ${seconds} s`;

const sectionOf = (
  runs,
) => `${runs.map(machineOf).join('; ')}. Throughput has 10,000 assets in 50 systems and 32 connections. A ratio is the server's requests a second by those of what stands beside it;
growth is the fastest size by the slowest. Absolute figures are those of this machine: compare ratios.

${tableOf(runs)}

![Requests a second of the server and of what stands beside it](test/bench/results/throughput.svg)

![Requests a second as the inventory grows](test/bench/results/growth.svg)`;

/** @throws Error when the comments are not there. */
export function withSection(readme, runs) {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(
      `README.md must have a line ${BEGIN} and below it a line ${END}: the section goes between them.`,
    );
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${sectionOf(runs)}\n\n${readme.slice(end)}`;
}
