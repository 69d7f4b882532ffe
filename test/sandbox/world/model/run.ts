// Sends commands to a sandbox, and compares each response with the prediction of the model.
import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, Client, Reply } from '../../../support/client';
import {
  type Command,
  type Dice,
  OPERATIONS,
  type Operation,
  type Plan,
  type Tagged,
  createDice,
} from './command';
import type { World } from './world';

/** One command of a sequence: an operation, and the seed of its random choices. */
export interface Choice {
  name: string;
  seed: number;
}
/** The number of requests, and of successes, of each operation. */
export type Counts = Record<string, { sent: number; successes: number }>;

/** A response that differs from the prediction. */
export class Divergence extends Error {}
function diverge(what: string, expected: unknown, received: unknown): never {
  const [one, other] = [expected, received].map((value) => JSON.stringify(value) ?? 'undefined') as [
    string,
    string,
  ];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const part = (text: string) => text.slice(Math.max(0, start - 150), start + 250);
  throw new Divergence(`${what} differs.\n  expected …${part(one)}\n  received …${part(other)}`);
}
const expectEqual = (what: string, expected: unknown, received: unknown): void => {
  if (!isDeepStrictEqual(expected, received)) diverge(what, expected, received);
};
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

interface Seen {
  tag: string;
  view: unknown;
}
interface Sent {
  method: string;
  path: string;
  body?: unknown;
  key: string;
  reply: Reply;
  until: number;
}
interface Session {
  client: Client;
  world: World;
  tags: Map<string, Seen[]>;
  /** Successful requests with an Idempotency-Key. */
  kept: Sent[];
  /** Idempotency-Keys of rejected requests. */
  rejectedKeys: string[];
  trace: string[];
  counts: Counts;
}
export const createSession = (client: Client, world: World, counts: Counts): Session => ({
  client,
  world,
  tags: new Map(),
  kept: [],
  rejectedKeys: [],
  trace: [],
  counts,
});

function pathOf(template: string, { params = {}, query = {} }: Plan): string {
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name]!));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs as [string, string][]).toString()}`;
}
function formOf({ file, fileName = 'file' }: Plan): FormData {
  const form = new FormData();
  form.append('file', file!, fileName);
  return form;
}

async function exchange(
  session: Session,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Reply> {
  const reply = await session.client(method, path, options);
  const body = options.body instanceof FormData ? 'a form' : JSON.stringify(options.body);
  const headers =
    options.headers && Object.keys(options.headers).length > 0 ? JSON.stringify(options.headers) : '';
  const line = [session.world.now(), method, path, body, headers, '→', reply.status];
  session.trace.push([...line, reply.text.slice(0, 400)].join(' '));
  return reply;
}

/** Chooses If-Match, and returns whether one of its tags is that of the present representation. */
function ifMatchOf({ tags }: Session, dice: Dice, plan: Plan) {
  const guard = plan.otherGuard && dice.chance(40) ? plan.otherGuard : plan.guard;
  if (!guard || plan.isMissing || dice.chance(60)) return { isMatch: true };
  const seen = (tags.get(guard.key) ?? []).slice(-3);
  const { tag, view } = dice.pick([
    ...seen,
    ...seen,
    { tag: '*', view: guard.view() },
    { tag: '"x"', view: 0 },
  ]);
  const value = tag !== '*' && dice.chance(20) ? `"other", ${tag}` : tag;
  return { value, isMatch: isDeepStrictEqual(plain(view), plain(guard.view())) };
}

/** The tag of a page does not depend on its `nextCursor`, which contains a time. */
const withoutCursor = (view: unknown) =>
  view !== null && typeof view === 'object' && 'nextCursor' in view ? { ...view, nextCursor: '' } : view;
const isSameView = (one: unknown, other: unknown) =>
  isDeepStrictEqual(withoutCursor(one), withoutCursor(other));

/**
 * Compares the tag of a response with the earlier tags of the same representation. Different contents have
 * different tags. Of a planned operation, equal contents also have equal tags.
 */
function learnTag({ tags }: Session, tagged: Tagged, reply: Reply, isContentTag: boolean): void {
  const tag = reply.headers.get('etag');
  if (tag === null) return;
  const [key, view] = [tagged.key, plain(tagged.view())];
  const seen = tags.get(key) ?? [];
  tags.set(key, seen);
  for (const before of seen)
    if (before.tag === tag ? !isSameView(before.view, view) : isContentTag && isSameView(before.view, view))
      diverge(`The ETag of ${key}`, { tag: before.tag, of: before.view }, { tag, of: view });
  if (!seen.some((before) => before.tag === tag)) seen.push({ tag, view });
}

function rejectionOf(
  { isFormat }: Operation,
  plan: Plan,
  isMatch: boolean,
): [status: number, error: string, fields: string[]] | undefined {
  if (Object.entries(plan.params ?? {}).some(([param, value]) => !isFormat(param, value)))
    return [404, 'not_found', []];
  if (plan.isOtherMedia) return [415, 'unsupported_media_type', []];
  if (plan.faults?.length) return [400, 'validation_error', plan.faults.filter((field) => field !== '')];
  if (plan.isMissing) return [404, 'not_found', []];
  if (plan.unknown?.length) return [400, 'invalid_reference', plan.unknown];
  if (!isMatch) return [412, 'precondition_failed', []];
  return plan.isConflict ? [409, 'conflict', []] : undefined;
}
function expectRejection(
  [status, error, fields]: [number, string, string[]],
  { status: actual, body }: Reply,
) {
  expectEqual('The outcome', [status, error], [actual, body?.error ?? body]);
  const named: string[] = (body.details ?? []).map(({ field }: { field: string }) => field);
  const isNamed = (field: string) => named.some((name) => name === field || name.startsWith(`${field}.`));
  // The rejection names the first unknown id, and all faulty fields.
  const isRight = error === 'invalid_reference' ? fields.some(isNamed) : fields.every(isNamed);
  if (!isRight) diverge('details', fields, named);
}

/** Sends one command, and lets the model learn from the response. */
async function send(session: Session, name: string, command: Command, dice: Dice): Promise<void> {
  const { world, tags, kept, rejectedKeys } = session;
  const operation = OPERATIONS.get(name)!;
  const { method } = operation;
  const plan = command(world, dice);
  const path = pathOf(operation.path, plan);
  const ifMatch = ifMatchOf(session, dice, plan);
  const known = method === 'GET' ? (tags.get(path) ?? []).at(-1) : undefined;
  const ifNoneMatch = known && dice.chance(30) ? known : undefined;
  const key = method === 'POST' && dice.chance(25) ? chooseKey(session, dice) : undefined;
  const headers = {
    ...(ifMatch.value ? { 'If-Match': ifMatch.value } : {}),
    ...(ifNoneMatch ? { 'If-None-Match': ifNoneMatch.tag } : {}),
    ...(key ? { 'Idempotency-Key': key } : {}),
  };
  const body = plan.file ? formOf(plan) : plan.body;
  const reply = await exchange(session, method, path, { ...(body === undefined ? {} : { body }), headers });
  const count = (session.counts[name] ??= { sent: 0, successes: 0 });
  count.sent++;
  world.requestId = reply.headers.get('x-request-id')!;
  expectEqual('Idempotency-Replayed', null, reply.headers.get('idempotency-replayed'));
  const rejection = rejectionOf(operation, plan, ifMatch.isMatch);
  if (rejection) {
    if (key) rejectedKeys.push(key);
    return expectRejection(rejection, reply);
  }
  count.successes++;
  const origin = operation.isPlanned ? 'world' : 'server';
  expectEqual('X-Answered-By', origin, reply.headers.get('x-answered-by'));
  const isUnchanged = ifNoneMatch !== undefined && reply.status === 304;
  const success = plan.status ?? (method === 'DELETE' ? 204 : 200);
  expectEqual('The status', isUnchanged ? 304 : success, reply.status);
  const received = isUnchanged ? ifNoneMatch.view : reply.body;
  const found = plan.learnFrom && (await exchange(session, 'GET', plan.learnFrom(received), {})).body;
  const expected = plain(plan.succeed(received, found));
  expectEqual('The body', expected, received);
  if (isUnchanged) return;
  if (ifNoneMatch && operation.isPlanned && isSameView(expected, ifNoneMatch.view))
    diverge('The status for a current tag', 304, 200);
  if (method === 'GET') learnTag(session, { key: path, view: () => expected }, reply, operation.isPlanned);
  else if (plan.shows) learnTag(session, plan.shows(reply.body), reply, operation.isPlanned);
  if (key) kept.push({ method, path, body, key, reply, until: Date.now() + 86_400_000 });
}

let keys = 0;
function chooseKey({ rejectedKeys }: Session, dice: Dice): string {
  const used = dice.chance(50) ? rejectedKeys.pop() : undefined;
  return used ?? `key-${++keys}`;
}

/** Sends a kept request again: the first response returns; another body with the same key returns 422. */
async function retry(session: Session, dice: Dice): Promise<void> {
  const kept = session.kept.filter(({ until }) => until > Date.now());
  if (kept.length === 0) return;
  const one = dice.pick(kept);
  const other = dice.maybe(dice.pick(kept), 30) ?? one;
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

/** Runs one choice. Moves the clock first, so that most requests have a time of their own. */
export async function step(
  session: Session,
  commands: Record<string, Command>,
  choice: Choice,
): Promise<void> {
  const dice = createDice(choice.seed);
  const pass = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);
  // Ids of assets come from two sources, which agree on the order only when the clock moves.
  if (/^(create|import)CyberAsset/.test(choice.name) || dice.chance(85)) pass(1 + dice.int(700));
  if (choice.name === 'time')
    pass(dice.pick([1_000, 3_600_000, 86_400_000, 5 * 86_400_000, 15 * 86_400_000]));
  else if (choice.name === 'retry') await retry(session, dice);
  else await send(session, choice.name, commands[choice.name]!, dice);
}
