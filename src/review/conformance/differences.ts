// Compares a response with the values that an earlier request sent.
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../contract/document';
import type { Outgoing, Reply } from './http-client';
import type { Check } from './report';
import type { Session } from './session';

interface Compared {
  outgoing: Outgoing;
  reply: Reply | undefined;
  sent: Record<string, unknown>;
}

/** Reports fields of a successful response that have another value than the sent one. */
export function reportDifferences(
  session: Session,
  check: Check,
  operation: Operation,
  { outgoing, reply, sent }: Compared,
): void {
  if (!reply || reply.status > 299) return;
  const returned = (reply.body ?? {}) as Record<string, unknown>;
  const changed = Object.keys(sent).filter((name) => !isDeepStrictEqual(returned[name], sent[name]));
  if (changed.length > 0)
    session.report(
      check,
      operation,
      `the response has another value than the request in ${changed.join(', ')}`,
      outgoing,
      reply,
    );
}
