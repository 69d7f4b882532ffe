// Finds the patterns of a document that a caller could use to block the server: each is tried on texts that make
// backtracking long. A trial has no false alarm, but it is no proof: it can miss a slow pattern.
import { Script, createContext } from 'node:vm';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { under } from './pointer';
import { MAPS, VALUES } from './schemas';
import { toRegExp } from './validation/text-messages';

const MAX_MILLISECONDS = 1000;
/** The two clocks differ a little on an idle machine. */
const CLOCK_DIFFERENCE = 0.9;
/** With fewer characters, only exponential time is long. */
const SHORT = [30, 100];
const MEDIUM = 1000;
/** Characters for which cubic time needs several seconds, and quadratic time less than a tenth of the limit. */
const LONG = 3000;
/** Cubic time is longer for MEDIUM characters. */
const MAX_MEDIUM_MILLISECONDS = 5;

const context = createContext({ work: undefined as (() => void) | undefined });
const script = new Script('work()');

/** Returns whether the work needs at most a second of processor time, which other programs do not change. */
function ends(work: () => unknown): boolean {
  context['work'] = work;
  for (let timeout = MAX_MILLISECONDS; ; timeout *= 2) {
    const start = process.cpuUsage();
    const usedTooMuch = (): boolean => {
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000 >= MAX_MILLISECONDS * CLOCK_DIFFERENCE;
    };
    try {
      // V8 interrupts an expression for this timeout only.
      script.runInContext(context, { timeout });
      return !usedTooMuch();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (usedTooMuch()) return false;
    }
  }
}

const createText = ({ before, repeated }: Attack, length: number, tail: string): string =>
  before + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length - before.length - 1) + tail;

/** Returns the length of a text for which the expression needs more than a second. */
function slowLength(expression: RegExp): number | undefined {
  const { attacks, tails } = attacksOn(expression);
  for (const attack of attacks) {
    let length = 0;
    let failing: string | undefined;
    const tryShort = (): void => {
      for (length of SHORT)
        failing = tails.find((tail) => expression.exec(createText(attack, length, tail))?.index !== 0);
    };
    if (!ends(tryShort)) return length;
    if (failing === undefined) continue;
    const start = performance.now();
    if (!ends(() => expression.test(createText(attack, MEDIUM, failing!)))) return MEDIUM;
    if (performance.now() - start < MAX_MEDIUM_MILLISECONDS) continue;
    if (!ends(() => expression.test(createText(attack, LONG, failing!)))) return LONG;
  }
  return undefined;
}

const known = new Map<string, string | undefined>();

function findSlowPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  if (!known.has(pattern)) known.set(pattern, findFault(pattern));
  return known.get(pattern);
}

/** Returns the fault of a pattern and its remedy. Undefined for a sound pattern. */
function findFault(pattern: string): string | undefined {
  try {
    const length = slowLength(toRegExp(pattern));
    return length === undefined
      ? undefined
      : `needs more than a second for a text of ${length.toLocaleString('en')} characters. ` +
          'Rewrite it so that no two repetitions match the same text.';
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `is no regular expression of JavaScript: ${error.message}. Correct it.`;
  }
}

export interface PatternFault {
  pointer: string;
  /** Completes "#/components/… ". */
  message: string;
  /** The object whose key is the keyword, or the pattern of `patternProperties`. */
  parent: Record<string, unknown>;
}

/** Yields the faults of each `pattern` and each key of `patternProperties` in a document, or in a part of it. */
export function* patternFaults(value: unknown, pointer = '#', kind = ''): Generator<PatternFault> {
  if (typeof value !== 'object' || value === null) return;
  const parent = value as Record<string, unknown>;
  for (const [key, member] of Object.entries(parent)) {
    const isName = kind !== '';
    if (!isName && (VALUES.includes(key) || key.startsWith('x-'))) continue;
    const at = under(pointer, key);
    const isPattern = kind === 'patternProperties' || (!isName && key === 'pattern');
    const message = isPattern ? findSlowPattern(kind === 'patternProperties' ? key : member) : undefined;
    if (message !== undefined) yield { pointer: at, message, parent };
    const isMap = !isName && !Array.isArray(value) && MAPS.includes(key);
    yield* patternFaults(member, at, isMap ? key : '');
  }
}

/** The text is `before`, then `repeated` as often as it fits, then one of the tails. */
interface Attack {
  before: string;
  repeated: string;
}

const MAX_SAMPLES = 6;
const MAX_ATTACKS = 100;
/** Fewer repetitions need no measurable time. */
const MIN_REPETITIONS = 10;
/** A longer sample would leave no space for repetitions. */
const MAX_SAMPLE_LENGTH = 20;

const LATIN = Array.from({ length: 0x180 }, (_none, code) => code);
const OTHERS = [0x300, 0x416, 0x5d0, 0x2028, 0x3000, 0x4e00, 0xd800, 0x1f600];

type Letter = Extract<AST.Element, { type: `${'Character' | 'Expression'}${string}` }>;
const isLetter = (element: AST.Element): element is Letter => /^(Exp|Character)/.test(element.type);

const distinct = (texts: string[], maximum: number): string[] => [...new Set(texts)].slice(0, maximum);

/** Joins the texts of two lists one by one, and repeats the shorter list. */
const joined = (left: string[], right: string[]): string[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_none, index) =>
    (left[index % left.length]! + right[index % right.length]!).slice(0, MAX_SAMPLE_LENGTH),
  );

class Sampler {
  /** One character for all characters that the pattern does not distinguish. */
  readonly letters: string[];
  private readonly matching = new Map<string, string[]>();

  constructor(pattern: AST.Pattern, flags: string) {
    const raws = new Set<string>();
    const codes = new Set([...LATIN, ...OTHERS]);
    visitRegExpAST(pattern, {
      onCharacterEnter: ({ value }) => void codes.add(value),
      onAlternativeEnter: ({ elements }) =>
        elements
          .map((element) => (element.type === 'Quantifier' ? element.element : element))
          .filter(isLetter)
          .forEach(({ raw }) => raws.add(raw)),
    });
    const tests = [...raws].map((raw) => new RegExp(`^(?:${raw})$`, flags));
    // The last one wins: texts of Latin characters are the fastest ones to try.
    const all = [...codes].sort((one, other) => other - one).map((code) => String.fromCodePoint(code));
    const bySignature = new Map(all.map((text) => [tests.map((test) => test.test(text)).join(), text]));
    this.letters = [...bySignature.values()];
    for (const [index, raw] of [...raws].entries())
      this.matching.set(
        raw,
        this.letters.filter((text) => tests[index]!.test(text)),
      );
  }

  /** Returns some texts that the elements match one after the other. Assertions are ignored. */
  sequence(elements: AST.Element[]): string[] {
    const texts = elements.reduce((before, element) => joined(before, this.samples(element)), ['']);
    return distinct(texts, MAX_SAMPLES);
  }

  samples(element: AST.Element): string[] {
    if (isLetter(element)) return this.matching.get(element.raw)?.concat() ?? [''];
    if (element.type === 'Quantifier') {
      const once = this.samples(element.element);
      const texts = once.map((text) => text.repeat(Math.min(Math.max(element.min, 1), MAX_SAMPLE_LENGTH)));
      return element.min === 0 ? [...texts, ''] : texts;
    }
    if (element.type !== 'Group' && element.type !== 'CapturingGroup') return [''];
    const texts = element.alternatives.flatMap(({ elements }) => this.sequence(elements));
    return distinct(texts, MAX_SAMPLES);
  }

  /** Yields the repetitions of some alternatives, which follow a text. */
  *attacks(alternatives: AST.Alternative[], first: string): Generator<Attack> {
    for (const { elements } of alternatives) {
      let before = first;
      for (const element of elements) {
        const inner = element.type === 'Quantifier' ? element.element : element;
        if (element.type === 'Quantifier' && element.max >= MIN_REPETITIONS) {
          const texts = this.samples(inner).filter((text) => text !== '');
          const pairs = texts.flatMap((one) => texts.map((other) => one + other));
          for (const repeated of new Set([...texts, ...pairs])) yield { before, repeated };
        }
        if ('alternatives' in inner) yield* this.attacks(inner.alternatives, before);
        before += this.samples(element)[0]!;
      }
    }
  }
}

/**
 * Derives texts from a pattern that make a backtracking engine try many ways: repetitions of the parts that it repeats.
 * @throws SyntaxError for an invalid pattern.
 */
function attacksOn({ source, flags }: RegExp): { attacks: Attack[]; tails: string[] } {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const sampler = new Sampler(pattern, flags);
  const all = [
    ...sampler.letters.map((repeated): Attack => ({ before: '', repeated })),
    ...sampler.attacks(pattern.alternatives, ''),
  ];
  const byText = new Map(all.map((attack) => [JSON.stringify(attack), attack]));
  return { attacks: [...byText.values()].slice(0, MAX_ATTACKS), tails: ['', ...sampler.letters] };
}
