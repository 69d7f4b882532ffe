// Waivers of reviews and replays: each accepts one breaking edit or difference until a date.
import { addDays, calendarFault, isDay } from '../../base/day';
import { asArray, asObject, asString, dateText } from '../model/json';
import { isObject } from '../../base/values';
import type { ParseOptions, SchemaOptions } from 'yaml';
import { UnreadableFile, readTextIfExists } from '../../base/read-file';
import { firstLine, parseYaml } from '../../server/import/parse-yaml';
import { ReviewError } from '../model/document';

export interface Waiver {
  fingerprint: string;
  reason: string;
  owner: string;
  /** The last day of the waiver, for example `2026-03-31`. */
  expires: string;
}

export interface WaiverProblem {
  kind: 'waiver-malformed' | 'waiver-expired' | 'waiver-too-long' | 'waiver-unused';
  fingerprint: string | null;
  message: string;
}

/**
 * Reads a waiver file without validation; [] if it is missing.
 * @param isRequired whether a missing file is an error: a user named it.
 * @throws ReviewError for invalid YAML.
 */
export async function readWaivers(file: string, isRequired = false): Promise<unknown> {
  // Reads every scalar as text: YAML would read the fingerprints 566868681468 and 2e9558542568 as numbers.
  const content = await readYamlIfExists(file, { schema: 'failsafe', customTags: ['null'] });
  if (content === undefined && isRequired)
    throw new ReviewError(`${file} does not exist. Name a waiver file, or omit --waivers.`);
  return content ?? [];
}

/** A longer waiver would be a permanent exception. */
const MAX_WAIVER_DAYS = 90;

/** Returns the problems of a waiver file that a reviewed revision changes. Its waivers do not apply yet. */
export const waiverFaults = (waivers: unknown, today: string): WaiverProblem[] =>
  applyWaivers([], waivers, today).problems.filter(({ kind }) => /malformed|too-long/.test(kind));

/** Marks waived items. Expired, unused and malformed waivers are problems and waive nothing. */
export function applyWaivers<Item extends { level: string; fingerprint: string }>(
  items: Item[],
  waivers: unknown,
  today: string,
): { items: (Item & { waiver?: Waiver })[]; problems: WaiverProblem[] } {
  const problems: WaiverProblem[] = [];
  const valid = new Map<string, Waiver>();
  if (!Array.isArray(waivers ?? [])) {
    const message = 'The waiver file is not a list. Write one list item per waiver.';
    problems.push({ kind: 'waiver-malformed', fingerprint: null, message });
  }
  const breaking = new Set(
    items.filter(({ level }) => level === 'breaking').map(({ fingerprint }) => fingerprint),
  );
  asArray(waivers).forEach((entry, index) => {
    const waiver = readWaiver(entry, index + 1);
    if ('kind' in waiver) return void problems.push(waiver);
    const { fingerprint, expires, owner } = waiver;
    const problem = (kind: WaiverProblem['kind'], message: string) =>
      void problems.push({ kind, fingerprint, message });
    if (valid.has(fingerprint))
      return problem('waiver-malformed', `Waiver ${index + 1} repeats ${fingerprint}. Remove one of them.`);
    if (expires < today)
      return problem('waiver-expired', `The waiver ${fingerprint} expired on ${expires}. Ask ${owner}.`);
    const lastDay = addDays(today, MAX_WAIVER_DAYS);
    if (expires > lastDay)
      return problem(
        'waiver-too-long',
        `The waiver ${fingerprint} expires on ${expires}. A waiver ends within ${MAX_WAIVER_DAYS} days: write ${lastDay} or earlier.`,
      );
    if (!breaking.has(fingerprint))
      return problem('waiver-unused', `The waiver ${fingerprint} matches no breaking edit. Remove it.`);
    valid.set(fingerprint, waiver);
  });
  const marked = items.map((item) => {
    const waiver = item.level === 'breaking' ? valid.get(item.fingerprint) : undefined;
    return waiver ? { ...item, waiver } : item;
  });
  return { items: marked, problems };
}

function readWaiver(entry: unknown, number: number): Waiver | WaiverProblem {
  const malformed = (reason: string): WaiverProblem => ({
    kind: 'waiver-malformed',
    fingerprint: asString(asObject(entry)['fingerprint']) || null,
    message: `Waiver ${number} ${reason}.`,
  });
  if (!isObject(entry)) return malformed('is not an object');
  const fields = {
    fingerprint: asString(entry['fingerprint']),
    reason: asString(entry['reason']),
    owner: asString(entry['owner']),
    expires: dateText(entry['expires']),
  };
  for (const [name, text] of Object.entries(fields)) if (!text?.trim()) return malformed(`has no ${name}`);
  const unknown = Object.keys(entry).find((name) => !(name in fields));
  if (unknown !== undefined)
    return malformed(`has the unknown field ${JSON.stringify(unknown.slice(0, 50))}`);
  const waiver = fields as Waiver;
  if (isDay(waiver.expires)) return waiver;
  const date = JSON.stringify(waiver.expires.slice(0, 50));
  const reason = calendarFault(waiver.expires);
  return malformed(
    `has the invalid date ${date}${reason === undefined ? '' : `: ${reason}`}. Write it as 2026-03-31`,
  );
}

/** Returns undefined for a file that does not exist. @throws ReviewError with what to correct. */
export async function readYamlIfExists(
  file: string,
  options: ParseOptions & SchemaOptions = {},
): Promise<unknown> {
  const text = await readTextIfExists(file).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw new ReviewError(`${error.message}.`);
    throw error;
  });
  if (text === undefined) return undefined;
  const { document, faults } = parseYaml(text, options);
  const [fault] = faults;
  if (fault) throw new ReviewError(`${file}:${fault.line} is not valid YAML: ${fault.message}.`);
  try {
    return document.toJS() ?? null;
  } catch (error) {
    // An alias without an anchor, or too many aliases.
    throw new ReviewError(`${file} is not valid YAML: ${firstLine((error as Error).message)}.`);
  }
}
