// Compares two schemas and all their subschemas.
// Each pair is compared once, in a loop, so that circular schemas end.
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

interface Node {
  pair: SchemaPair;
  children: { node: Node; subpair: Subpair }[];
  parents: Node[];
  /** Whether the pair or a pair below it differs. */
  differs: boolean;
}

/** A use of a pair in a body, with the path to it. */
interface Visit {
  node: Node;
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
  private readonly nodes = new Map<string, Node>();
  /** The differences of a pair that many messages use. */
  private readonly found = new Map<Node, FoundDifference[]>();
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
    const visits = new Map<Node, number>([[root, 1]]);
    const queue: Visit[] = [{ node: root, path: '', parent: undefined, marks: schemaMarks(base) }];
    for (let index = 0; index < queue.length; index++) {
      const visit = queue[index]!;
      for (const finding of visit.node.pair.findings)
        found.push({ finding, path: visit.path + finding.suffix, marks: visit.marks });
      for (const { node, subpair } of visit.node.children) {
        if (!node.differs) continue;
        const path = visit.path + subpair.suffix;
        const around = isOtherObject(subpair.base) ? [] : visit.marks;
        const marks = [...around, ...schemaMarks(subpair.base)];
        if (subpair.keyword !== undefined)
          found.push({ finding: changedInside(subpair, direction), path, marks });
        else if (this.shouldVisit(node, visit, visits)) queue.push({ node, path, parent: visit, marks });
      }
    }
    return found;
  }

  /** Limits repeated visits, and stops where a schema contains itself. */
  private shouldVisit(node: Node, from: Visit, visits: Map<Node, number>): boolean {
    const count = visits.get(node) ?? 0;
    if (count > 0) {
      if (count >= MAX_PLACES || this.repeatedVisits >= MAX_REPEATED_VISITS) return false;
      for (let ancestor: Visit | undefined = from; ancestor; ancestor = ancestor.parent) {
        if (ancestor.node === node) return false;
      }
      this.repeatedVisits++;
    }
    visits.set(node, count + 1);
    return true;
  }

  /** Compares every reachable new pair, then marks the pairs above each difference. */
  private explore(base: ResolvedSchema, head: ResolvedSchema, direction: Direction): Node {
    const added: Node[] = [];
    const nodeOf = (left: ResolvedSchema, right: ResolvedSchema, isCondition: boolean): Node => {
      const key = `${direction} ${isCondition} ${left.id} ${right.id}`;
      const known = this.nodes.get(key);
      if (known) return known;
      const pair = new SchemaPair(left, right, direction, isCondition, this.terms);
      comparePair(pair);
      const node: Node = { pair, children: [], parents: [], differs: pair.findings.length > 0 };
      this.nodes.set(key, node);
      added.push(node);
      return node;
    };
    const root = nodeOf(base, head, false);
    const differing: Node[] = [];
    for (let index = 0; index < added.length; index++) {
      const node = added[index]!;
      for (const subpair of node.pair.subpairs) {
        const isCondition = node.pair.isCondition || subpair.isCondition;
        const child = nodeOf(subpair.base, subpair.head, isCondition);
        node.children.push({ node: child, subpair });
        child.parents.push(node);
        if (child.differs) differing.push(child);
      }
      if (node.differs) differing.push(node);
    }
    for (let node = differing.pop(); node; node = differing.pop()) {
      for (const parent of node.parents) {
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
  side: 'head',
  pointer: head.pointer,
  base: base.pointer,
  isFixed: false,
  before: { [keyword!]: asWritten(base) },
  after: { [keyword!]: asWritten(head) },
});
