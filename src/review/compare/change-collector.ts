// Collects the changes of one operation. Gives each change its level and fingerprint.
import {
  type ChangePlace,
  type ChangeValues,
  type ContractChange,
  type OperationName,
  type Pointers,
  listPointers,
} from '../edits/edits';
import { getFingerprint } from '../model/json';
import type { Located } from '../model/document';
import { type Marks, PROVISIONAL, comparePromise, isProvisionalAt, marksAt } from '../model/marks';
import type { EffectiveOperation } from '../model/operations';
import type { SchemaResolver } from '../model/schema';
import { type Direction, type RuleId, getLevel } from '../edits/rules';
import { type NoticeTerms, type Placed, changedAt, deprecationChange } from './deprecation';
import type { SchemaComparison } from './schemas';

export interface ComparisonContext extends NoticeTerms {
  base: SchemaResolver;
  head: SchemaResolver;
  schemas: SchemaComparison;
}

const REJECTIONS: ReadonlySet<RuleId> = new Set(['rejection-added', 'rejection-removed']);
const PROMISES: ReadonlySet<RuleId> = new Set(['promise-withdrawn', 'promise-given']);
const WRITES = new Set(['POST', 'PUT', 'PATCH']);

export const OPERATION: ChangePlace = { where: 'operation' };

/** The `operation` of a change that belongs to no operation. */
const WHOLE_DOCUMENT: OperationName = { operationId: null, method: '', path: '' };

/** Compares a part that both documents have. `More`: further arguments. */
export type Compare<Part, More extends unknown[] = []> = (
  ...args: [collector: ChangeCollector, base: Part, head: Part, ...more: More]
) => void;

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

  get isRelease(): boolean {
    return this.base?.availability === 'planned' && this.head?.availability === 'available';
  }

  add(
    rule: RuleId,
    { where, place = where }: ChangePlace,
    { before = null, after = null }: ChangeValues,
    at: Pointers = {},
    marks: Marks = [],
    isFixed = false,
  ): void {
    const { operationId, method, path, pointer, availability, identity } = (this.head ?? this.base)!;
    const { today } = this.context;
    const inBase = at.head === undefined && (at.base !== undefined || !this.head);
    // Does not depend on positions or parameter names, so that unrelated edits keep the fingerprint.
    const fingerprint = getFingerprint([rule, identity, place, before, after]);
    const allMarks = new Set([...marks, ...this.marksOf(at.base)]);
    if (isFixed) allMarks.delete(PROVISIONAL);
    this.byFingerprint.set(fingerprint, {
      rule,
      level: getLevel(rule, this.base, this.head, { today, isProvisional: allMarks.has(PROVISIONAL) }),
      operation: { operationId, method, path },
      availability: this.base?.availability ?? availability,
      where,
      pointer: (inBase ? at.base : at.head) ?? pointer,
      document: inBase ? 'base' : 'head',
      marks: [...allMarks],
      before,
      after,
      fingerprint,
    });
  }

  /** Returns the marks of the operation in the base, or in the head if it is new, and those of one of its parts. */
  private marksOf(pointer: string | undefined): Marks {
    const { base, head, context } = this;
    if (!base) return marksAt(context.head.document, head!.pointer);
    const { document } = context.base;
    return [...marksAt(document, base.pointer), ...(pointer === undefined ? [] : marksAt(document, pointer))];
  }

  /** Reports a part that the base promises and the head makes provisional, or the other way round. */
  comparePromise(place: ChangePlace, base: { pointer: string }, head: { pointer: string }): void {
    const { context } = this;
    const rule = comparePromise({
      base: isProvisionalAt(context.base.document, base.pointer),
      head: isProvisionalAt(context.head.document, head.pointer),
    });
    if (rule && this.concerns(rule)) this.add(rule, place, {}, listPointers(base, head));
  }

  /** Only writes are rejected because of other records, and only planned operations have provisional parts. */
  private concerns(rule: RuleId): boolean {
    const { method } = (this.head ?? this.base)!;
    if (REJECTIONS.has(rule)) return WRITES.has(method);
    const isPlanned = this.base?.availability === 'planned' && this.head?.availability === 'planned';
    return isPlanned || !PROMISES.has(rule);
  }

  /** Reports a part that only one side requires. The rules are `PREFIX-became-required` and `-optional`. */
  compareRequired(
    prefix: 'parameter' | 'request-body' | 'response-header' | `${Direction}-field`,
    place: ChangePlace,
    { required: before }: { required: boolean },
    { required: after }: { required: boolean },
    at: Pointers,
  ): void {
    if (before !== after)
      this.add(`${prefix}-became-${after ? 'required' : 'optional'}`, place, { before, after }, at);
  }

  /** Reports a change of the deprecation. Without a base, only a sunset date that callers cannot prepare for. */
  compareDeprecation(
    prefix: 'operation' | 'parameter',
    place: ChangePlace,
    base: Placed | undefined,
    head: Placed,
  ): void {
    const change = deprecationChange(base, head, this.context);
    if (change) this.add(`${prefix}-${change.kind}`, place, change, changedAt(base, head));
  }

  /** @param defaultRule replaces the rule of an added default. */
  compareSchemas(
    base: Located,
    head: Located,
    direction: Direction,
    { where, place = where }: ChangePlace,
    defaultRule: RuleId = 'request-default-added',
  ): void {
    const { context } = this;
    const [baseSchema, headSchema] = [context.base.resolve([base]), context.head.resolve([head])];
    const found = context.schemas.compare(baseSchema, headSchema, direction);
    const around = found.length > 0 ? marksAt(context.base.document, base.pointer) : [];
    for (const { finding, path, marks } of found) {
      if (!this.concerns(finding.rule)) continue;
      const inside = path === '' ? '' : `: ${path.replace(/^\./, '')}`;
      const places = { where: where + inside, place: place + inside };
      const isDefault = path === '' && finding.rule === 'request-default-added';
      const rule = isDefault ? defaultRule : finding.rule;
      this.add(rule, places, finding, finding.at, [...around, ...marks], finding.isFixed);
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
    operation: WHOLE_DOCUMENT,
    availability: 'available',
    where,
    pointer: head ?? base!,
    document: head === undefined ? 'base' : 'head',
    marks: [],
    before,
    after,
    fingerprint: getFingerprint([rule, '', where, before, after]),
  };
}
