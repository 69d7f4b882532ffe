// Derives texts from a pattern that make a backtracking engine try many ways: repetitions of the parts that it repeats.
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** The text is `before`, then `repeated` as often as it fits, then one of the tails. */
export interface Attack {
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

/** @throws SyntaxError for an invalid pattern. */
export function attacksOn({ source, flags }: RegExp): { attacks: Attack[]; tails: string[] } {
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
