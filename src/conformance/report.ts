// A report as lines for people: a line for each check, then the findings, each with what to do.
import type { ConformanceReport } from './run';

const MAX_SHOWN = 40;

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function toText(report: ConformanceReport): string[] {
  const { url, kind, seed, seconds, requests, checks, findings, notes, stopped } = report;
  const width = Math.max(...checks.map(({ check }) => check.length));
  const digits = Math.max(...checks.map(({ cases }) => String(cases).length));
  const lines = checks.map(
    ({ check, promise, cases, findings: found }) =>
      `  ${check.padEnd(width)}  ${String(cases).padStart(digits)}  ${found === 0 ? 'ok' : plural(found, 'finding')}  ${promise}`,
  );
  const shown = findings
    .slice(0, MAX_SHOWN)
    .flatMap(({ check, operationId, message, request, response, advice, times }) => [
      '',
      `${check}: ${operationId ?? 'no operation'}: ${message}${times > 1 ? ` (${times} times)` : ''}`,
      `  sent      ${request}`,
      `  answered  ${response}`,
      `  to do     ${advice}`,
    ]);
  const more = findings.length - Math.min(findings.length, MAX_SHOWN);
  return [
    `${kind} ${url}, seed ${seed}: ${plural(requests, 'request')} in ${seconds.toFixed(1)} s`,
    ...lines,
    ...notes.map((note) => `  Note: ${note}`),
    ...shown,
    ...(more > 0 ? ['', `And ${plural(more, 'more finding')}; --json has them all.`] : []),
    ...(stopped === undefined ? [] : ['', stopped]),
    '',
    conforms(report)
      ? 'It conforms to the contract.'
      : `${plural(findings.length, 'finding')}. The same requests again: --seed ${seed}`,
  ];
}

/** A run that ended early has not shown that. */
export const conforms = ({ findings, stopped }: ConformanceReport): boolean =>
  findings.length === 0 && stopped === undefined;
