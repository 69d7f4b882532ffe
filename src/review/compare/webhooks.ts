// Compares webhooks and callbacks. The API sends their requests and reads the responses of the caller, so that
// the directions are reversed: a request is judged like a response, and a response like a request.
import type { ChangePlace, ContractChange } from '../edits/edits';
import type { Located } from '../model/document';
import { pairsOf } from '../model/json';
import type { EffectiveBody, EffectiveResponse } from '../model/messages';
import { type EffectiveOperation, readCallbacks, readWebhooks } from '../model/operations';
import type { Direction } from '../edits/rules';
import { ChangeCollector, type ComparisonContext } from './change-collector';
import { compareContent, findResponse, isSuccess, mediaTypes, type Responses } from './messages';
import { compareLifecycle } from './lifecycle';
import { compareSerialization, placeOf } from './parameters';
import { securityText } from './security';
import { compareUnjudgedParts } from './unjudged';

/** Returns the changes of all webhooks. */
export function compareWebhooks(context: ComparisonContext): ContractChange[] {
  const [base, head] = [readWebhooks(context.base.document), readWebhooks(context.head.document)];
  return pairsOf(base, head).flatMap(([, ...operations]) => {
    const collector = new ChangeCollector(context, ...operations);
    compareLifecycle(collector, false, (_, before, after) =>
      compareSentRequest(collector, before, after, ''),
    );
    return collector.changes;
  });
}

/** Compares the callbacks of an operation. */
export function compareCallbacks(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const { context } = collector;
  const before = readCallbacks(context.base.document, base);
  const after = readCallbacks(context.head.document, head);
  for (const [identity, left, right] of pairsOf(before, after)) {
    const where = `callback ${identity}`;
    if (left && right) compareSentRequest(collector, left, right, `${where} `);
    else if (left)
      collector.add('callback-removed', { where }, { before: left.path }, { base: left.pointer });
    else if (right)
      collector.add('callback-added', { where }, { after: right.path }, { head: right.pointer });
  }
}

/** @param prefix the start of each place, empty for a webhook. */
function compareSentRequest(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
  prefix: string,
): void {
  for (const [, before, after] of pairsOf(base.parameters, head.parameters)) {
    const { where, place } = placeOf((after ?? before)!);
    const at = { where: prefix + where, place: prefix + place };
    comparePart(collector, 'response', before, after, at);
    if (before && after) compareSerialization(collector, before, after, at);
  }
  compareSentBody(collector, base.body, head.body, { where: `${prefix}request body` });
  compareReadResponses(collector, base.responses, head.responses, prefix);
  compareUnjudgedParts(collector, base.callbacks, head.callbacks, `${prefix}callback`);
  const [before, after] = [base, head].map(({ security, pointer }) =>
    security.pointer.startsWith(pointer) ? securityText(security.alternatives) : null,
  );
  if (before !== after)
    collector.add(
      'unjudged-changed',
      { where: `${prefix}security` },
      { before, after },
      { head: head.pointer },
    );
}

/** A parameter that the API sends, or a header that the caller returns. */
interface Part {
  name: string;
  required: boolean;
  schema: Located;
  pointer: string;
  statedAt: string;
}

/** Compares a parameter or header like a field of a message. */
function comparePart(
  collector: ChangeCollector,
  direction: Direction,
  base: Part | undefined,
  head: Part | undefined,
  place: ChangePlace,
): void {
  if (base && head) {
    collector.compareRequired(`${direction}-field`, place, base, head, { head: head.pointer });
    collector.compareSchemas(base.schema, head.schema, direction, place);
  } else if (base)
    collector.add(`${direction}-field-removed`, place, { before: base.name }, { base: base.statedAt });
  else if (head) {
    const isExpected = direction === 'request' && head.required;
    const rule = isExpected ? 'request-required-field-added' : (`${direction}-field-added` as const);
    collector.add(rule, place, { after: head.name }, { head: head.statedAt });
  }
}

function compareSentBody(
  collector: ChangeCollector,
  base: EffectiveBody | undefined,
  head: EffectiveBody | undefined,
  place: ChangePlace,
): void {
  if (base && head) {
    collector.compareRequired('response-field', place, base, head, { head: head.pointer });
    compareContent(collector, base, head, 'response', place);
  } else if (base)
    collector.add('response-body-removed', place, { before: mediaTypes(base) }, { base: base.pointer });
  else if (head)
    collector.add('response-body-added', place, { after: mediaTypes(head) }, { head: head.pointer });
}

/** Compares the responses that the API accepts from the caller. */
function compareReadResponses(
  collector: ChangeCollector,
  base: Responses,
  head: Responses,
  prefix: string,
): void {
  for (const status of new Set([...base.keys(), ...head.keys()])) {
    const [before, after] = [findResponse(base, status), findResponse(head, status)];
    const place = { where: `${prefix}response ${status}` };
    if (before && after) compareReadResponse(collector, before, after, place);
    else if (before) {
      const rule = isSuccess(status) ? 'response-success-removed' : 'response-status-removed';
      collector.add(rule, place, { before: status }, { base: before.statedAt });
    } else if (after)
      collector.add('response-status-added', place, { after: status }, { head: after.statedAt });
  }
}

function compareReadResponse(
  collector: ChangeCollector,
  base: EffectiveResponse,
  head: EffectiveResponse,
  { where }: ChangePlace,
): void {
  for (const [key, before, after] of pairsOf(base.headers, head.headers)) {
    comparePart(collector, 'request', before, after, {
      where: `${where} header ${(after ?? before)!.name}`,
      place: `${where} header ${key}`,
    });
  }
  const [hadBody, hasBody] = [base.content.size > 0, head.content.size > 0];
  if (!hadBody && hasBody)
    collector.add(
      'request-body-required-added',
      { where },
      { after: mediaTypes(head) },
      { head: head.pointer },
    );
  else if (hadBody && hasBody) compareContent(collector, base, head, 'request', { where });
}
