// Which credentials still open an operation.
import type { Alternative, EffectiveScheme } from './effective-security';
import { type ChangeCollector, OPERATION } from './change-collector';

const schemeText = ({ kind, flows, scopes }: EffectiveScheme): string =>
  [
    kind,
    ...(flows.size > 0 ? [`(${[...flows].sort().join('; ')})`] : []),
    ...(scopes.length > 0 ? [`with ${scopes.join(', ')}`] : []),
  ].join(' ');
const alternativeText = (alternative: Alternative): string =>
  alternative.map(schemeText).sort().join(' and ') || 'none';
const allText = (alternatives: Alternative[]): string =>
  alternatives.map(alternativeText).sort().join(' or ');

const isSameScheme = (shown: EffectiveScheme, asked: EffectiveScheme): boolean =>
  shown.kind === asked.kind && [...shown.flows].every((flow) => asked.flows.has(flow));
const hasScopes = (shown: EffectiveScheme, asked: EffectiveScheme): boolean =>
  asked.scopes.every((scope) => shown.scopes.includes(scope));

type Test = (shown: EffectiveScheme, asked: EffectiveScheme) => boolean;
const opens = (shown: Alternative, asked: Alternative, ...tests: Test[]): boolean =>
  asked.every((one) => shown.some((other) => tests.every((test) => test(other, one))));

export function compareSecurity(ledger: ChangeCollector): void {
  const [base, head] = [ledger.base!.security, ledger.head!.security];
  const values = { before: allText(base.alternatives), after: allText(head.alternatives) };
  if (values.before === values.after) return;
  const at = { head: head.pointer };
  const lost = base.alternatives.filter(
    (shown) => !head.alternatives.some((asked) => opens(shown, asked, isSameScheme, hasScopes)),
  );
  const isOpen = (alternatives: Alternative[]) =>
    alternatives.some((alternative) => alternative.length === 0);
  if (lost.length === 0)
    ledger.add(
      isOpen(head.alternatives) && !isOpen(base.alternatives) ? 'security-removed' : 'security-loosened',
      OPERATION,
      values,
      at,
    );
  else if (isOpen(lost)) ledger.add('security-added', OPERATION, values, at);
  else if (lost.every((shown) => head.alternatives.some((asked) => opens(shown, asked, isSameScheme))))
    ledger.add('security-scope-added', OPERATION, values, at);
  else
    ledger.add(
      lost.length < base.alternatives.length ? 'security-alternative-removed' : 'security-changed',
      OPERATION,
      values,
      at,
    );
}
