// Compares two schemas and all their subschemas.
// Each pair is compared once, in a loop, so that circular schemas end.
import { listPointers } from '../edits/edits';
import { type Marks, isOtherObject, schemaMarks } from '../model/marks';
import type { ResolvedSchema } from '../model/schema';
import { asWritten, isUnrestricted } from '../model/schema-facts';
import type { Direction } from '../edits/rules';
import { comparePureUnions, compareSubtypes, compareUnions } from './branches';
import { compareBehavior, compareTimeTransitions } from './behavior';
import type { NoticeTerms } from './deprecation';
import { compareFields } from './fields';
import { compareLimits } from './limits';
import { type Finding, SchemaPair, type Subpair } from './schema-pair';
import { compareItems, compareSubschemas } from './subschemas';
import {
  compareColumns,
  compareDefaults,
  comparePatternsAndFormats,
  compareTypes,
  compareValues,
} from './values';

function comparePair(pair: SchemaPair): void {
  const { base, head } = pair;
  if (base.never && head.never) return;
  compareDefaults(pair);
  compareColumns(pair);
  compareBehavior(pair);
  if (!isUnrestricted(base) && !isUnrestricted(head) && comparePureUnions(pair)) return;
  if (!compareTypes(pair)) return;
  compareValues(pair);
  compareTimeTransitions(pair);
  compareLimits(pair);
  comparePatternsAndFormats(pair);
  compareSubschemas(pair);
  compareFields(pair);
  compareItems(pair);
  compareUnions(pair);
  compareSubtypes(pair);
}

/** A use of a pair in a body, with the path to it. */
interface Visit {
  pair: SchemaPair;
  path: string;
  parent: Visit | undefined;
  /** The extensions that mark the base of the pair, or a schema around it. */
  marks: Marks;
}

/** Up to this number of repeated visits, a difference is reported at each place that uses it. */
const MAX_REPEATED_VISITS = 20_000;
const MAX_PLACES = 8;

interface FoundDifference {
  finding: Finding;
  path: string;
  marks: Marks;
}

export class SchemaComparison {
  private readonly pairs = new Map<string, SchemaPair>();
  /** The differences of a pair that many messages use. */
  private readonly found = new Map<SchemaPair, FoundDifference[]>();
  private repeatedVisits = 0;

  constructor(private readonly terms: NoticeTerms) {}

  /** Returns the differences with their paths in breadth-first order. */
  compare(base: ResolvedSchema, head: ResolvedSchema, direction: Direction): FoundDifference[] {
    const root = this.explore(base, head, direction);
    const known = this.found.get(root);
    if (known) return known;
    const found: FoundDifference[] = [];
    this.found.set(root, found);
    if (!root.differs) return found;
    const visits = new Map([[root, 1]]);
    const queue: Visit[] = [{ pair: root, path: '', parent: undefined, marks: schemaMarks(base) }];
    for (let index = 0; index < queue.length; index++) {
      const visit = queue[index]!;
      for (const finding of visit.pair.findings)
        found.push({ finding, path: visit.path + finding.suffix, marks: visit.marks });
      for (const { child, subpair } of visit.pair.children) {
        if (!child.differs) continue;
        const path = visit.path + subpair.suffix;
        const around = isOtherObject(subpair.base) ? [] : visit.marks;
        const marks = [...around, ...schemaMarks(subpair.base)];
        if (subpair.keyword !== undefined)
          found.push({ finding: changedInside(subpair, direction), path, marks });
        else if (this.shouldVisit(child, visit, visits))
          queue.push({ pair: child, path, parent: visit, marks });
      }
    }
    return found;
  }

  /** Limits repeated visits, and stops where a schema contains itself. */
  private shouldVisit(pair: SchemaPair, from: Visit, visits: Map<SchemaPair, number>): boolean {
    const count = visits.get(pair) ?? 0;
    if (count > 0) {
      if (count >= MAX_PLACES || this.repeatedVisits >= MAX_REPEATED_VISITS) return false;
      for (let ancestor: Visit | undefined = from; ancestor; ancestor = ancestor.parent) {
        if (ancestor.pair === pair) return false;
      }
      this.repeatedVisits++;
    }
    visits.set(pair, count + 1);
    return true;
  }

  /** Compares every reachable new pair, then marks the pairs above each difference. */
  private explore(base: ResolvedSchema, head: ResolvedSchema, direction: Direction): SchemaPair {
    const added: SchemaPair[] = [];
    const getPair = (left: ResolvedSchema, right: ResolvedSchema, isCondition: boolean): SchemaPair => {
      const key = `${direction} ${isCondition} ${left.id} ${right.id}`;
      const known = this.pairs.get(key);
      if (known) return known;
      const pair = new SchemaPair(left, right, direction, isCondition, this.terms);
      comparePair(pair);
      pair.differs = pair.findings.length > 0;
      this.pairs.set(key, pair);
      added.push(pair);
      return pair;
    };
    const root = getPair(base, head, false);
    const differing: SchemaPair[] = [];
    for (const pair of added) {
      for (const subpair of pair.subpairs) {
        const child = getPair(subpair.base, subpair.head, pair.isCondition || subpair.isCondition);
        pair.children.push({ child, subpair });
        child.parents.push(pair);
        if (child.differs) differing.push(child);
      }
      if (pair.differs) differing.push(pair);
    }
    for (let pair = differing.pop(); pair; pair = differing.pop()) {
      for (const parent of pair.parents) {
        if (parent.differs) continue;
        parent.differs = true;
        differing.push(parent);
      }
    }
    return root;
  }
}

const changedInside = ({ base, head, keyword }: Subpair, direction: Direction): Finding => ({
  rule: `${direction}-constraint-changed`,
  suffix: '',
  at: listPointers(base, head),
  isFixed: false,
  before: { [keyword!]: asWritten(base) },
  after: { [keyword!]: asWritten(head) },
});
