// Creates, changes and deletes assets of the run, and checks that records and the list show each step.
import type { Operation } from '../../../contract/document';
import { type Row, recordIn, rowsIn } from '../collections';
import type { Occurrence } from '../findings';
import type { OwnAssets } from '../own-assets';
import { type Values, toOutgoing } from '../../probe/requests';
import { RATING, differencesText, differingFields, faultsWithin, recordFaults } from '../row-faults';
import type { Answered } from '../../probe/send';
import { NOT_WRITTEN, type Session } from '../session';
import { quoted } from '../../../base/report/report';

export const checkChanges = (session: Session, own: OwnAssets, systems: Row[]): Promise<void> =>
  new Changes(session, own, systems).check();

class Changes {
  /** The last state of each record; null for a deleted one. */
  private readonly records = new Map<string, Row | null>();
  /** The ids of the last list. */
  private listed: string[] = [];
  /** The last ETag by path. */
  private readonly tags = new Map<string, string>();

  constructor(
    private readonly session: Session,
    private readonly own: OwnAssets,
    private readonly systems: Row[],
  ) {}

  private report(operation: Operation, fault: string, at: Answered, more?: Partial<Occurrence>): void {
    this.session.report('changes', operation, fault, at, more);
  }

  async check(): Promise<void> {
    const { session, own, systems, records } = this;
    const ofEachRating = [...new Map(systems.map((system) => [system[RATING], system])).values()];
    // Two assets at least: an order needs two rows.
    const homes = ofEachRating.length === 1 ? [...ofEachRating, systems[1] ?? systems[0]!] : ofEachRating;
    await this.checkList();
    for (const system of homes) await this.checkCreation(system);
    const [id] = records.keys();
    if (id === undefined) return;
    const [home, other] = homes.map((system) => system.id);
    for (const body of [
      { name: session.name() },
      { asset_type: 'software' },
      { cyber_system_id: other },
      { name: session.name(), asset_type: 'hardware', cyber_system_id: home },
      { asset_type: 'hardware' }, // its own value
      {},
    ])
      if (!(await this.checkChange(id, body))) break;
    await this.checkDeletion(id);
    for (const remaining of records.keys()) await own.discard(remaining);
  }

  private async checkCreation(system: Row): Promise<void> {
    const { session, own } = this;
    const body = own.fields({ cyber_system_id: system.id });
    const expected = { label: 'a new asset', status: 201 };
    const reply = await session.expect('changes', own.create, { body }, expected);
    const id = own.remember(reply);
    const created = recordIn(reply?.body);
    // A faulty server could return the id of a record that the run must not change.
    if (reply?.status !== 201 || !created || id !== created.id) return;
    session.compareWithSent('changes', own.create, reply, body);
    await this.readBack(own.create, created.id, reply, created);
    this.checkRating(own.create, reply, created);
    if (created['updated_at'] !== created['created_at'])
      this.report(own.create, 'updated_at of a new record is not its created_at', reply);
    await this.checkList('a creation', reply);
  }

  /** Returns false if the response is wrong, so that later changes have nothing to compare with. */
  private async checkChange(id: string, body: Record<string, unknown>): Promise<boolean> {
    const { session, own, records } = this;
    const before = records.get(id)!;
    const expected = { label: 'a change', status: 200 };
    const reply = await session.expect('changes', own.update, { id, body }, expected);
    const returned = recordIn(reply?.body);
    if (reply?.status !== 200 || !returned) return true;
    session.compareWithSent('changes', own.update, reply, body);
    if (session.wrong.has(reply)) return !records.delete(id);
    const isEqual = Object.entries(body).every(([name, value]) => before[name] === value);
    const record = await this.readBack(own.update, id, reply, returned, isEqual ? 304 : 200);
    this.checkRating(own.update, reply, returned);
    const mayChange = [...Object.keys(body), ...(isEqual ? [] : ['updated_at', RATING])];
    for (const after of [returned, ...(record ? [record] : [])]) {
      const others = differingFields(before, after).filter((name) => !mayChange.includes(name));
      const message = `changed fields that the request does not supply: ${others.join(', ')}`;
      const detail = differencesText(others, [before, 'before'], [after, 'after']);
      if (others.length > 0) this.report(own.update, message, reply, { detail });
      if (!isEqual && !(String(after['updated_at']) > String(before['updated_at'])))
        this.report(own.update, 'updated_at does not increase', reply);
    }
    if (!isEqual) await this.checkList('a change', reply);
    return true;
  }

  private async checkDeletion(id: string): Promise<void> {
    const { session, own, records } = this;
    const removed = await own.discard(id);
    records.set(id, null);
    await session.expect('changes', own.read, { id }, { label: 'a deleted asset', status: 404 });
    await this.checkList('a deletion', removed);
  }

  private checkRating(operation: Operation, reply: Answered, asset: Row): void {
    const system = this.systems.find((other) => other.id === asset['cyber_system_id']);
    if (!system || asset[RATING] === system[RATING]) return;
    const detail = differencesText([RATING], [asset, 'in the response'], [system, 'in the cyber system']);
    this.report(operation, `the ${RATING} is not that of the cyber system`, reply, { detail });
  }

  /** Reads the record and compares it with the response to the write. `conditional` is the status for the ETag before it. */
  private async readBack(
    operation: Operation,
    id: string,
    cause: Answered,
    returned: Row,
    conditional: 200 | 304 = 200,
  ): Promise<Row | undefined> {
    const { session, own, records } = this;
    await this.checkPreviousTag(own.read, { id }, conditional, cause);
    const expected = { label: 'the record', status: 200, cause };
    const reply = await session.expect('changes', own.read, { id }, expected);
    const record = recordIn(reply?.body);
    if (reply?.status !== 200 || !record || session.wrong.has(reply)) return undefined;
    const fields = differingFields(returned, record);
    const isStale = fields.length > 0 && (await this.listShows(returned, fields));
    records.set(id, isStale ? returned : record);
    const detail = differencesText(fields, [returned, 'in the response'], [record, 'in the record']);
    const message = `the record differs from the response in ${fields.join(', ')}`;
    if (isStale) this.report(own.read, NOT_WRITTEN, reply, { detail, cause });
    else if (fields.length > 0) this.report(operation, message, reply, { detail, cause });
    if (!isStale) this.keepTag(reply);
    return isStale ? undefined : record;
  }

  /** Returns whether the list has the values of the response to a write, so that the read of the record is wrong. */
  private async listShows(returned: Row, fields: string[]): Promise<boolean> {
    const reply = await this.session.send(this.own.list, {});
    const row = rowsIn(reply?.body).find(({ id }) => id === returned.id);
    return row !== undefined && differingFields(returned, row, fields).length === 0;
  }

  /** Checks the list, and that its ETag has changed with the last write. */
  private async checkList(step?: string, cause?: Answered): Promise<void> {
    const { session, own, records } = this;
    if (step !== undefined) await this.checkPreviousTag(own.list, {}, 200, cause);
    const reply = await session.expect('changes', own.list, {}, { label: 'the list', status: 200, cause });
    if (reply?.status !== 200) return;
    this.keepTag(reply);
    const rows = rowsIn(reply.body);
    const lost = await this.firstLost(rows);
    this.listed = rows.map(({ id }) => id);
    const message = 'the list lacks a record that it had before';
    const lacking = lost === undefined ? [] : [{ message, detail: `id ${quoted(lost)}` }];
    for (const fault of [...lacking, ...faultsWithin(rows), ...recordFaults({ rows, records })]) {
      const label = step && `after ${step}`;
      const compared = 'isOfRecord' in fault ? own.read.operationId : undefined;
      this.report(own.list, fault.message, reply, { label, detail: fault.detail, cause, compared });
    }
  }

  /** Returns the first record of the last list that the new one lacks, although the server still returns it. */
  private async firstLost(rows: Row[]): Promise<string | undefined> {
    const ids = new Set(rows.map(({ id }) => id));
    // A list that lost many records has one cause.
    const id = this.listed.find((each) => !ids.has(each) && this.records.get(each) !== null);
    const reply = id === undefined ? undefined : await this.session.send(this.own.read, { id });
    return reply?.status === 200 ? id : undefined;
  }

  private keepTag({ headers, outgoing }: Answered): void {
    const tag = headers.get('etag');
    if (tag !== null) this.tags.set(outgoing.path, tag);
  }

  private async checkPreviousTag(
    operation: Operation,
    values: Values,
    status: 200 | 304,
    cause: Answered | undefined,
  ): Promise<void> {
    const tag = this.tags.get(toOutgoing(operation, values).path);
    if (tag === undefined) return;
    const conditional = { ...values, headers: { 'If-None-Match': tag } };
    const label = 'If-None-Match with the ETag before the last write';
    await this.session.expect('changes', operation, conditional, { label, status, cause });
  }
}
