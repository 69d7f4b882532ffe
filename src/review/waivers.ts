// Changes that are let through for a while, each with a reason, an owner and a last day.
import type { ContractChange, Waiver } from './change';
import { dateText, isDate } from './dates';
import { isObject, textOr } from './json';

export interface Problem {
  kind: 'waiver-malformed' | 'waiver-expired' | 'waiver-unused';
  fingerprint: string | null;
  /** One sentence. */
  message: string;
}

/** @returns the waiver, or why it is none. */
function read(entry: unknown, index: number): Waiver | Problem {
  const malformed = (why: string): Problem => ({
    kind: 'waiver-malformed',
    fingerprint: (isObject(entry) && textOr(entry['fingerprint'])) || null,
    message: `Waiver ${index + 1} ${why}.`,
  });
  if (!isObject(entry)) return malformed('is not an object');
  const texts = {
    fingerprint: textOr(entry['fingerprint']),
    reason: textOr(entry['reason']),
    owner: textOr(entry['owner']),
    expires: dateText(entry['expires']),
  };
  for (const [key, text] of Object.entries(texts)) if (!text?.trim()) return malformed(`has no ${key}`);
  const unknown = Object.keys(entry).find((key) => !(key in texts));
  if (unknown !== undefined)
    return malformed(`has a field that is not known, ${JSON.stringify(unknown.slice(0, 50))}`);
  if (!isDate(texts.expires!))
    return malformed(`has ${JSON.stringify(texts.expires!.slice(0, 50))} for a date; write it as 2026-03-31`);
  return texts as Waiver;
}

/** Marks what is waived. Waivers that are expired, unused or malformed are problems, and let nothing through. */
export function applyWaivers(
  changes: ContractChange[],
  waivers: unknown,
  today: string,
): { changes: ContractChange[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const valid = new Map<string, Waiver>();
  if (waivers !== undefined && waivers !== null && !Array.isArray(waivers)) {
    problems.push({ kind: 'waiver-malformed', fingerprint: null, message: 'The waivers are not a list.' });
  }
  const blocking = new Set(
    changes.filter(({ level }) => level === 'breaking').map((change) => change.fingerprint),
  );
  (Array.isArray(waivers) ? waivers : []).forEach((entry, index) => {
    const waiver = read(entry, index);
    if ('kind' in waiver) return void problems.push(waiver);
    const { fingerprint, expires, owner } = waiver;
    const problem = (kind: Problem['kind'], message: string) =>
      void problems.push({ kind, fingerprint, message });
    if (valid.has(fingerprint))
      return problem('waiver-malformed', `Waiver ${index + 1} repeats ${fingerprint}.`);
    if (expires < today)
      return problem('waiver-expired', `The waiver of ${fingerprint} expired on ${expires}; ask ${owner}.`);
    if (!blocking.has(fingerprint))
      return problem('waiver-unused', `The waiver of ${fingerprint} fits no change that blocks; remove it.`);
    valid.set(fingerprint, waiver);
  });
  const marked = changes.map((change) => {
    const waiver = change.level === 'breaking' ? valid.get(change.fingerprint) : undefined;
    return waiver ? { ...change, waiver } : change;
  });
  return { changes: marked, problems };
}
