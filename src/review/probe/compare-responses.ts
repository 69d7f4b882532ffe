// Compares a recorded response with that of the candidate: status, error code, headers and body.
import { isObject, type JsonObject } from '../../base/values';
import { MASK } from '../../base/secrets/mask-text';
import type { Bindings, Now } from './bindings';
import { BodyComparison, type Found } from './compare-bodies';
import type { HarEntry } from '../../../generated/files';
import { findHeader, recordedBody } from './har';
import { asArray, asObject } from '../model/json';
import { NoResponse, type Reply, parseCharset, parseMediaType } from './send';

/** Headers that clients read and that do not describe the server itself. */
const COMPARED_HEADERS = [
  'Location',
  'Content-Disposition',
  'Allow',
  'Cache-Control',
  'Idempotency-Replayed',
];
/** Headers whose values differ in each run. */
const PRESENT_HEADERS = ['ETag', 'WWW-Authenticate', 'Retry-After'];
/** The server sends another tag for a compressed body. */
const CODING = /-(?:gzip|br)"$/;

export class ResponseComparison {
  private readonly bodies: BodyComparison;
  /** The last entity tags of each path with its query. */
  private readonly lastTags = new Map<string, { recorded: string; candidate: string }>();

  constructor(
    private readonly bindings: Bindings,
    hasSameClock: boolean,
  ) {
    this.bodies = new BodyComparison(bindings, hasSameClock);
  }

  /** `target`: the recorded path with its query. A HEAD response has no recorded body. */
  compare(target: string, { request, response }: HarEntry, reply: Reply | NoResponse, now: Now): Found[] {
    const recorded = recordedBody(response);
    const part = ['status'];
    if (reply instanceof NoResponse)
      return [{ kind: 'no-response', part, recorded: response.status, candidate: reply.message }];
    if (response.status !== reply.status) {
      const [one, other] = [statusText(response.status, recorded), statusText(reply.status, reply.body)];
      return [{ kind: 'status', part, recorded: one, candidate: other }];
    }
    const headers = [
      ...this.compareHeaders(response, reply, now),
      ...this.compareTags(target, response, reply),
    ];
    if (request.method === 'HEAD' || response.content.text === undefined) return headers;
    if (response.status >= 400) return [...headers, ...compareErrors(recorded, reply.body)];
    const { comment } = response.content;
    const { nextCursor } = asObject(reply.body);
    if (comment !== undefined && typeof nextCursor === 'string')
      this.bindings.cursors.set(target.split('?')[0]!, nextCursor);
    return [...headers, ...this.compareBodies(response, recorded, reply, now)];
  }

  private compareHeaders(response: HarEntry['response'], reply: Reply, now: Now): Found[] {
    return [...COMPARED_HEADERS, ...PRESENT_HEADERS].flatMap((name): Found[] => {
      const [recorded, candidate] = [findHeader(response, name), reply.headers.get(name)];
      if (recorded === undefined) return [];
      const found = { part: ['header', name], recorded, candidate };
      if (candidate === null) return [{ kind: 'header-missing', ...found }];
      const isSame = PRESENT_HEADERS.includes(name) || this.bindings.areSame(recorded, candidate, name, now);
      return isSame ? [] : [{ kind: 'header', ...found }];
    });
  }

  /** A tag may change more often than recorded, but not less often: clients would keep an old body. */
  private compareTags(target: string, response: HarEntry['response'], reply: Reply): Found[] {
    const [recorded, candidate] = [findHeader(response, 'ETag'), reply.headers.get('etag')];
    if (recorded === undefined || candidate === null) return [];
    this.bindings.tags.set(recorded, candidate);
    const tags = { recorded: recorded.replace(CODING, '"'), candidate: candidate.replace(CODING, '"') };
    const last = this.lastTags.get(target);
    this.lastTags.set(target, tags);
    const isStale = last && last.recorded !== tags.recorded && last.candidate === tags.candidate;
    return isStale ? [{ kind: 'stale-tag', part: ['header', 'ETag'], ...tags }] : [];
  }

  private compareBodies(
    { content }: HarEntry['response'],
    recorded: unknown,
    reply: Reply,
    now: Now,
  ): Found[] {
    const { mimeType = '' } = content;
    const contentType = reply.headers.get('content-type') ?? '';
    const part = ['header', 'Content-Type'];
    if (parseMediaType(mimeType) !== reply.mediaType || parseCharset(mimeType) !== parseCharset(contentType))
      return [{ kind: 'media-type', part, recorded: mimeType, candidate: contentType }];
    if (typeof recorded !== 'string' && typeof reply.body !== 'string') {
      if (content.comment === undefined) return this.bodies.compare(recorded, reply.body, now);
      const candidate = this.upToCut(recorded, reply.body);
      return this.bodies.compare(recorded, candidate, now).filter(({ kind }) => kind !== 'field-added');
    }
    const [text, whole] = [content.text!, reply.text];
    const candidate = content.comment === undefined ? whole : whole.slice(0, text.length);
    const isSame = text.includes(MASK) || this.bindings.areSame(text, candidate, '', now);
    return isSame ? [] : [{ kind: 'body', part: ['body'], recorded: text, candidate }];
  }

  /** Leaves out the rows behind the last recorded one, which no recorded row can be. */
  private upToCut(recorded: unknown, candidate: unknown): unknown {
    if (Array.isArray(recorded) && Array.isArray(candidate)) {
      const id = (recorded.at(-1) as { id?: string } | undefined)?.id ?? '';
      const own = this.bindings.ids.get(id) ?? id;
      const last = candidate.findLastIndex((row) => (row as { id?: unknown } | null)?.id === own);
      const rows: unknown[] = candidate.slice(0, last < 0 ? recorded.length : last + 1);
      return rows.map((row, index) => (index < rows.length - 1 ? row : this.upToCut(recorded.at(-1), row)));
    }
    if (!isObject(recorded) || !isObject(candidate)) return candidate;
    const cut = (name: string, value: unknown) => [name, this.upToCut(recorded[name], value)] as const;
    return Object.fromEntries(Object.entries(candidate).map(([name, value]) => cut(name, value)));
  }
}

const statusText = (status: number, body: unknown): string =>
  [status, asObject(body).error].filter(Boolean).join(' ');

/** The sentences in `message` are for people. Programs read the code and the fields. */
function compareErrors(recorded: unknown, candidate: unknown): Found[] {
  const [one, other] = [asObject(recorded), asObject(candidate)];
  if (one.error !== other.error)
    return [{ kind: 'error-code', part: ['body', 'error'], recorded: one.error, candidate: other.error }];
  const getFields = ({ details }: JsonObject) =>
    asArray(details)
      .map((detail) => String(asObject(detail).field))
      .sort();
  const [fields, others] = [getFields(one), getFields(other)];
  return fields.join() === others.join()
    ? []
    : [{ kind: 'error-details', part: ['body', 'details'], recorded: fields, candidate: others }];
}
