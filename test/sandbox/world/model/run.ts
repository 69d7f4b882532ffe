// Sends commands to a sandbox, and compares each response with the prediction of the model.
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../../support/client';
import { type Command, OPERATIONS, type Operation, type Plan } from './command';
import { type Dice, createDice } from './dice';
import { diverge, expectEqual, plain } from './expectations';
import { retry } from './retries';
import { type Session, exchange, expectRejection } from './session';
import { pass } from './turns';
import { ifMatchOf, learnTag } from './tags';

/** One command of a sequence: an operation, and the seed of its random choices. */
export interface Choice {
  name: string;
  seed: number;
}

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

/** Asserts that a creation names the path of the new record, where the contract says so. */
function expectLocation({ path, hasLocation }: Operation, { status, headers, body }: Reply): void {
  if (status !== 201) return;
  const own = path === '/policy-documents/create-from-processed' ? '/policy-documents' : path;
  const place = own === '/policy-documents' ? `${own}/${body.id}/with-sections` : `${own}/${body.id}`;
  expectEqual('Location', hasLocation ? place : null, headers.get('location'));
}

/** Sends one command, and lets the model learn from the response. */
async function send(session: Session, name: string, command: Command, dice: Dice): Promise<void> {
  const { world, tags, kept, rejectedKeys } = session;
  const operation = OPERATIONS.get(name)!;
  const { method } = operation;
  pass(world);
  const plan = command(world, dice);
  const path = pathOf(operation.path, plan);
  const ifMatch = ifMatchOf(tags, dice, plan);
  const tagKey = plan.headers ? `${path} ${JSON.stringify(plan.headers)}` : path;
  const known = method === 'GET' ? (tags.get(tagKey) ?? []).at(-1) : undefined;
  const ifNoneMatch = known && dice.chance(30) ? known : undefined;
  const key = method === 'POST' && dice.chance(25) ? chooseKey(session, name, dice) : undefined;
  const headers = {
    ...plan.headers,
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
  expectLocation(operation, reply);
  if (isUnchanged) return;
  if (ifNoneMatch && operation.isPlanned && isDeepStrictEqual(expected, ifNoneMatch.view))
    diverge('The status for a current tag', 304, 200);
  if (method === 'GET') learnTag(tags, { key: tagKey, view: () => expected }, reply, operation.isPlanned);
  else if (plan.shows) learnTag(tags, plan.shows(reply.body), reply, operation.isPlanned);
  if (key) kept.push({ name, method, path, body, key, reply, until: Date.now() + 86_400_000 });
}

let keys = 0;
/** Returns a new key, one of a rejected request, or one that only other operations have used. */
function chooseKey({ rejectedKeys, kept }: Session, name: string, dice: Dice): string {
  const rejected = dice.chance(50) ? rejectedKeys.pop() : undefined;
  const ofOthers = kept.filter(({ key }) => !kept.some((each) => each.name === name && each.key === key));
  const other = ofOthers.length > 0 && dice.chance(30) ? dice.pick(ofOthers).key : undefined;
  return rejected ?? other ?? `key-${++keys}`;
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
