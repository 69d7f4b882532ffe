// Compares webhooks and callbacks. The API sends their requests and reads the responses of the caller, so that
// the directions are reversed: a request is judged like a response, and a response like a request.
import type { ContractChange } from '../edits/edits';
import { toPairs } from '../model/json';
import { type EffectiveOperation, readCallbacks, readWebhooks } from '../model/operations';
import { ChangeCollector, type Compare, type ComparisonContext } from './change-collector';
import {
  compareBodies,
  compareHeaders,
  comparePart,
  findResponse,
  isSuccess,
  type Responses,
} from './messages';
import { compareLifecycle } from './lifecycle';
import { compareSerialization, toPlace } from './parameters';
import { securityText } from './security';
import { compareUnjudgedParts } from './unjudged';

export function compareWebhooks(context: ComparisonContext): ContractChange[] {
  const [base, head] = [readWebhooks(context.base.document), readWebhooks(context.head.document)];
  return toPairs(base, head).flatMap(([, ...operations]) => {
    const collector = new ChangeCollector(context, ...operations);
    compareLifecycle(collector, false, (_, before, after) =>
      compareSentRequest(collector, before, after, ''),
    );
    return collector.changes;
  });
}

export const compareCallbacks: Compare<EffectiveOperation> = (collector, base, head) => {
  const { context } = collector;
  const before = readCallbacks(context.base.document, base);
  const after = readCallbacks(context.head.document, head);
  for (const [identity, left, right] of toPairs(before, after)) {
    const where = `callback ${identity}`;
    if (left && right) compareSentRequest(collector, left, right, `${where} `);
    else if (left)
      collector.add('callback-removed', { where }, { before: left.path }, { base: left.pointer });
    else if (right)
      collector.add('callback-added', { where }, { after: right.path }, { head: right.pointer });
  }
};

/** `prefix`: the start of each place, empty for a webhook. */
const compareSentRequest: Compare<EffectiveOperation, [prefix: string]> = (collector, base, head, prefix) => {
  for (const [, before, after] of toPairs(base.parameters, head.parameters)) {
    const { where, place } = toPlace((after ?? before)!);
    const at = { where: prefix + where, place: prefix + place };
    comparePart(collector, 'response-field', before, after, at);
    if (before && after) compareSerialization(collector, before, after, at);
  }
  const place = { where: `${prefix}request body` };
  if (base.body && head.body)
    collector.compareRequired('response-field', place, base.body, head.body, { head: head.body.pointer });
  compareBodies(collector, base.body, head.body, 'response', place.where);
  compareReadResponses(collector, base.responses, head.responses, prefix);
  compareUnjudgedParts(collector, base.callbacks, head.callbacks, `${prefix}callback`);
  const [before, after] = [base, head].map(({ security, pointer }) =>
    security.pointer.startsWith(pointer) ? securityText(security.alternatives) : null,
  );
  const where = `${prefix}security`;
  if (before !== after)
    collector.add('unjudged-changed', { where }, { before, after }, { head: head.pointer });
};

/** Compares the responses that the API accepts from the caller. */
const compareReadResponses: Compare<Responses, [prefix: string]> = (collector, base, head, prefix) => {
  for (const status of new Set([...base.keys(), ...head.keys()])) {
    const [before, after] = [findResponse(base, status), findResponse(head, status)];
    const place = { where: `${prefix}response ${status}` };
    if (before && after) {
      compareHeaders(collector, before, after, place.where, 'request-field');
      // A body that the API no longer reads breaks no caller.
      if (after.content.size > 0) compareBodies(collector, before, after, 'request', place.where);
    } else if (before) {
      const rule = isSuccess(status) ? 'response-success-removed' : 'response-status-removed';
      collector.add(rule, place, { before: status }, { base: before.statedAt });
    } else if (after)
      collector.add('response-status-added', place, { after: status }, { head: after.statedAt });
  }
};
