// Creates and deletes the cyber assets of a run, the only records that it changes on a server.
import type { Operation } from '../../contract/document';
import { type Answered, type Outgoing, type Reply, sendPatiently } from '../probe/send';
import type { Check } from './findings';
import { recordIn, rowsIn } from './collections';
import { type Values, missingPath, validValues, toOutgoing } from '../probe/requests';
import type { Session } from './session';

export const MISSING_SYSTEM = 'cs_conformance0missing';

export class OwnAssets {
  readonly create: Operation;
  readonly update: Operation;
  readonly remove: Operation;
  readonly read: Operation;
  readonly list: Operation;
  private readonly ids = new Set<string>();

  /**
   * Without an existing `systemId` the run creates nothing. `others` are the ids that existed before:
   * the run never deletes them, whatever the server returns.
   */
  constructor(
    private readonly session: Session,
    readonly systemId: string | undefined,
    private readonly others: string[],
  ) {
    this.create = session.operation('createCyberAsset')!;
    this.update = session.operation('updateCyberAsset')!;
    this.remove = session.operation('deleteCyberAsset')!;
    this.read = session.operation('getCyberAsset')!;
    this.list = session.operation('getCyberAssets')!;
  }

  fields(fields: Record<string, unknown> = {}) {
    const cyber_system_id = this.systemId ?? MISSING_SYSTEM;
    return { name: this.session.name(), cyber_system_id, asset_type: 'hardware', ...fields };
  }

  /** Returns a valid request that changes no existing record even if the server has a fault. */
  harmless(operation: Operation): Values {
    return operation === this.create
      ? { body: this.fields() }
      : { ...validValues(operation), path: missingPath(operation) };
  }

  /** Remembers a created asset. `cleanUp` finds assets that are not remembered by name. */
  remember(reply: Reply | undefined): string | undefined {
    if (!reply || reply.status < 200 || reply.status > 299) return undefined;
    const id = recordIn(reply.body)?.id ?? reply.headers.get('location')?.split('/').at(-1);
    if (!id || this.others.includes(id)) return undefined;
    this.ids.add(id);
    return id;
  }

  /** Creates an asset. Returns undefined after a failure, which is already a finding. */
  async createAsset(check: Check): Promise<{ id: string; name: string } | undefined> {
    if (this.systemId === undefined) return undefined;
    const body = this.fields();
    const expected = { label: 'a new asset', status: 201 };
    const id = this.remember(await this.session.expect(check, this.create, { body }, expected));
    return id === undefined ? undefined : { id, name: body.name };
  }

  async discard(id: string | undefined): Promise<Answered | undefined> {
    return id !== undefined && this.ids.delete(id) ? this.session.send(this.remove, { id }) : undefined;
  }

  /** Deletes all assets of the run, by id or by name. Also works after the run was stopped. */
  async cleanUp(): Promise<void> {
    const { prefix, ledger, sendUnchecked } = this.session;
    const send = (outgoing: Outgoing) => sendPatiently(() => sendUnchecked(outgoing));
    const remainingIds = async (): Promise<string[]> =>
      rowsIn((await send(toOutgoing(this.list))).body)
        .filter(({ id, name }) => this.ids.has(id) || String(name).startsWith(prefix))
        .map(({ id }) => id);
    ledger.count('cleanup');
    const report = (fault: string): void =>
      this.session.report('cleanup', this.remove, fault, toOutgoing(this.remove, { id: prefix }));
    try {
      for (const id of new Set([...this.ids, ...(await remainingIds())]))
        await send(toOutgoing(this.remove, { id }));
      const remaining = await remainingIds();
      if (remaining.length > 0) report(`${remaining.length} assets remain; their names begin with ${prefix}`);
    } catch (error) {
      report(`cleanup failed (${(error as Error).message}); asset names begin with ${prefix}`);
    }
  }
}
