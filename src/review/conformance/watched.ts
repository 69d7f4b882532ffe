// Remembers the assets of the run, and checks that the server shows each in its record and in the list.
import type { Operation } from '../../contract/document';
import { type Row, recordIn, rowsIn } from './collections';
import type { Outgoing, Reply } from '../probe/send';
import type { OwnAssets } from './own-assets';
import { toOutgoing } from '../probe/requests';
import { quoted } from '../../base/report/report';
import { differencesText, differingFields, faultsWithin, recordFaults } from './row-faults';
import type { Session } from './session';

export interface Watched {
  session: Session;
  own: OwnAssets;
  systems: Row[];
  /** The last state of each record; null for a deleted one. */
  records: Map<string, Row | null>;
  /** The ids of the last list. */
  listed: string[];
  /** The last ETag by path. */
  tags: Map<string, string>;
}

/** The last write. */
interface Step {
  label: 'a creation' | 'a change' | 'a deletion';
  outgoing: Outgoing;
}

export const report = (
  { session }: Watched,
  operation: Operation,
  message: string,
  outgoing: Outgoing,
  reply: Reply,
  more: { detail?: string; cause?: Outgoing } = {},
) => session.report('changes', operation, message, outgoing, reply, more);

/** Reads the record and compares it with the response to the write. `conditional` is the status for the ETag before it. */
export async function readBack(
  watched: Watched,
  operation: Operation,
  outgoing: Outgoing,
  id: string,
  returned: Row,
  conditional: 200 | 304 = 200,
): Promise<Row | undefined> {
  const { session, own, records } = watched;
  const reading = toOutgoing(own.read, { path: { id } });
  await checkPreviousTag(watched, own.read, reading, conditional, outgoing);
  const expected = { label: 'the record', status: 200 };
  const reply = await session.expect('changes', own.read, reading, expected, { cause: outgoing });
  const record = recordIn(reply?.body);
  if (reply?.status !== 200 || !record) return undefined;
  const fields = differingFields(returned, record);
  const detail = differencesText(fields, [returned, 'in the response'], [record, 'in the record']);
  if (fields.length > 0)
    report(
      watched,
      operation,
      `the record differs from the response in ${fields.join(', ')}`,
      reading,
      reply,
      {
        detail,
        cause: outgoing,
      },
    );
  records.set(id, record);
  keepTag(watched, reading, reply);
  return record;
}

/** Checks the list, and that its ETag has changed with the step. */
export async function checkList(watched: Watched, step?: Step): Promise<void> {
  const { session, own, records } = watched;
  const outgoing = toOutgoing(own.list, { path: {} });
  const cause = step?.outgoing;
  if (step) await checkPreviousTag(watched, own.list, outgoing, 200, cause);
  const expected = { label: 'the list', status: 200 };
  const reply = await session.expect('changes', own.list, outgoing, expected, { cause });
  if (reply?.status !== 200) return;
  keepTag(watched, outgoing, reply);
  const rows = rowsIn(reply.body);
  const lost = await firstLost(watched, rows);
  watched.listed = rows.map(({ id }) => id);
  if (lost !== undefined)
    report(
      watched,
      own.list,
      `after ${step!.label}, the list lacks a record that it had before`,
      outgoing,
      reply,
      {
        detail: `id ${quoted(lost)}`,
        ...(cause && { cause }),
      },
    );
  for (const { message, detail } of [...faultsWithin(rows), ...recordFaults({ rows, records })])
    report(watched, own.list, step ? `after ${step.label}, ${message}` : message, outgoing, reply, {
      detail,
      ...(cause && { cause }),
    });
}

/** Returns the first record of the last list that the new one lacks, although the server still returns it. */
async function firstLost(
  { session, own, records, listed }: Watched,
  rows: Row[],
): Promise<string | undefined> {
  const ids = new Set(rows.map(({ id }) => id));
  // A list that lost many records has one cause.
  const [first] = listed.filter((id) => !ids.has(id) && records.get(id) !== null);
  if (first === undefined) return undefined;
  const reply = await session.send(own.read, toOutgoing(own.read, { path: { id: first } }));
  return reply?.status === 200 ? first : undefined;
}

function keepTag({ tags }: Watched, { path }: Outgoing, reply: Reply): void {
  const tag = reply.headers.get('etag');
  if (tag !== null) tags.set(path, tag);
}

async function checkPreviousTag(
  { session, tags }: Watched,
  operation: Operation,
  outgoing: Outgoing,
  status: 200 | 304,
  cause: Outgoing | undefined,
): Promise<void> {
  const tag = tags.get(outgoing.path);
  if (tag === undefined) return;
  const conditional = { ...outgoing, headers: { ...outgoing.headers, 'If-None-Match': tag } };
  const expected = { label: 'If-None-Match with the ETag before the last write', status };
  await session.expect('changes', operation, conditional, expected, { cause });
}
