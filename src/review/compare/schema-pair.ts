// The differences of one pair of schemas, and the pairs of subschemas to compare next. They do not depend on
// where the pair is used, so that a shared pair is compared once.
import { canonicalJson } from '../model/json';
import { fixedIn } from '../model/marks';
import type { ResolvedSchema } from '../model/schema';
import { listValues } from '../model/schema-facts';
import type { ChangeValues, Pointers } from '../edits/edits';
import type { NoticeTerms } from './deprecation';
import type { Direction, RuleId, SchemaRule } from '../edits/rules';

export interface Finding {
  rule: RuleId;
  /** The path from the pair to the difference, for example `.name` or `[]`. */
  suffix: string;
  at: Pointers;
  before: unknown;
  after: unknown;
  /** Whether `x-fixed` promises the changed part of a provisional schema. */
  isFixed: boolean;
}

export interface Subpair {
  base: ResolvedSchema;
  head: ResolvedSchema;
  suffix: string;
  /** A keyword such as `not`, in which changes have no direction: only the change itself is reported. */
  keyword?: string | undefined;
  /** A condition such as `then` only restricts the schema beside it, so that it adds no new fields. */
  isCondition: boolean;
}

export class SchemaPair {
  readonly findings: Finding[] = [];
  readonly subpairs: Subpair[] = [];
  readonly children: { child: SchemaPair; subpair: Subpair }[] = [];
  readonly parents: SchemaPair[] = [];
  /** Whether the pair or a pair below it differs. */
  differs = false;

  constructor(
    readonly base: ResolvedSchema,
    readonly head: ResolvedSchema,
    readonly direction: Direction,
    readonly isCondition: boolean,
    readonly terms: NoticeTerms,
  ) {}

  /** Reports a schema rule for the direction of this pair. */
  report(rule: SchemaRule, values: ChangeValues & { suffix?: string }, at: Pointers = {}): void {
    this.reportRule(`${this.direction}-${rule}`, values, at);
  }

  /** Reports a difference, without pointers one of the whole schema. */
  reportRule(
    rule: RuleId,
    { before = null, after = null, suffix = '' }: ChangeValues & { suffix?: string },
    at: Pointers = {},
  ): void {
    const fixed = fixedIn(this.base);
    const changed = rule.endsWith('-value-added') ? [...(listValues(this.base)?.values() ?? [])] : [before];
    this.findings.push({
      isFixed:
        fixed.some((name) => suffix === fieldPath(String(name))) ||
        (fixed.length > 0 && changed.every((value) => fixed.includes(value))),
      rule,
      suffix,
      at: at.head === undefined && at.base === undefined ? { head: this.head.pointer } : at,
      before,
      after,
    });
  }

  /** Adds a pair of subschemas. A missing subschema allows every value. */
  descend(
    base: ResolvedSchema | undefined,
    head: ResolvedSchema | undefined,
    suffix: string,
    keyword?: string,
  ): void {
    this.subpairs.push({
      base: base ?? this.base.resolver.resolve([], this.base.pointer),
      head: head ?? this.head.resolver.resolve([], this.head.pointer),
      suffix,
      keyword,
      isCondition: false,
    });
  }

  descendIntoCondition(base: ResolvedSchema, head: ResolvedSchema, suffix: string): void {
    this.subpairs.push({ base, head, suffix, isCondition: true });
  }
}

/** Returns a field in a path. Quotes separate unusual names from path syntax. */
export const fieldPath = (name: string): string =>
  /^[\w$-]+$/.test(name) ? `.${name}` : `.${JSON.stringify(name)}`;

/** Returns the effect of a new default on requests without the part. */
export const defaultText = (value: unknown): string =>
  `callers that do not send it get ${canonicalJson(value)}`;
