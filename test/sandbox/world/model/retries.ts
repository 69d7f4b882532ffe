// Requests that are sent again with their Idempotency-Key.
import { isDeepStrictEqual } from 'node:util';
import type { Dice } from './dice';
import { expectEqual } from './expectations';
import { type Session, exchange, expectRejection } from './session';

/** Sends a kept request again: the first response returns; another body with the same key returns 422. */
export async function retry(session: Session, dice: Dice): Promise<void> {
  const kept = session.kept.filter(({ until }) => until > Date.now());
  if (kept.length === 0) return;
  const one = dice.pick(kept);
  const others = kept.filter(({ name, body }) => name === one.name && !(body instanceof FormData));
  const other = (others.length > 0 && dice.maybe(dice.pick(others), 30)) || one;
  const { method, path, body, key } = { ...other, key: one.key };
  const options = { ...(body === undefined ? {} : { body }), headers: { 'Idempotency-Key': key } };
  const reply = await exchange(session, method, path, options);
  const isSame = other === one || (one.path === path && isDeepStrictEqual(one.body, body));
  if (!isSame) return expectRejection([422, 'idempotency_mismatch', []], reply);
  for (const header of ['location', 'etag', 'content-type'])
    expectEqual(header, one.reply.headers.get(header), reply.headers.get(header));
  const replayed = reply.headers.get('idempotency-replayed');
  expectEqual('The replay', [one.reply.status, one.reply.text, 'true'], [reply.status, reply.text, replayed]);
}
