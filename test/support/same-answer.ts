// Asserts that two responses have equal status, body and header fields, except the request id and the date.
import type { Reply } from './client';

const VARYING_FIELDS = new Set(['x-request-id', 'date']);

const fieldsOf = (reply: Reply) =>
  Object.fromEntries([...reply.headers].filter(([name]) => !VARYING_FIELDS.has(name)));

export function expectSameAnswer(one: Reply, other: Reply): void {
  expect({ status: one.status, text: one.text, headers: fieldsOf(one) }).toEqual({
    status: other.status,
    text: other.text,
    headers: fieldsOf(other),
  });
}
