// Collects the changes of one operation: gives each its level and its fingerprint, and each only once.
import type { ContractChange } from './change';
import type { EffectiveOperation } from './effective';
import { fingerprint } from './fingerprint';
import { shorten } from './json';
import type { SchemaComparison } from './compare-schemas';
import { type Direction, type RuleId, RULES } from './rules';
import { levelOf } from './severity';
import type { Located } from './source';
import type { Schemas } from './resolved-schema';

/** Where a change is: for people, and, where that has a name that callers do not see, for the fingerprint. */
export interface Spot {
  where: string;
  place?: string;
}

interface Values {
  before?: unknown;
  after?: unknown;
}

/** The pointer into the head, or into the base for what is gone. */
interface Pointers {
  head?: string | undefined;
  base?: string | undefined;
}

export interface Sides {
  base: Schemas;
  head: Schemas;
  comparison: SchemaComparison;
  today: string;
}

export const OPERATION: Spot = { where: 'operation' };

export class ChangeCollector {
  private readonly byFingerprint = new Map<string, ContractChange>();

  constructor(
    readonly sides: Sides,
    readonly base: EffectiveOperation | undefined,
    readonly head: EffectiveOperation | undefined,
  ) {}

  get changes(): ContractChange[] {
    return [...this.byFingerprint.values()];
  }

  get today(): string {
    return this.sides.today;
  }

  add(
    rule: RuleId,
    { where, place = where }: Spot,
    { before = null, after = null }: Values,
    at: Pointers = {},
  ): void {
    const { operationId, method, path, pointer, availability, identity } = (this.head ?? this.base)!;
    const inBase = at.head === undefined && (at.base !== undefined || !this.head);
    const [short, long] = [shorten(before), shorten(after)];
    const id = fingerprint(rule, identity, place, short, long);
    this.byFingerprint.set(id, {
      rule,
      level: levelOf(rule, this.base, this.head, this.sides.today),
      breaking: RULES[rule].effect === 'breaking',
      operation: { operationId, method, path },
      availability: this.base?.availability ?? availability,
      where,
      pointer: (inBase ? at.base : at.head) ?? pointer,
      document: inBase ? 'base' : 'head',
      before: short,
      after: long,
      fingerprint: id,
    });
  }

  compareSchemas(base: Located, head: Located, direction: Direction, { where, place = where }: Spot): void {
    const { comparison } = this.sides;
    for (const { finding, path } of comparison.compare(
      this.sides.base.view([base]),
      this.sides.head.view([head]),
      direction,
    )) {
      const inside = path === '' ? '' : `: ${path.replace(/^\./, '')}`;
      const at = finding.side === 'base' ? { base: finding.pointer } : { head: finding.pointer };
      this.add(finding.rule, { where: where + inside, place: place + inside }, finding, at);
    }
  }

  /** Both schemas, as the comparison reads them. */
  viewsOf(base: Located, head: Located) {
    return [this.sides.base.view([base]), this.sides.head.view([head])] as const;
  }
}
