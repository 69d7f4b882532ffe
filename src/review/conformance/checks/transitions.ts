// Checks the state machines of a sandbox: each change of a status that `x-transitions` lists, and each that it does not.
import { type Operation, type Schema, resolve } from '../../../contract/document';
import { bodySchema, createRecordModel } from '../../../contract/record-model';
import { isObject } from '../../../base/values';
import { quoted } from '../../../base/report/report';
import { type Row, recordIn } from '../collections';
import type { OwnAssets } from '../own-assets';
import { type Values, bodyExamples, successesOf } from '../../probe/requests';
import type { Session } from '../session';
import { type Fields, operationsOn, withOwnAddress } from '../records';

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

interface Machine {
  /** The name of the status schema. */
  name: string;
  /** The field of a record with the status. */
  field: string;
  statuses: string[];
  transitions: Transition[];
  create: Operation;
  remove: Operation | undefined;
  changes: Change[];
  /** The requests that lead from a new record to a status. */
  ways: Map<string, Change[]>;
}

export async function checkTransitions(session: Session, own: OwnAssets): Promise<void> {
  await session.each(machinesOf(session), async (machine) => {
    for (const [from, way] of machine.ways)
      for (const change of machine.changes) await checkChange(session, own, machine, { from, way, change });
    const unreached = machine.statuses.filter((status) => !machine.ways.has(status));
    if (unreached.length > 0)
      session.notes.push(
        `${machine.name}: no request of one record leads to ${unreached.map(quoted).join(', ')}.`,
      );
  });
}

/** Returns the state machines of records that a request creates and another one changes. */
function machinesOf(session: Session): Machine[] {
  const { document } = session.options;
  const model = createRecordModel(document);
  return Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]): Machine[] => {
    const transitions = transitionsOf(schema as Schema);
    const statuses = (schema as { enum?: string[] }).enum ?? [];
    const starts = transitions.filter(({ from }) => from === null).map(({ on }) => session.operation(on));
    const create = starts.find(
      (operation) => operation && !operation.path.includes('{') && bodyExamples(operation).length > 0,
    );
    if (!create) return [];
    const onRecord = session.operations.filter(({ path, parameters }) => {
      const isBelow = path.startsWith(`${create.path}/{`);
      return isBelow && parameters.filter((parameter) => parameter.in === 'path').length === 1;
    });
    const isStatus = (property: Schema): boolean => resolve(document, property) === schema;
    const fieldIn = (shape: Schema | undefined): string | undefined =>
      Object.entries(model.shapeOf(shape).properties).find(([, property]) => isStatus(property))?.[0];
    const field = fieldIn(create.responses['201']?.content?.['application/json']?.schema);
    if (field === undefined) return [];
    const changes = onRecord
      .filter(({ operationId }) => transitions.some(({ on }) => on === operationId))
      .flatMap((operation): Change[] =>
        model.shapeOf(bodySchema(operation)).properties[field]
          ? statuses.map((to) => ({ operation, to }))
          : [{ operation, to: undefined }],
      );
    const { remove } = operationsOn(session, create);
    const machine = { name, field, statuses, transitions, create, remove, changes };
    return [{ ...machine, ways: waysOf(machine) }];
  });
}

const transitionsOf = (schema: Schema): Transition[] =>
  (
    (schema['x-transitions'] as { on: string; from: string | string[] | null; to: string }[] | undefined) ??
    []
  ).flatMap(({ on, from, to }) => [from].flat().map((each) => ({ on, from: each, to })));

/** Returns the transition that a change makes from a status; undefined for one that is not listed. */
const listed = ({ transitions }: Pick<Machine, 'transitions'>, from: string, { operation, to }: Change) =>
  transitions.find(
    (transition) =>
      transition.on === operation.operationId &&
      transition.from === from &&
      (to ?? transition.to) === transition.to,
  );

/** Returns the shortest way to each status. An update that does not name the status need not change it. */
function waysOf(machine: Omit<Machine, 'ways'>): Machine['ways'] {
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

interface Case {
  from: string;
  way: Change[];
  change: Change;
}

async function checkChange(session: Session, own: OwnAssets, machine: Machine, { from, way, change }: Case) {
  const { create, remove, field } = machine;
  const transition = listed(machine, from, change);
  // A request that names the present status changes nothing.
  if (!transition && change.to === from) return;
  const body = withOwnAddress(own, bodyExamples(create)[0]![1]);
  let record = recordIn((await session.send(create, { body }))?.body);
  if (!record) return;
  const { id } = record;
  for (const step of way) {
    const reply = await session.send(step.operation, requestOf(record, machine, step));
    record = recordIn(reply?.body) ?? record;
  }
  if (record[field] === from) await checkCase(session, machine, record, { change, transition });
  if (remove) await session.send(remove, { id });
}

/** Sends the request from the present status of the record, and checks its response. */
async function checkCase(
  session: Session,
  machine: Machine,
  record: Row,
  { change, transition }: { change: Change; transition: Transition | undefined },
): Promise<void> {
  const { field } = machine;
  const { operation, to } = change;
  const from = record[field];
  const label = `${machine.name} ${quoted(from)} to ${to === undefined ? 'another status' : quoted(to)}`;
  const rejections = isCertain(change) && !transition ? [400, 409] : [];
  const status =
    rejections.length > 0
      ? rejections
      : transition
        ? successesOf(operation)
        : [...successesOf(operation), 409];
  const reply = await session.expect('transitions', operation, requestOf(record, machine, change), {
    label,
    status,
  });
  if (!reply || reply.status > 299 || !isObject(reply.body) || !(field in reply.body)) return;
  const actual = reply.body[field];
  const isRight = actual === transition?.to || (!isCertain(change) && actual === from);
  const wanted = transition ? transition.to : from;
  const detail = `${field} is ${quoted(actual)}, not ${quoted(wanted)}`;
  if (!isRight && rejections.length === 0)
    session.report('transitions', operation, 'the response has another status', reply, { label, detail });
}

/** A replacement takes the other fields from the example. */
function requestOf(record: Row, { field }: Machine, { operation, to }: Change): Values {
  const [, example] = bodyExamples(operation)[0] ?? [];
  const named = to === undefined ? {} : { [field]: to };
  const body =
    to !== undefined && operation.method === 'PATCH'
      ? named
      : example && { ...(example as Fields), ...named };
  return { id: record.id, body };
}
