// What a caller may receive: statuses, headers, bodies.
import { compareContent } from './compare-content';
import { compareUnjudged } from './compare-unjudged';
import type { EffectiveResponse } from './effective-content';
import { type ChangeCollector, OPERATION } from './change-collector';

type Responses = Map<string, EffectiveResponse>;

const isSuccess = (status: string): boolean => status.startsWith('2');

/** The answer that is declared for a status: its own, that of its range, or the default; which speaks of success only where nothing else does. */
function declared(responses: Responses, status: string): EffectiveResponse | undefined {
  const own = responses.get(status) ?? responses.get(`${status[0]}XX`);
  if (own || (isSuccess(status) && [...responses.keys()].some(isSuccess))) return own;
  return responses.get('default');
}

/** A range of successes for which one of them stands now: who bears the range bears that. */
const isNarrowed = (status: string, base: Responses, head: Responses): boolean =>
  status === '2XX' && [...head.keys()].some((one) => isSuccess(one) && !base.has(one));

export function compareResponses(ledger: ChangeCollector): void {
  const [base, head] = [ledger.base!.responses, ledger.head!.responses];
  const gone: EffectiveResponse[] = [];
  const come: EffectiveResponse[] = [];
  for (const status of new Set([...base.keys(), ...head.keys()])) {
    const [was, is] = [declared(base, status), declared(head, status)];
    if (was && is) compareResponse(ledger, status, was, is);
    else if (was && isNarrowed(status, base, head)) continue;
    else if (was) gone.push(was);
    else if (is) come.push(is);
  }
  compareStatuses(ledger, gone, come);
}

function compareStatuses(
  ledger: ChangeCollector,
  gone: EffectiveResponse[],
  come: EffectiveResponse[],
): void {
  const [lost, won] = [gone, come].map((responses) => responses.filter(({ status }) => isSuccess(status)));
  const text = (responses: EffectiveResponse[]) =>
    responses
      .map(({ status }) => status)
      .sort()
      .join(', ');
  if (lost!.length > 0 && won!.length > 0) {
    ledger.add(
      'response-success-changed',
      OPERATION,
      { before: text(lost!), after: text(won!) },
      { head: won![0]!.statedAt },
    );
  } else {
    for (const { status, statedAt } of lost!)
      ledger.add(
        'response-success-removed',
        { where: `response ${status}` },
        { before: status },
        { base: statedAt },
      );
    for (const { status, statedAt } of won!)
      ledger.add(
        'response-success-added',
        { where: `response ${status}` },
        { after: status },
        { head: statedAt },
      );
  }
  for (const { status, statedAt } of gone)
    if (!isSuccess(status))
      ledger.add(
        'response-status-removed',
        { where: `response ${status}` },
        { before: status },
        { base: statedAt },
      );
  for (const { status, statedAt } of come)
    if (!isSuccess(status))
      ledger.add(
        'response-status-added',
        { where: `response ${status}` },
        { after: status },
        { head: statedAt },
      );
}

function compareResponse(
  ledger: ChangeCollector,
  status: string,
  was: EffectiveResponse,
  is: EffectiveResponse,
): void {
  const spot = { where: `response ${status}` };
  compareHeaders(ledger, was, is, spot.where);
  compareUnjudged(ledger, was.links, is.links, `${spot.where} link`);
  if (was.content.size > 0 && is.content.size === 0) {
    ledger.add(
      'response-body-removed',
      spot,
      { before: [...was.content.keys()].sort().join(', ') },
      { head: is.pointer },
    );
  } else if (was.content.size === 0 && is.content.size > 0) {
    ledger.add(
      'response-body-added',
      spot,
      { after: [...is.content.keys()].sort().join(', ') },
      { head: is.pointer },
    );
  } else
    compareContent(ledger, was.content, is.content, 'response', spot, {
      base: was.pointer,
      head: is.pointer,
    });
}

function compareHeaders(
  ledger: ChangeCollector,
  was: EffectiveResponse,
  is: EffectiveResponse,
  where: string,
): void {
  for (const key of new Set([...was.headers.keys(), ...is.headers.keys()])) {
    const [old, young] = [was.headers.get(key), is.headers.get(key)];
    const spot = { where: `${where} header ${(young ?? old)!.name}`, place: `${where} header ${key}` };
    if (old && young) {
      if (old.required !== young.required) {
        ledger.add(
          young.required ? 'response-header-became-required' : 'response-header-became-optional',
          spot,
          { before: old.required, after: young.required },
          { head: young.pointer },
        );
      }
      ledger.compareSchemas(old.schema, young.schema, 'response', spot);
    } else if (old) ledger.add('response-header-removed', spot, { before: old.name }, { base: old.statedAt });
    else ledger.add('response-header-added', spot, { after: young!.name }, { head: young!.statedAt });
  }
}
