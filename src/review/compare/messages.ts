// Compares request bodies and responses: statuses, headers, media types and their schemas.
import { type ChangePlace, getKind, listPointers } from '../edits/edits';
import { canonicalJson, toPairs } from '../model/json';
import type { EffectiveBody, EffectiveHeader, EffectiveMedia, EffectiveResponse } from '../model/messages';
import type { Direction } from '../edits/rules';
import { type ChangeCollector, type Compare, OPERATION } from './change-collector';
import { compareUnjudgedParts } from './unjudged';

const mediaTypes = ({ content }: { content: Content }): string => [...content.keys()].sort().join(', ');

export const compareRequestBodies: Compare<EffectiveBody | undefined> = (collector, base, head) => {
  const place = { where: 'request body' };
  if (base && head) {
    collector.comparePromise(place, base, head);
    collector.compareRequired('request-body', place, base, head, listPointers(base, head));
  }
  compareBodies(collector, base, head, 'request', place.where);
};

type CompareIn<Part> = Compare<Part, [direction: Direction, where: string]>;

/** Compares what two messages contain. An optional body of a request can be new. */
export const compareBodies: CompareIn<Message | undefined> = (collector, base, head, direction, where) => {
  const place = { where };
  const [before, after] = [base, head].map((message) => message && message.content.size > 0 && message);
  const at = listPointers(base, head);
  if (before && after) compareContent(collector, before, after, direction, where);
  else if (before) collector.add(`${direction}-body-removed`, place, { before: mediaTypes(before) }, at);
  else if (after) {
    const isRequired = direction === 'request' && head?.required !== false;
    const rule = isRequired ? 'request-body-required-added' : (`${direction}-body-added` as const);
    collector.add(rule, place, { after: mediaTypes(after) }, at);
  }
};

type Content = Map<string, EffectiveMedia>;
type Message = Pick<EffectiveResponse, 'content' | 'pointer'> & { required?: boolean };

/** Returns the entry for a media type, or for a range that includes it, for example `text/*`. */
const findMedia = (content: Content, mediaType: string): EffectiveMedia | undefined =>
  content.get(mediaType) ?? content.get(`${mediaType.split('/')[0]}/*`) ?? content.get('*/*');

type MediaPair = [mediaType: string, base: EffectiveMedia, head: EffectiveMedia];

/** Pairs the media types that both sides support, also by range. */
const pairMediaTypes = (base: Content, head: Content, direction: Direction): MediaPair[] =>
  toPairs(base, head).flatMap(([mediaType, ownBefore, ownAfter]): MediaPair[] => {
    const isRequest = direction === 'request';
    const before = ownBefore ?? findMedia(base, mediaType);
    const after = ownAfter ?? (isRequest ? findMedia(head, mediaType) : undefined);
    // A new entry of a request is compared only if the base had a range that the head keeps.
    const isKept = !!ownBefore || !isRequest || [...head.keys()].some((name) => base.get(name) === before);
    return before && after && isKept ? [[mediaType, before, after]] : [];
  });

const compareContent: CompareIn<Message> = (collector, base, head, direction, where) => {
  const place = { where };
  const pairs = pairMediaTypes(base.content, head.content, direction);
  const paired = new Set(pairs.flatMap(([, ...both]) => both));
  const removed = [...base.content].filter(([, media]) => !paired.has(media));
  const added = [...head.content].filter(([, media]) => !paired.has(media));
  if (removed.length === 1 && added.length === 1 && pairs.length === 0) {
    const [[before], [after, { pointer }]] = [removed[0]!, added[0]!];
    const at = { base: base.pointer, head: pointer };
    collector.add(`${direction}-media-type-changed`, place, { before, after }, at);
  } else {
    for (const [before, { pointer }] of removed)
      collector.add(`${direction}-media-type-removed`, place, { before }, { base: pointer || base.pointer });
    for (const [after, { pointer }] of added) {
      const at = { base: base.pointer, head: pointer || head.pointer };
      collector.add(`${direction}-media-type-added`, place, { after }, at);
    }
  }
  for (const [mediaType, before, after] of pairs)
    compareMedia(collector, before, after, direction, `${where} ${mediaType}`);
};

const compareMedia: CompareIn<EffectiveMedia> = (collector, base, head, direction, where) => {
  const place = { where };
  const [before, after] = [base.encoding, head.encoding];
  if (direction === 'request' && canonicalJson(before) !== canonicalJson(after))
    collector.add('request-encoding-changed', place, { before, after }, listPointers(base, head));
  if (direction === 'response') compareErrorStatuses(collector, base, head, where);
  collector.compareSchemas(base.schema, head.schema, direction, place);
  const anyItem = { value: {}, pointer: head.pointer };
  const itemPlace = { where: `${where} item` };
  if (base.itemSchema ?? head.itemSchema)
    collector.compareSchemas(base.itemSchema ?? anyItem, head.itemSchema ?? anyItem, direction, itemPlace);
};

/** Compares the statuses of the errors that a `default` response describes by examples. */
const compareErrorStatuses: Compare<EffectiveMedia, [where: string]> = (collector, base, head, where) => {
  for (const [name, before, after] of toPairs(base.statuses, head.statuses)) {
    if (before?.value === after?.value) continue;
    const place = { where: `${where} example ${name}` };
    const values = { before: before?.value, after: after?.value };
    collector.add(`response-status-${getKind(before, after)}`, place, values, listPointers(before, after));
  }
};

export type Responses = Map<string, EffectiveResponse>;

export const isSuccess = (status: string): boolean => status.startsWith('2');

/**
 * Returns the response for a status: its own, or that of its range. `default` describes a success if the operation
 * declares none. It never stands for an error: a removed or added error status is an edit of that status.
 */
export function findResponse(responses: Responses, status: string): EffectiveResponse | undefined {
  const own = responses.get(status) ?? responses.get(`${status[0]}XX`);
  if (own || !isSuccess(status) || [...responses.keys()].some(isSuccess)) return own;
  const other = responses.get('default');
  // Examples with statuses say that `default` describes errors.
  const describesErrors = [...(other?.content.values() ?? [])].some(({ statuses }) => statuses.size > 0);
  return describesErrors ? undefined : other;
}

/** A planned operation returns 501. Its removal is a part of the release. */
const NOT_IMPLEMENTED = '501';

/** Returns whether the head replaces the range `2XX` with one of its statuses, which callers handle. */
const isNarrowedRange = (status: string, base: Responses, head: Responses): boolean =>
  status === '2XX' && [...head.keys()].some((other) => isSuccess(other) && !base.has(other));

export function compareResponses(collector: ChangeCollector, base: Responses, head: Responses): void {
  const removed: EffectiveResponse[] = [];
  const added: EffectiveResponse[] = [];
  /** A status that shares its component with `default` in both documents adds nothing to it. */
  const repeatsDefault = ({ pointer }: EffectiveResponse): boolean =>
    [base, head].every((responses) => responses.get('default')?.pointer === pointer);
  for (const status of new Set([...base.keys(), ...head.keys()])) {
    const [before, after] = [findResponse(base, status), findResponse(head, status)];
    if (before && after) compareResponse(collector, before, after, `response ${status}`);
    else if (before && !isNarrowedRange(status, base, head) && !repeatsDefault(before)) removed.push(before);
    else if (after && !repeatsDefault(after)) added.push(after);
  }
  compareStatuses(collector, removed, added);
}

const compareStatuses: Compare<EffectiveResponse[]> = (collector, removed, added) => {
  const lost = removed.filter(({ status }) => status !== NOT_IMPLEMENTED || !collector.isRelease);
  const ofClass = (responses: EffectiveResponse[], digit: string) =>
    responses.filter(({ status }) => status.startsWith(digit));
  const getText = (responses: EffectiveResponse[]) =>
    responses
      .map(({ status }) => status)
      .sort()
      .join(', ');
  const getClass = (status: string) => (isSuccess(status) ? 'success' : 'status');
  // Callers compare a status: one that replaces another one of its class is a change.
  const replaced = ['2', '4', '5'].flatMap((digit) => {
    const [before, after] = [ofClass(lost, digit), ofClass(added, digit)];
    if (before.length === 0 || after.length === 0) return [];
    for (const group of isSuccess(digit) ? [before] : before.map((each) => [each])) {
      const place = isSuccess(digit) ? OPERATION : { where: `response ${getText(group)}` };
      const values = { before: getText(group), after: getText(after) };
      const at = { base: group[0]!.statedAt, head: after[0]!.statedAt };
      collector.add(`response-${getClass(digit)}-changed`, place, values, at);
    }
    return [...before, ...after];
  });
  for (const { status, statedAt } of lost.filter((each) => !replaced.includes(each))) {
    const where = `response ${status}`;
    collector.add(`response-${getClass(status)}-removed`, { where }, { before: status }, { base: statedAt });
  }
  for (const { status, statedAt } of added.filter((each) => !replaced.includes(each))) {
    const where = `response ${status}`;
    collector.add(`response-${getClass(status)}-added`, { where }, { after: status }, { head: statedAt });
  }
};

const compareResponse: Compare<EffectiveResponse, [where: string]> = (collector, base, head, where) => {
  collector.comparePromise({ where }, base, head);
  compareHeaders(collector, base, head, where);
  compareUnjudgedParts(collector, base.links, head.links, `${where} link`);
  compareBodies(collector, base, head, 'response', where);
};

export function compareHeaders(
  collector: ChangeCollector,
  base: EffectiveResponse,
  head: EffectiveResponse,
  where: string,
  kind: PartKind = 'response-header',
): void {
  for (const [key, before, after] of toPairs(base.headers, head.headers)) {
    const place = { where: `${where} header ${(after ?? before)!.name}`, place: `${where} header ${key}` };
    comparePart(collector, kind, before, after, place);
  }
}

/** A header, or in a webhook any part of a message that is judged like a field. */
type PartKind = 'response-header' | `${Direction}-field`;

export function comparePart(
  collector: ChangeCollector,
  kind: PartKind,
  base: EffectiveHeader | undefined,
  head: EffectiveHeader | undefined,
  place: ChangePlace,
): void {
  const direction = kind === 'request-field' ? 'request' : 'response';
  if (base && head) {
    collector.compareRequired(kind, place, base, head, { base: base.statedAt, head: head.pointer });
    collector.compareSchemas(base.schema, head.schema, direction, place);
  } else if (base) collector.add(`${kind}-removed`, place, { before: base.name }, { base: base.statedAt });
  else if (head) {
    const isExpected = direction === 'request' && head.required;
    const rule = isExpected ? 'request-required-field-added' : (`${kind}-added` as const);
    collector.add(rule, place, { after: head.name }, { head: head.statedAt });
  }
}
