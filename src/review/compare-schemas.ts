// Two schemas and all that they refer to. Each pair of parts is looked at once, whatever refers to it and however they refer to each other.
import { asWritten } from './as-written';
import { comparePureUnions, compareSubtypes, compareUnions } from './compare-branches';
import { compareConstraints, compareDefaults } from './compare-constraints';
import { compareFields } from './compare-fields';
import { compareItems } from './compare-items';
import { compareLimits } from './compare-limits';
import { compareTypes, compareValues } from './compare-types';
import { isAnything, weightOf } from './schema-facts';
import type { Budget } from './limits';
import { type Finding, Local, type Step } from './local';
import type { Direction } from './rules';
import type { View } from './resolved-schema';

function compareLocally(before: View, after: View, direction: Direction, isCondition: boolean): Local {
  const local = new Local(direction, isCondition, before, after);
  if (before.never && after.never) return local;
  compareDefaults(before, after, local);
  if (!isAnything(before) && !isAnything(after) && comparePureUnions(before, after, local)) return local;
  if (!compareTypes(before, after, local)) return local;
  compareValues(before, after, local);
  compareLimits(before, after, local);
  compareConstraints(before, after, local);
  compareFields(before, after, local);
  compareItems(before, after, local);
  compareUnions(before, after, local);
  compareSubtypes(before, after, local);
  return local;
}

interface Node {
  local: Local;
  below: { node: Node; step: Step }[];
  above: Node[];
  /** Here or anywhere below. */
  differs: boolean;
}

/** Where in a body a pair is used; the way there, so that a schema that contains itself is told once. */
interface SchemaPair {
  node: Node;
  path: string;
  parent: SchemaPair | undefined;
}

/** A schema that a body uses in many places is told at each, until a body has this many steps; then only new ones are. */
const MAX_REPEATED_STEPS = 5000;
const MAX_PLACES = 8;

export class SchemaComparison {
  private readonly nodes = new Map<string, Node>();

  constructor(private readonly budget: Budget) {}

  /** What differs, each with its path: the nearest places first. */
  compare(before: View, after: View, direction: Direction): { finding: Finding; path: string }[] {
    const root = this.explore(before, after, direction);
    const found: { finding: Finding; path: string }[] = [];
    if (!root.differs) return found;
    const visits = new Map<Node, number>();
    const queue: SchemaPair[] = [{ node: root, path: '', parent: undefined }];
    for (let index = 0; index < queue.length; index++) {
      const visit = queue[index]!;
      this.budget.spend();
      for (const finding of visit.node.local.findings)
        found.push({ finding, path: visit.path + finding.suffix });
      for (const { node, step } of visit.node.below) {
        if (!node.differs) continue;
        const path = visit.path + step.suffix;
        if (step.keyword !== undefined) found.push({ finding: changedInside(step, direction), path });
        else if (this.isWorthVisiting(node, visit, visits, queue.length))
          queue.push({ node, path, parent: visit });
      }
    }
    return found;
  }

  private isWorthVisiting(node: Node, from: SchemaPair, visits: Map<Node, number>, steps: number): boolean {
    const times = visits.get(node) ?? 0;
    if (times > 0 && (times >= MAX_PLACES || steps > MAX_REPEATED_STEPS)) return false;
    for (let above: SchemaPair | undefined = from; above; above = above.parent) {
      this.budget.spend();
      if (above.node === node) return false;
    }
    visits.set(node, times + 1);
    return true;
  }

  /** Looks at every pair that can be reached and has not been looked at, then says of each whether anything differs in it or below. */
  private explore(before: View, after: View, direction: Direction): Node {
    const fresh: { node: Node; local: Local }[] = [];
    const nodeOf = (one: View, other: View, isCondition: boolean): Node => {
      const key = `${direction} ${isCondition} ${one.id} ${other.id}`;
      let node = this.nodes.get(key);
      if (!node) {
        this.budget.spend(10 + weightOf(one) + weightOf(other));
        const local = compareLocally(one, other, direction, isCondition);
        this.budget.spend(local.findings.length);
        node = { local, below: [], above: [], differs: local.findings.length > 0 };
        this.nodes.set(key, node);
        fresh.push({ node, local });
      }
      return node;
    };
    const root = nodeOf(before, after, false);
    const differing: Node[] = [];
    for (let index = 0; index < fresh.length; index++) {
      const { node, local } = fresh[index]!;
      for (const step of local.steps) {
        const next = nodeOf(step.before, step.after, local.isCondition || step.isCondition === true);
        node.below.push({ node: next, step });
        next.above.push(node);
        if (next.differs) differing.push(next);
      }
      if (node.differs) differing.push(node);
    }
    for (let node = differing.pop(); node; node = differing.pop()) {
      for (const above of node.above) {
        if (above.differs) continue;
        above.differs = true;
        differing.push(above);
      }
    }
    return root;
  }
}

const changedInside = ({ before, after, keyword }: Step, direction: Direction): Finding => ({
  rule: `${direction}-constraint-changed`,
  suffix: '',
  side: 'head',
  pointer: after.pointer,
  before: { [keyword!]: asWritten(before) },
  after: { [keyword!]: asWritten(after) },
});
