// Finds the patterns of a document that a caller could use to block the server: each is tried on texts that make
// backtracking long. A trial has no false alarm, but it is no proof: it can miss a slow pattern.
import { Script, createContext } from 'node:vm';
import { type Attack, attacksOn } from './attack-texts';
import { under } from './pointer';
import { MAPS, VALUES } from './schemas';
import { toRegExp } from './validation/text-messages';

const MAX_MILLISECONDS = 1000;
/** The two clocks differ a little on an idle machine. */
const CLOCK_DIFFERENCE = 0.9;
/** With fewer characters, only exponential time is long. */
const SHORT = [30, 100];
const MEDIUM = 1000;
/** Cubic time needs several seconds for so many characters, and quadratic time less than a tenth of the limit. */
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

const textOf = ({ before, repeated }: Attack, length: number, tail: string): string =>
  before + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length - before.length - 1) + tail;

/** Returns the length of a text for which the expression needs more than a second. */
function slowLength(expression: RegExp): number | undefined {
  const { attacks, tails } = attacksOn(expression);
  for (const attack of attacks) {
    let length = 0;
    let failing: string | undefined;
    const tryShort = (): void => {
      for (length of SHORT)
        failing = tails.find((tail) => expression.exec(textOf(attack, length, tail))?.index !== 0);
    };
    if (!ends(tryShort)) return length;
    if (failing === undefined) continue;
    const start = performance.now();
    if (!ends(() => expression.test(textOf(attack, MEDIUM, failing!)))) return MEDIUM;
    if (performance.now() - start < MAX_MEDIUM_MILLISECONDS) continue;
    if (!ends(() => expression.test(textOf(attack, LONG, failing!)))) return LONG;
  }
  return undefined;
}

const known = new Map<string, string | undefined>();

function faultOf(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  if (!known.has(pattern)) known.set(pattern, findFault(pattern));
  return known.get(pattern);
}

/** Returns what is wrong with a pattern, and what to do. Undefined for a sound pattern. */
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

/** A fault of a pattern with its JSON pointer. */
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
    const message = isPattern ? faultOf(kind === 'patternProperties' ? key : member) : undefined;
    if (message !== undefined) yield { pointer: at, message, parent };
    const isMap = !isName && !Array.isArray(value) && MAPS.includes(key);
    yield* patternFaults(member, at, isMap ? key : '');
  }
}
