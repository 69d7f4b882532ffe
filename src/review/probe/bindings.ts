// Binds recorded values to those that the candidate made in their place: ids, times, entity tags, cursors.
import { MASK } from '../../base/secrets/mask-text';

/** The time of one call, as the recorded server and the candidate had it. */
export interface Now {
  recorded: number;
  candidate: number;
  /** Milliseconds by which a time made during the call may differ. */
  tolerance: number;
}

const ID = String.raw`\b[a-z]{2,10}_[0-7][0-9a-hjkmnp-tv-z]{25}\b|\borg-[0-7][0-9a-hjkmnp-tv-z]{25}\b`;
const UUID = String.raw`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`;
const TIME = String.raw`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`;
const TOKEN = new RegExp(`${ID}|${UUID}|${TIME}`, 'g');
const IS_TIME = new RegExp(`^${TIME}$`);
const IS_DATE = /^\d{4}-\d\d-\d\d$/;
const DAY = 86_400_000;

/** Random values and addresses of the contract. They differ in each run, so that a replay compares only their presence. */
const OPAQUE = ['nextCursor', 'token', 'requestId', 'hash', 'previousHash', 'snapshotUrl', 'downloadUrl'];
/** The entity tag of a row, for example of one date of a task. */
const TAG = 'etag';
/** The slug of the organization, which differs in each world and on each server. */
const SLUG = 'organization_slug';
/** Shorter values could be parts of other words. */
const MIN_OPAQUE_CHARACTERS = 16;

/** Returns text without its ids and times, which differ in each run. */
export const withoutTokens = (text: string): string => text.replace(TOKEN, '');

/** The values of the candidate by the recorded values. */
export class Bindings {
  readonly ids = new Map<string, string>();
  private readonly boundIds = new Set<string>();
  /** Two records of one millisecond may get two times. */
  private readonly times = new Map<string, Set<string>>();
  private readonly opaque = new Map<string, string>();
  readonly tags = new Map<string, string>();
  /** The cursors of the candidate by the path of a list whose recorded cursor lies behind the cut of the body. */
  readonly cursors = new Map<string, string>();

  isBound(candidateId: string): boolean {
    return this.boundIds.has(candidateId);
  }

  /** Returns text of a recorded request with the values of the candidate. */
  rewrite(text: string): string {
    let rewritten = text.replace(TOKEN, (token) => this.ids.get(token) ?? this.newestTime(token) ?? token);
    for (const [recorded, candidate] of this.opaque)
      for (const encode of [String, encodeURIComponent])
        rewritten = rewritten.replaceAll(encode(recorded), () => encode(candidate));
    return rewritten;
  }

  /** Returns `If-Match` or `If-None-Match` with the tags of the candidate. */
  rewriteTags(header: string): string {
    return header.replace(/"[^"]*"/g, (tag) => this.tags.get(tag) ?? tag);
  }

  /** Returns whether a header names only tags of recorded responses, or `*`. */
  knowsTags(header: string): boolean {
    return (header.match(/"[^"]*"/g) ?? []).every((tag) => this.tags.has(tag));
  }

  bindId(recorded: string, candidate: string): void {
    this.ids.set(recorded, candidate);
    this.boundIds.add(candidate);
  }

  /** Binds a recorded cursor to that of its list. Returns false for a cursor of unknown origin. */
  bindCursor(path: string, recorded: string): boolean {
    if (this.opaque.has(recorded)) return true;
    const candidate = this.cursors.get(path);
    if (candidate === undefined) return false;
    this.opaque.set(recorded, candidate);
    return true;
  }

  /** Compares two texts, and binds the ids and times in them at their first appearance. */
  areSame(recorded: string, candidate: string, name: string, now: Now): boolean {
    if (OPAQUE.includes(name)) {
      if (recorded.length >= MIN_OPAQUE_CHARACTERS) this.opaque.set(recorded, candidate);
      return (recorded === '') === (candidate === '');
    }
    if (name === TAG) {
      this.tags.set(recorded, candidate);
      this.opaque.set(withoutQuotes(recorded), withoutQuotes(candidate));
      return (recorded === '') === (candidate === '');
    }
    if (name === SLUG) return this.areSameIds(recorded, candidate);
    if (recorded.includes(MASK)) return true;
    if (IS_DATE.test(recorded) && IS_DATE.test(candidate)) return areSameDays(recorded, candidate, now);
    const [words, otherWords] = [recorded.split(TOKEN), candidate.split(TOKEN)];
    if (words.length !== otherWords.length || words.some((word, index) => word !== otherWords[index]))
      return false;
    const [tokens, others] = [recorded.match(TOKEN) ?? [], candidate.match(TOKEN) ?? []];
    return tokens.every((token, index) => this.areSameTokens(token, others[index]!, now));
  }

  private newestTime(recorded: string): string | undefined {
    return [...(this.times.get(recorded) ?? [])].at(-1);
  }

  private areSameTokens(recorded: string, candidate: string, now: Now): boolean {
    const isTime = IS_TIME.test(recorded);
    if (isTime !== IS_TIME.test(candidate)) return false;
    if (isTime) return this.areSameTimes(recorded, candidate, now);
    return getKind(recorded) === getKind(candidate) && this.areSameIds(recorded, candidate);
  }

  private areSameIds(recorded: string, candidate: string): boolean {
    const bound = this.ids.get(recorded);
    if (bound !== undefined) return bound === candidate;
    if (this.boundIds.has(candidate)) return false;
    this.bindId(recorded, candidate);
    return true;
  }

  /** Accepts a time that lies as far from the time of the call as the recorded one. */
  private areSameTimes(recorded: string, candidate: string, now: Now): boolean {
    const bound = this.times.get(recorded) ?? new Set();
    const distance = Date.parse(candidate) - now.candidate - (Date.parse(recorded) - now.recorded);
    if (recorded !== candidate && !bound.has(candidate) && !(Math.abs(distance) <= now.tolerance))
      return false;
    this.times.set(recorded, bound.add(candidate));
    return true;
  }
}

/** A body has the quotes of a tag as escapes. */
const withoutQuotes = (tag: string): string => tag.replace(/^"|"$/g, '');

const getKind = (id: string): string => /^[a-z]+(?=[_-])/.exec(id)?.[0] ?? '';

const getDay = (time: number): number => Math.floor(time / DAY);

function areSameDays(recorded: string, candidate: string, now: Now): boolean {
  const days = (Date.parse(candidate) - Date.parse(recorded)) / DAY;
  return days === 0 || days === getDay(now.candidate) - getDay(now.recorded);
}
