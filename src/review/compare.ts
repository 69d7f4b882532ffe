// Compares two documents as their callers see them: what changed, how heavily it weighs, and what was waived.
import type { ContractChange, Level } from './change';
import { compareOperation } from './compare-operation';
import { compareDocumentParts } from './compare-unjudged';
import { SchemaComparison } from './compare-schemas';
import { type EffectiveOperation, effectiveOperations } from './effective';
import { isObject } from './json';
import { ChangeCollector, type Sides } from './change-collector';
import { Budget, measure } from './limits';
import { DocumentSource } from './source';
import { Schemas } from './resolved-schema';
import { applyWaivers, type Problem } from './waivers';

export interface CompareOptions {
  /** `2026-03-31`. */
  today: string;
  /** The list of `spec/waivers.yaml` as it was read; it is checked here. */
  waivers?: unknown;
}

export interface Comparison {
  /** Releases first, then what breaks, then the rest; within each by path. */
  changes: ContractChange[];
  /** What is wrong with the waivers. */
  problems: Problem[];
}

const ORDER: Level[] = ['release', 'breaking', 'notice', 'planned', 'compatible'];
const keyOf = ({ level, operation, where, rule, fingerprint }: ContractChange): string =>
  [ORDER.indexOf(level), operation.path, operation.method, where, rule, fingerprint].join('\u0000');

type Pair = [base: EffectiveOperation | undefined, head: EffectiveOperation | undefined];

/** By method and path; what is then alone, by the path with its server's. */
function pairs(base: Map<string, EffectiveOperation>, head: Map<string, EffectiveOperation>): Pair[] {
  const fullPaths = ({ method, identity, servers }: EffectiveOperation) =>
    servers.paths.map((prefix) => `${method} ${prefix}${identity.slice(identity.indexOf('/'))}`);
  const alone = new Map<string, EffectiveOperation>();
  for (const operation of head.values())
    if (!base.has(operation.identity)) for (const path of fullPaths(operation)) alone.set(path, operation);
  const met = new Set<EffectiveOperation>();
  const found = [...base.values()].map((was): Pair => {
    const is =
      head.get(was.identity) ??
      fullPaths(was)
        .map((path) => alone.get(path))
        .find((candidate) => candidate && !met.has(candidate));
    if (is) met.add(is);
    return [was, is];
  });
  return [...found, ...[...head.values()].filter((is) => !met.has(is)).map((is): Pair => [undefined, is])];
}

/** @throws ReviewError, in one sentence, for a document that cannot be compared. */
export function compareDocuments(
  base: unknown,
  head: unknown,
  { today, waivers }: CompareOptions,
): Comparison {
  for (const [side, document] of [
    ['base', base],
    ['head', head],
  ] as const)
    if (isObject(document)) measure(side, document);
  const [baseSource, headSource] = [new DocumentSource('base', base), new DocumentSource('head', head)];
  const budget = new Budget();
  const sides: Sides = {
    base: new Schemas(baseSource, budget),
    head: new Schemas(headSource, budget),
    comparison: new SchemaComparison(budget),
    today,
  };
  const operations = effectiveOperations(baseSource);
  const released = new Set(
    [...operations.values()]
      .filter(({ availability }) => availability === 'available')
      .map(({ operationId }) => operationId),
  );
  const all = pairs(operations, effectiveOperations(headSource)).flatMap(([was, is]) => {
    const ledger = new ChangeCollector(sides, was, is);
    compareOperation(ledger, is !== undefined && is.operationId !== null && released.has(is.operationId));
    return ledger.changes;
  });
  all.push(...compareDocumentParts(sides));
  const keys = new Map(all.map((change) => [change, keyOf(change)]));
  return applyWaivers(
    all.sort((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1)),
    waivers,
    today,
  );
}
