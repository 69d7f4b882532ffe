// Compares a recorded body with that of the candidate, value by value.
import { type Bindings, type Now, withoutTokens } from './bindings';
import type KINDS from './differences.json';
import { isObject } from '../../base/values';

/** Each has a sentence for the report, and what to do about a difference that is breaking or provisional. */
export type Kind = keyof typeof KINDS;

/** One difference between a recorded response and that of the candidate. */
export interface Found {
  kind: Kind;
  /** `status`, `header` with its name, or `body` with the members that lead to the value; `*` is an index. */
  part: string[];
  recorded: unknown;
  candidate: unknown;
}

type Fields = Record<string, unknown>;

interface Place {
  part: string[];
  /** The recorded id of the nearest record, and the members that lead from it to the value. */
  owner: string;
  members: string;
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Returns the ids of the rows, unless a row has none. */
function listIds(rows: unknown[]): string[] | undefined {
  const ids = rows.map((row) => (isObject(row) ? row.id : undefined));
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}

const TIME_NAME = /(?:At|_at)$/;

export class BodyComparison {
  private found: Found[] = [];
  private now!: Now;
  /** The last values of each time of a record. */
  private readonly lastTimes = new Map<string, { recorded: string; candidate: string }>();

  /** `hasSameClock`: the candidate's clock shows the recorded times. */
  constructor(
    private readonly bindings: Bindings,
    private readonly hasSameClock: boolean,
  ) {}

  compare(recorded: unknown, candidate: unknown, now: Now): Found[] {
    this.found = [];
    this.now = now;
    this.compareValues(recorded, candidate, { part: ['body'], owner: '', members: '' });
    return this.found;
  }

  private report(kind: Kind, { part }: Place, recorded: unknown, candidate: unknown): void {
    this.found.push({ kind, part, recorded, candidate });
  }

  private compareValues(recorded: unknown, candidate: unknown, place: Place): void {
    if (typeOf(recorded) !== typeOf(candidate)) this.report('type', place, recorded, candidate);
    else if (Array.isArray(recorded)) this.compareRows(recorded, candidate as unknown[], place);
    else if (isObject(recorded)) this.compareFields(recorded, candidate as Fields, place);
    else if (typeof recorded === 'string') this.compareTexts(recorded, candidate as string, place);
    else if (recorded !== candidate) this.report('value', place, recorded, candidate);
  }

  private compareTexts(recorded: string, candidate: string, place: Place): void {
    const name = place.part.at(-1) ?? '';
    if (!this.bindings.areSame(recorded, candidate, name, this.now))
      return this.report('value', place, recorded, candidate);
    if (!TIME_NAME.test(name) || place.owner === '') return;
    const key = `${place.owner} ${place.members}`;
    const last = this.lastTimes.get(key);
    this.lastTimes.set(key, { recorded, candidate });
    if (!last) return;
    const [moved, movedToo] = [last.recorded !== recorded, last.candidate !== candidate];
    if (moved && !movedToo) this.report('time-stale', place, recorded, candidate);
    if (!moved && movedToo && this.hasSameClock) this.report('time-moved', place, recorded, candidate);
  }

  private compareFields(recorded: Fields, candidate: Fields, place: Place): void {
    const isRecord = typeof recorded.id === 'string';
    const start = isRecord ? { ...place, owner: recorded.id as string, members: '' } : place;
    for (const [name, value] of Object.entries(recorded)) {
      const at = { ...start, part: [...start.part, name], members: `${start.members}/${name}` };
      if (!(name in candidate)) this.report('field-missing', at, value, undefined);
      else this.compareValues(value, candidate[name], at);
    }
    for (const [name, value] of Object.entries(candidate))
      if (!(name in recorded))
        this.report('field-added', { ...start, part: [...start.part, name] }, undefined, value);
  }

  /** Compares records with the same id, then new records in their order. */
  private compareRows(recorded: unknown[], candidate: unknown[], place: Place): void {
    const [ids, otherIds] = [listIds(recorded), listIds(candidate)];
    const row = { ...place, part: [...place.part, '*'] };
    const partners =
      ids && otherIds ? this.partnersOf(recorded, candidate, ids, otherIds) : alignRows(recorded, candidate);
    partners.forEach((partner, index) => {
      if (partner === undefined) this.report('row-missing', place, recorded[index], undefined);
      else this.compareValues(recorded[index], candidate[partner], row);
    });
    const used = new Set(partners);
    candidate.forEach((each, index) => {
      if (!used.has(index)) this.report('row-added', place, undefined, each);
    });
    const order = partners.filter((partner) => partner !== undefined);
    if (order.some((partner, index) => index > 0 && partner < order[index - 1]!))
      this.report('order', place, ids, otherIds);
  }

  private partnersOf(recorded: unknown[], candidate: unknown[], ids: string[], otherIds: string[]) {
    const { bindings } = this;
    const known = ids.map((id) => {
      const index = otherIds.indexOf(bindings.ids.get(id) ?? id);
      return index < 0 ? undefined : index;
    });
    const free = otherIds.flatMap((id, index) =>
      known.includes(index) || bindings.isBound(id) ? [] : [index],
    );
    const unbound = ids.flatMap((id, row) =>
      known[row] === undefined && !bindings.ids.has(id) ? [row] : [],
    );
    const aligned = alignRows(
      unbound.map((row) => recorded[row]),
      free.map((index) => candidate[index]),
    );
    unbound.forEach((row, index) => {
      const partner = aligned[index];
      if (partner !== undefined) known[row] = free[partner];
    });
    return known;
  }
}

/** Rows with fewer equal fields are two records. */
const MIN_LIKENESS = 0.5;
/** Larger lists are paired in their order: comparing every pair would take too long. */
const MAX_PAIRS = 250_000;

/** Returns the texts of the fields without ids and times, which differ in each run. */
const listTexts = (row: unknown): Map<string, string> =>
  new Map(
    Object.entries(isObject(row) ? row : { row }).map(([name, value]) => [
      name,
      withoutTokens(JSON.stringify(value) ?? ''),
    ]),
  );

/** Returns the share of equal fields; 0 for rows that are two records. */
function computeLikeness(one: Map<string, string>, other: Map<string, string>): number {
  const equal = [...one].filter(([name, text]) => other.get(name) === text).length;
  const share = equal / Math.max(one.size, other.size, 1);
  return share < MIN_LIKENESS ? 0 : share;
}

/** Returns the index of the partner of each recorded row. The pairs keep the order of both lists. */
function alignRows(recorded: unknown[], candidate: unknown[]): (number | undefined)[] {
  const inOrder = recorded.map((_row, index) => (index < candidate.length ? index : undefined));
  const [rows, others] = [recorded.map(listTexts), candidate.map(listTexts)];
  const isEqual =
    rows.length <= others.length && rows.every((row, index) => computeLikeness(row, others[index]!) === 1);
  if (isEqual || rows.length * others.length > MAX_PAIRS) return inOrder;
  // best[i][j]: the greatest sum of likenesses of the rows from i on and the others from j on.
  const best = rows.map(() => new Float64Array(others.length + 1));
  best.push(new Float64Array(others.length + 1));
  const likeness = rows.map((row) => others.map((other) => computeLikeness(row, other)));
  const paired = (i: number, j: number): number =>
    likeness[i]![j]! > 0 ? likeness[i]![j]! + best[i + 1]![j + 1]! : -1;
  for (let i = rows.length - 1; i >= 0; i--)
    for (let j = others.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(paired(i, j), best[i + 1]![j]!, best[i]![j + 1]!);
  const partners: (number | undefined)[] = [];
  for (let i = 0, j = 0; i < rows.length; i++) {
    while (j < others.length && best[i]![j] === best[i]![j + 1] && paired(i, j) < best[i]![j]!) j++;
    partners.push(j < others.length && paired(i, j) === best[i]![j] ? j++ : undefined);
  }
  return partners;
}
