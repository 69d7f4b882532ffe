// Collects the changes of one operation. Gives each change its level and fingerprint.
import type { ChangePlace, ChangeValues, ContractChange, Pointers } from '../changes';
import { canonicalJson, digest, shorten } from '../json';
import type { Located } from '../model/document';
import type { EffectiveOperation } from '../model/operations';
import type { SchemaResolver } from '../model/schema';
import { type Direction, type RuleId, RULES, levelOf } from '../rules';
import type { SchemaComparison } from './schemas';

export interface ComparisonContext {
  base: SchemaResolver;
  head: SchemaResolver;
  schemas: SchemaComparison;
  /** For example `2026-03-31`. */
  today: string;
}

export const OPERATION: ChangePlace = { where: 'operation' };

/** The `operation` of a change that belongs to no operation. */
const WHOLE_DOCUMENT: ContractChange['operation'] = { operationId: null, method: '', path: '' };

/** Does not depend on positions or parameter names, so that unrelated edits keep the fingerprint. */
const fingerprintOf = (
  rule: RuleId,
  operationIdentity: string,
  place: string,
  before: unknown,
  after: unknown,
): string => digest(canonicalJson([rule, operationIdentity, place, before, after]), 12);

/** Collects the changes of one operation, each once. */
export class ChangeCollector {
  private readonly byFingerprint = new Map<string, ContractChange>();

  constructor(
    readonly context: ComparisonContext,
    readonly base: EffectiveOperation | undefined,
    readonly head: EffectiveOperation | undefined,
  ) {}

  get changes(): ContractChange[] {
    return [...this.byFingerprint.values()];
  }

  add(
    rule: RuleId,
    { where, place = where }: ChangePlace,
    { before = null, after = null }: ChangeValues,
    at: Pointers = {},
  ): void {
    const { operationId, method, path, pointer, availability, identity } = (this.head ?? this.base)!;
    const inBase = at.head === undefined && (at.base !== undefined || !this.head);
    const [shortBefore, shortAfter] = [shorten(before), shorten(after)];
    const fingerprint = fingerprintOf(rule, identity, place, shortBefore, shortAfter);
    this.byFingerprint.set(fingerprint, {
      rule,
      level: levelOf(rule, this.base, this.head, this.context.today),
      breaking: RULES[rule].effect === 'breaking',
      operation: { operationId, method, path },
      availability: this.base?.availability ?? availability,
      where,
      pointer: (inBase ? at.base : at.head) ?? pointer,
      document: inBase ? 'base' : 'head',
      before: shortBefore,
      after: shortAfter,
      fingerprint,
    });
  }

  compareSchemas(
    base: Located,
    head: Located,
    direction: Direction,
    { where, place = where }: ChangePlace,
  ): void {
    const { context } = this;
    const [baseSchema, headSchema] = [context.base.resolve([base]), context.head.resolve([head])];
    for (const { finding, path } of context.schemas.compare(baseSchema, headSchema, direction)) {
      const inside = path === '' ? '' : `: ${path.replace(/^\./, '')}`;
      const at = finding.side === 'base' ? { base: finding.pointer } : { head: finding.pointer };
      this.add(finding.rule, { where: where + inside, place: place + inside }, finding, at);
    }
  }
}

/** Returns a notice about a part of the document that belongs to no operation and is not evaluated. */
export function documentChange(
  where: string,
  { before, after }: ChangeValues,
  { base, head }: Pointers,
): ContractChange {
  const rule = 'unjudged-changed';
  return {
    rule,
    level: 'notice',
    breaking: false,
    operation: WHOLE_DOCUMENT,
    availability: 'available',
    where,
    pointer: head ?? base!,
    document: head === undefined ? 'base' : 'head',
    before,
    after,
    fingerprint: fingerprintOf(rule, '', where, before, after),
  };
}
