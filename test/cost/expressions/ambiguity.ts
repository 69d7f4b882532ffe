// Finds expressions that take more than linear time: those that can read one text in many ways, all of which fail.
// After Weideman et al., "Analyzing matching time behavior of backtracking regular expression matchers", 2016.
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Automaton, type Edge, toAutomaton } from './automaton';

type Finding = 'exponential' | 'polynomial';

/** Returns the states from which each state of a set can be reached, and that it reaches, within the states. */
function loopOf(edges: Edge[][], state: number, isIn: (state: number) => boolean): Set<number> {
  const forward = reach(edges, state, isIn);
  return new Set([...forward].filter((each) => reach(edges, each, isIn).has(state)));
}

/** Returns the states behind a state in one step or more. */
function reach(edges: Edge[][], from: number, isIn: (state: number) => boolean): Set<number> {
  const found = new Set<number>();
  for (const queue = [from]; queue.length > 0;)
    for (const { to } of edges[queue.pop()!]!)
      if (isIn(to) && !found.has(to)) {
        found.add(to);
        queue.push(to);
      }
  return found;
}

/** Walks several states at once over the same characters. */
function canWalk(
  { targets }: Automaton,
  from: number[],
  to: number[],
  isIn: (states: number[]) => boolean,
): boolean {
  const keyOf = (states: number[]): number => states.reduce((key, state) => key * targets.length + state, 0);
  const end = keyOf(to);
  const seen = new Set<number>();
  for (const queue = [from]; queue.length > 0;)
    for (const moves of movesOf(targets, queue.pop()!))
      for (const next of combined(moves)) {
        const key = keyOf(next);
        if (seen.has(key) || !isIn(next)) continue;
        if (key === end) return true;
        seen.add(key);
        queue.push(next);
      }
  return false;
}

/** Returns for each letter that all states read the targets of each state. */
const movesOf = (targets: number[][][], states: number[]): number[][][] =>
  targets[states[0]!]!.map((_each, letter) => states.map((state) => targets[state]![letter]!)).filter(
    (moves) => moves.every(({ length }) => length > 0),
  );

/** Returns every choice of one element of each list. */
const combined = ([first, ...others]: number[][]): number[][] =>
  others.length === 0
    ? first!.map((one) => [one])
    : combined(others).flatMap((rest) => first!.map((one) => [one, ...rest]));

/** Returns how the time of an expression grows; undefined for linear time. */
export function growthOf({ source, flags }: { source: string; flags: string }): Finding | undefined {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern: AST.Pattern = parser.parsePattern(source, 0, source.length, mode);
  const automaton = toAutomaton(pattern, flags);
  const { edges, ends } = automaton;
  // An engine that comes to an end stops, and tries no other way.
  const isOpen = (state: number): boolean => !ends.has(state);
  const loops = new Map(
    edges.flatMap((_each, state): [number, Set<number>][] => {
      const loop = isOpen(state) ? loopOf(edges, state, isOpen) : new Set<number>();
      return loop.has(state) ? [[state, loop]] : [];
    }),
  );
  for (const [state, loop] of loops) {
    const isTwice = edges[state]!.some(({ to, ways }) => ways > 1 && loop.has(to));
    if (isTwice) return 'exponential';
    const inLoop = (states: number[]): boolean => states.every((each) => loop.has(each));
    const others = [...loop].filter((other) => other > state);
    for (const other of others)
      if (
        canWalk(automaton, [state, state], [state, other], inLoop) &&
        canWalk(automaton, [state, other], [state, state], inLoop)
      )
        return 'exponential';
  }
  for (const [first, firstLoop] of loops)
    for (const [second, secondLoop] of loops) {
      if (first === second || !reach(edges, first, () => true).has(second)) continue;
      const isIn = ([one, , three]: number[]): boolean => firstLoop.has(one!) && secondLoop.has(three!);
      if (canWalk(automaton, [first, first, second], [first, second, second], isIn)) return 'polynomial';
    }
  return undefined;
}
