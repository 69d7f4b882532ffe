// Checks the state machines of a sandbox: each change of a status that `x-transitions` lists, and each that it does not.
import { type Operation, type Schema, resolve } from '../../../contract/document';
import { bodySchema, successSchema } from '../../../contract/record-model';
import { isObject, type JsonObject } from '../../../base/values';
import { quoted } from '../../../base/report/report';
import { type Row, operationsOn, recordIn, withOwnAddress } from '../collections';
import { type Values, bodyExamples, parametersIn, listSuccesses } from '../../probe/requests';
import type { Session } from '../session';
import { checkReplay, withKey } from './guarantees';

interface Transition {
  on: string;
  from: string | null;
  to: string;
}

/** A change of the status by one request. `to` is undefined when the request does not name the status. */
interface Change {
  operation: Operation;
  to: string | undefined;
}

type Machine = ReturnType<typeof listMachines>[number];

export async function checkTransitions(session: Session): Promise<void> {
  await session.each(listMachines(session), async (machine) => {
    const { name, statuses, changes } = machine;
    const ways = listWays(machine);
    for (const [from, way] of ways)
      for (const change of changes) await checkChange(session, machine, from, way, change);
    const unreached = statuses.filter((status) => !ways.has(status)).map(quoted);
    if (unreached.length > 0)
      session.notes.push(`${name}: no request of one record leads to ${unreached.join(', ')}.`);
  });
}

/** Returns the state machines of records that a request creates and another one changes. */
function listMachines(session: Session) {
  const { options, model } = session;
  const { document } = options;
  return Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]) => {
    const transitions = listTransitions(schema as Schema);
    const statuses = (schema as { enum?: string[] }).enum ?? [];
    const starts = transitions.filter(({ from }) => from === null).map(({ on }) => session.operation(on));
    const create = starts.find(
      (operation) => operation && !operation.path.includes('{') && bodyExamples(operation).length > 0,
    );
    if (!create) return [];
    const isStatus = (property: Schema): boolean => resolve(document, property) === schema;
    const { properties } = model.shapeOf(successSchema(create));
    const field = Object.keys(properties).find((each) => isStatus(properties[each]!));
    if (field === undefined) return [];
    const onRecord = session.operations.filter(
      (operation) =>
        operation.path.startsWith(`${create.path}/{`) &&
        parametersIn(operation, 'path').length === 1 &&
        transitions.some(({ on }) => on === operation.operationId),
    );
    const changes = onRecord.flatMap((operation): Change[] => {
      const namesStatus = field in model.shapeOf(bodySchema(operation)).properties;
      return (namesStatus ? statuses : [undefined]).map((to) => ({ operation, to }));
    });
    // The name of the status schema, and the field of a record with the status.
    return [{ name, field, statuses, transitions, create, changes }];
  });
}

type Authored = Omit<Transition, 'from'> & { from: string | string[] | null };

const listTransitions = (schema: Schema): Transition[] =>
  ((schema['x-transitions'] ?? []) as Authored[]).flatMap((authored) =>
    [authored.from].flat().map((from) => ({ ...authored, from })),
  );

/** Returns the transition that a change makes from a status; undefined for one that is not listed. */
const listed = ({ transitions }: Machine, from: string, { operation, to }: Change) =>
  transitions.find(
    (transition) =>
      transition.on === operation.operationId &&
      transition.from === from &&
      (to ?? transition.to) === transition.to,
  );

/** Returns the shortest way to each status. An update that does not name the status need not change it. */
function listWays(machine: Machine): Map<string, Change[]> {
  const { create, transitions, changes } = machine;
  const first = transitions.find(({ on, from }) => on === create.operationId && from === null)!.to;
  const ways = new Map<string, Change[]>([[first, []]]);
  for (const [from, way] of ways)
    for (const change of changes) {
      const to = listed(machine, from, change)?.to;
      if (to !== undefined && !ways.has(to) && isCertain(change)) ways.set(to, [...way, change]);
    }
  return ways;
}

const isCertain = ({ operation, to }: Change): boolean => to !== undefined || operation.method === 'POST';

async function checkChange(session: Session, machine: Machine, from: string, way: Change[], change: Change) {
  const { create, field } = machine;
  const transition = listed(machine, from, change);
  // A request that names the present status changes nothing.
  if (!transition && change.to === from) return;
  const body = withOwnAddress(session.name(), bodyExamples(create)[0]![1]);
  let record = recordIn((await session.send(create, { body }))?.body);
  if (!record) return;
  const { id } = record;
  for (const step of way) {
    const reply = await session.send(step.operation, createRequest(record, machine, step));
    record = recordIn(reply?.body) ?? record;
  }
  if (record[field] === from) await checkCase(session, machine, record, change, transition?.to);
  const { remove } = operationsOn(session.operations, create);
  if (remove) await session.send(remove, { id });
}

/** Sends the request from the present status of the record, and checks its response. `next`: the listed status after it. */
async function checkCase(
  session: Session,
  machine: Machine,
  record: Row,
  change: Change,
  next: string | undefined,
): Promise<void> {
  const { name, field } = machine;
  const { operation, to } = change;
  const from = record[field];
  const label = `${name} ${quoted(from)} to ${to === undefined ? 'another status' : quoted(to)}`;
  const isRejected = isCertain(change) && next === undefined;
  const successes = isRejected ? [400] : listSuccesses(operation);
  const status = next === undefined ? [...successes, 409] : successes;
  const request = withKey(session, operation, createRequest(record, machine, change));
  const reply = await session.expect('transitions', operation, request, { label, status });
  await checkReplay(session, operation, request, reply);
  if (isRejected || !reply || reply.status > 299 || !isObject(reply.body) || !(field in reply.body)) return;
  const actual = reply.body[field];
  if (actual === next || (!isCertain(change) && actual === from)) return;
  const detail = `${field} is ${quoted(actual)}, not ${quoted(next ?? from)}`;
  session.report('transitions', operation, 'the response has another status', reply, { label, detail });
}

/** A replacement takes the other fields from the example. */
function createRequest(record: Row, { field }: Machine, { operation, to }: Change): Values {
  const [, example] = bodyExamples(operation)[0] ?? [];
  const named = to === undefined ? {} : { [field]: to };
  const isPatch = to !== undefined && operation.method === 'PATCH';
  return { id: record.id, body: isPatch ? named : example && { ...(example as JsonObject), ...named } };
}
