// Makes an automaton of an expression: a state for each character that it reads, and the ways between them.
import type { AST } from '@eslint-community/regexpp';

export interface Edge {
  to: number;
  /** In how many ways an engine goes from one character to the next, at most 2. */
  ways: number;
  /** The letters that the target reads. */
  letters: ReadonlySet<number>;
}

export interface Automaton {
  edges: Edge[][];
  /** States behind which the expression has matched. */
  ends: Set<number>;
  /** The states behind each state, by letter. One letter stands for all that the expression does not distinguish. */
  targets: number[][][];
}

/** Repetitions up to this number are copies. A larger range counts as endless. */
const MAX_COPIES = 20;
const LETTERS = [
  ...Array.from({ length: 0x250 }, (_, index) => index),
  ...[0x416, 0x5d0, 0x300, 0x200b, 0x2028, 0x202e, 0x3000, 0x4e00, 0xd800, 0xfeff, 0xff21, 0x1f600, 0xe0001],
];

interface Step {
  to: number;
  /** An assertion, which can fail. `start`: it fails behind a character. */
  condition?: 'start' | 'other';
}

/** Thompson's construction: nodes with steps that read nothing, some of them behind a character. */
class Builder {
  readonly steps: Step[][] = [];
  /** The characters of the nodes that read one. */
  readonly characters = new Map<number, ReadonlySet<number>>();
  readonly finals = new Set<number>();

  constructor(private readonly flags: string) {}

  node(): number {
    return this.steps.push([]) - 1;
  }

  step(from: number, to: number, condition?: Step['condition']): void {
    this.steps[from]!.push({ to, ...(condition && { condition }) });
  }

  /** Returns the node behind a character. */
  character(from: number, letters: ReadonlySet<number>): number {
    const node = this.node();
    this.characters.set(node, letters);
    this.step(from, node);
    return node;
  }

  alternatives(list: AST.Alternative[], from: number): number {
    const end = this.node();
    for (const { elements } of list) {
      const begin = this.node();
      this.step(from, begin);
      this.step(
        elements.reduce((at, element) => this.element(element, at), begin),
        end,
      );
    }
    return end;
  }

  private element(element: AST.Element, from: number): number {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives, from);
      case 'Quantifier':
        return this.repetition(element, from);
      case 'Assertion':
        return this.assertion(element, from);
      case 'Backreference':
        return from;
      default:
        return this.character(from, lettersOf(element.raw, this.flags));
    }
  }

  private repetition({ element, min, max }: AST.Quantifier, from: number): number {
    const isEndless = max > MAX_COPIES && max !== min;
    let at = from;
    for (let copy = 0; copy < (isEndless ? Math.min(min, MAX_COPIES) : min); copy++)
      at = this.element(element, at);
    const end = this.node();
    if (isEndless) {
      const begin = this.node();
      this.step(at, begin);
      this.step(this.element(element, begin), begin);
      this.step(begin, end);
      return end;
    }
    for (let copy = min; copy < max; copy++) {
      this.step(at, end);
      at = this.element(element, at);
    }
    this.step(at, end);
    return end;
  }

  private assertion(assertion: AST.Assertion, from: number): number {
    if (assertion.kind === 'lookahead') this.finals.add(this.alternatives(assertion.alternatives, from));
    if (assertion.kind === 'lookbehind' && /[*+]|,\}/.test(assertion.raw))
      throw new Error(`${assertion.raw} reads any number of characters backwards.`);
    const end = this.node();
    const isStart = assertion.kind === 'start' && !this.flags.includes('m');
    this.step(from, end, isStart ? 'start' : 'other');
    return end;
  }
}

const known = new Map<string, ReadonlySet<number>>();

function lettersOf(raw: string, flags: string): ReadonlySet<number> {
  const relevant = flags.replace(/[^iusv]/g, '');
  const key = `${relevant} ${raw}`;
  const expression = new RegExp(`^(?:${raw})$`, relevant);
  const found =
    known.get(key) ?? new Set(LETTERS.filter((letter) => expression.test(String.fromCodePoint(letter))));
  known.set(key, found);
  return found;
}

/** Whether every alternative begins at the start of the text. */
const isAnchored = (pattern: AST.Pattern, flags: string): boolean =>
  flags.includes('y') ||
  (!flags.includes('m') &&
    pattern.alternatives.every(({ elements: [first] }) => {
      const inner = first?.type === 'Group' || first?.type === 'CapturingGroup' ? first.alternatives : [];
      return (
        (first?.type === 'Assertion' && first.kind === 'start') ||
        (inner.length > 0 && isAnchored({ ...pattern, alternatives: inner }, flags))
      );
    }));

/** Counts the ways without a character from a node to each node that reads one, and to the end. */
function waysFrom({ steps, characters, finals }: Builder, from: number) {
  const ways = new Map<number, number>();
  let isEnd = false;
  /** An engine enters a repetition twice to repeat it inside of another one. */
  const passed = new Map<number, number>();
  const walk = (node: number, isSure: boolean): void => {
    if (finals.has(node) && isSure) isEnd = true;
    for (const { to, condition } of steps[node]!) {
      const times = passed.get(to) ?? 0;
      if (condition === 'start' && from !== 0) continue;
      if (characters.has(to)) ways.set(to, Math.min(2, (ways.get(to) ?? 0) + 1));
      else if (times < 2) {
        passed.set(to, times + 1);
        walk(to, isSure && !condition);
        passed.set(to, times);
      }
    }
  };
  walk(from, true);
  return { ways, isEnd };
}

export function toAutomaton(pattern: AST.Pattern, flags: string): Automaton {
  const builder = new Builder(flags);
  let start = builder.node();
  if (!isAnchored(pattern, flags)) {
    // An engine searches at each position of the text.
    const skipped = builder.character(start, new Set(LETTERS));
    builder.step(skipped, start);
    builder.step(start, (start = builder.node()));
  }
  builder.finals.add(builder.alternatives(pattern.alternatives, start));
  const nodes = [0, ...builder.characters.keys()];
  const indexOf = new Map(nodes.map((node, index) => [node, index]));
  const ends = new Set<number>();
  const edges = nodes.map((node, index) => {
    const { ways, isEnd } = waysFrom(builder, node);
    const isSearch = index === 0 || (builder.characters.get(node)!.size === LETTERS.length && index === 1);
    if (isEnd && !isSearch) ends.add(index);
    return [...ways].map(([to, count]): Edge => ({
      to: indexOf.get(to)!,
      ways: count,
      letters: builder.characters.get(to)!,
    }));
  });
  const letters = distinctLetters([...builder.characters.values()]);
  const targets = edges.map((leaving) =>
    letters.map((letter) => leaving.filter((edge) => edge.letters.has(letter)).map(({ to }) => to)),
  );
  return { edges, ends, targets };
}

function distinctLetters(sets: ReadonlySet<number>[]): number[] {
  const bySignature = new Map<string, number>();
  const distinct = [...new Set(sets)];
  for (const letter of LETTERS)
    bySignature.set(distinct.map((set) => Number(set.has(letter))).join(''), letter);
  return [...bySignature.values()];
}
