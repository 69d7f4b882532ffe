// Reports a run: the verdict, the findings, the parts that were not checked, and the checks with their numbers of cases.
import {
  type Finding as Shown,
  type Report,
  type Table,
  countedGroup,
  listFacts,
} from '../../base/report/report';
import { pluralize, formatCount } from '../../base/text';
import type { CheckResult, Finding } from './findings';
import type { Latency } from './response-times';
import type { ConformanceReport } from './run';

/** A run that stopped early does not conform. */
export const conforms = ({ findings, stopped }: ConformanceReport): boolean =>
  findings.length === 0 && stopped === undefined;

const timesText = (times: number): string => (times > 1 ? pluralize(times, 'time') : '');

function shownFinding(finding: Finding): Shown {
  const { check, message, operations, detail, request, response, cause, advice, times } = finding;
  const [{ operationId }] = operations as [Finding['operations'][number]];
  // A path or method without an operation is no operation.
  const count = operations.filter((each) => each.operationId !== null).length;
  const isAlone = operations.length === 1;
  const subject = isAlone ? (operationId ?? 'no operation') : pluralize(count, 'operation');
  const affected = operations.map((each) => ({
    name: each.operationId ?? 'no operation',
    places: timesText(each.times),
  }));
  return {
    title: `${check}: ${subject}: ${message}${times > 1 ? ` (${timesText(times)})` : ''}`,
    advice: [`To fix: ${advice}`],
    facts: listFacts({ found: detail, after: cause, request, response }),
    ...(isAlone ? {} : { effects: [{ meaning: 'Operations', affected }] }),
  };
}

const checkTable = (checks: CheckResult[]): Table => ({
  heading: 'Checks',
  isMinor: true,
  columns: ['Check', 'Cases', 'Result', 'Promise'],
  rows: checks.map(({ check, cases, findings, unjudged, promise }) => [
    check,
    formatCount(cases),
    [
      ...(findings > 0 ? [pluralize(findings, 'finding')] : []),
      ...(unjudged > 0 ? [`${formatCount(unjudged)} not judged`] : []),
    ].join(', ') || 'ok',
    promise,
  ]),
});

const MAX_SLOW = 10;

const latencyTable = (latencies: Latency[]): Table => ({
  heading: `Response times of the slowest operations, in milliseconds`,
  isMinor: true,
  columns: ['Operation', 'Requests', '50 %', '95 %', '99 %', 'Maximum'],
  rows: latencies
    .slice(0, MAX_SLOW)
    .map(({ operationId, requests, ...times }) => [
      operationId,
      formatCount(requests),
      ...Object.values(times).map((time) => time.toFixed(1)),
    ]),
});

/** Returns the report of a run in the form that all commands share. */
export function conformanceReport(report: ConformanceReport): Report {
  const { url, kind, seed, seconds, requests, checks, findings, latencies, notes, stopped } = report;
  const count = pluralize(findings.length, 'finding');
  return {
    title: conforms(report)
      ? `The ${kind} conforms to the contract.`
      : stopped !== undefined && findings.length === 0
        ? `The run proves nothing, because it ended early.`
        : `The ${kind} does not conform to the contract: ${count}.`,
    passes: conforms(report),
    lead: [`${kind} ${url}, seed ${seed}: ${pluralize(requests, 'request')} in ${seconds.toFixed(1)} s`],
    summary: [
      `Tried: ${Object.entries(report.coverage)
        .map(([part, { tried, of }]) => `${tried} of ${of} ${part}`)
        .join(', ')}.`,
      ...(stopped === undefined ? [] : [stopped]),
      ...(conforms(report) ? [] : [`To repeat the same requests, add --seed ${seed}.`]),
    ],
    findings: countedGroup({ level: 'finding', heading: 'Findings', findings: findings.map(shownFinding) }),
    lists: notes.length === 0 ? [] : [{ heading: 'Not checked', items: notes }],
    tables: [checkTable(checks), ...(latencies.length === 0 ? [] : [latencyTable(latencies)])],
  };
}
