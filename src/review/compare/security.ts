// Compares the credentials that an operation requires.
import type { EffectiveOperation } from '../model/operations';
import type { SecurityAlternative, SecurityScheme } from '../model/security';
import { type Compare, OPERATION } from './change-collector';

const schemeText = ({ kind, flows, scopes }: SecurityScheme): string =>
  [
    kind,
    ...(flows.size > 0 ? [`(${[...flows].sort().join('; ')})`] : []),
    ...(scopes.length > 0 ? [`with ${scopes.join(', ')}`] : []),
  ].join(' ');
const alternativeText = (alternative: SecurityAlternative): string =>
  alternative.map(schemeText).sort().join(' and ') || 'none';
export const securityText = (alternatives: SecurityAlternative[]): string =>
  alternatives.map(alternativeText).sort().join(' or ');

const hasSameScheme = (given: SecurityScheme, required: SecurityScheme): boolean =>
  given.kind === required.kind && [...given.flows].every((flow) => required.flows.has(flow));
const hasScopes = (given: SecurityScheme, required: SecurityScheme): boolean =>
  hasSameScheme(given, required) && required.scopes.every((scope) => given.scopes.includes(scope));

export const compareSecurity: Compare<EffectiveOperation> = (collector, before, after) => {
  const { alternatives: base } = before.security;
  const { alternatives: head, pointer } = after.security;
  const values = { before: securityText(base), after: securityText(head) };
  if (values.before === values.after) return;
  /** Returns whether the head accepts the credentials that the base required. */
  const isAccepted = (given: SecurityAlternative, meets: typeof hasScopes): boolean =>
    head.some((each) => each.every((required) => given.some((scheme) => meets(scheme, required))));
  const rejected = base.filter((alternative) => !isAccepted(alternative, hasScopes));
  const allowsAnonymous = (alternatives: SecurityAlternative[]) =>
    alternatives.some((alternative) => alternative.length === 0);
  const rule = () => {
    if (rejected.length === 0)
      return allowsAnonymous(head) && !allowsAnonymous(base) ? 'security-removed' : 'security-loosened';
    if (allowsAnonymous(rejected)) return 'security-added';
    if (rejected.every((alternative) => isAccepted(alternative, hasSameScheme)))
      return 'security-scope-added';
    return rejected.length < base.length ? 'security-alternative-removed' : 'security-changed';
  };
  collector.add(rule(), OPERATION, values, { head: pointer });
};
