// What is found in one pair of schemas, and the pairs below it. Independent of where the pair is used, so that a shared schema is compared once.
import type { View } from './resolved-schema';
import type { Direction, RuleId, SchemaRule } from './rules';
import type { Side } from './source';

export interface Finding {
  rule: RuleId;
  /** From the pair to the place: `.name`, `[]`. */
  suffix: string;
  side: Side;
  pointer: string;
  before: unknown;
  after: unknown;
}

export interface Step {
  before: View;
  after: View;
  suffix: string;
  /** A keyword such as `not`, below which no direction holds: that something changed is all that is said. */
  keyword?: string;
  /** Below a condition such as `then`: it only restricts what the schema beside it describes, so that no field is new there. */
  isCondition?: boolean;
}

type Values = { before?: unknown; after?: unknown; suffix?: string };

export class Local {
  readonly findings: Finding[] = [];
  readonly steps: Step[] = [];

  constructor(
    readonly direction: Direction,
    readonly isCondition: boolean,
    private readonly before: View,
    private readonly after: View,
  ) {}

  /** Found in the head, or in the base when it is gone from the head. */
  find(
    rule: SchemaRule,
    values: Values,
    at: { head?: string | undefined; base?: string | undefined } = {},
  ): void {
    this.findRule(`${this.direction}-${rule}`, values, at);
  }

  findRule(
    rule: RuleId,
    { before = null, after = null, suffix = '' }: Values,
    at: { head?: string | undefined; base?: string | undefined } = {},
  ): void {
    const inBase = at.head === undefined && at.base !== undefined;
    this.findings.push({
      rule,
      suffix,
      side: inBase ? 'base' : 'head',
      pointer: (inBase ? at.base : at.head) ?? this.after.pointer,
      before,
      after,
    });
  }

  step(before: View | undefined, after: View | undefined, suffix: string, keyword?: string): void {
    const both = {
      before: before ?? this.before.schemas.view([], this.before.pointer),
      after: after ?? this.after.schemas.view([], this.after.pointer),
      suffix,
    };
    this.steps.push(keyword ? { ...both, keyword } : both);
  }

  stepIntoCondition(before: View, after: View, suffix: string): void {
    this.steps.push({ before, after, suffix, isCondition: true });
  }
}

/** A field in a path that people read; one that is not a plain word is quoted, so that two paths never look alike. */
export const fieldPath = (name: string): string =>
  /^[\w$-]+$/.test(name) ? `.${name}` : `.${JSON.stringify(name)}`;
