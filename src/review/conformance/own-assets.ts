// Creates and deletes the cyber assets of a run, the only records that it changes.
import { randomBytes } from 'node:crypto';
import type { Operation } from '../../contract/document';
import { type Answered, type Outgoing, type Reply, sendPatiently } from '../probe/send';
import type { Check } from './findings';
import { recordIn, rowsIn } from './collections';
import { type Values, missingPath, validValues, toOutgoing } from '../probe/requests';
import type { Expected, Request, Session } from './session';

export const MISSING_SYSTEM = 'cs_conformance0missing';

export interface Asset {
  id: string;
  name: string;
  cyber_system_id: string;
  asset_type: string;
}

export class OwnAssets {
  /** The prefix of all names. Its random part separates two runs with one seed. */
  readonly prefix: string;
  readonly create: Operation;
  readonly update: Operation;
  readonly remove: Operation;
  readonly read: Operation;
  readonly list: Operation;
  private readonly ids = new Set<string>();
  private count = 0;

  /**
   * Without an existing `systemId` the run creates nothing. `others` are the ids that existed before:
   * the run never deletes them, whatever the server returns.
   */
  constructor(
    private readonly session: Session,
    readonly systemId: string | undefined,
    private readonly others: string[],
  ) {
    this.prefix = `conformance-${session.options.seed}-${randomBytes(3).toString('hex')}`;
    const operation = (operationId: string): Operation => session.operation(operationId)!;
    this.create = operation('createCyberAsset');
    this.update = operation('updateCyberAsset');
    this.remove = operation('deleteCyberAsset');
    this.read = operation('getCyberAsset');
    this.list = operation('getCyberAssets');
  }

  name(rest = ''): string {
    return `${this.prefix}-${++this.count}${rest}`;
  }

  fields(fields: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      name: this.name(),
      cyber_system_id: this.systemId ?? MISSING_SYSTEM,
      asset_type: 'hardware',
      ...fields,
    };
  }

  /** Returns a valid request that changes no existing record even if the server has a fault. */
  harmless(operation: Operation): Values {
    return operation === this.create
      ? { body: this.fields() }
      : { ...validValues(operation), path: missingPath(operation) };
  }

  /** Sends a request and remembers a created asset. `cleanUp` finds assets that are not remembered by name. */
  async expect(
    check: Check,
    operation: Operation,
    request: Request,
    expected: Expected,
  ): Promise<Answered | undefined> {
    const reply = await this.session.expect(check, operation, request, expected);
    if (operation === this.create) this.remember(reply);
    return reply;
  }

  remember(reply: Reply | undefined): string | undefined {
    if (!reply || reply.status < 200 || reply.status > 299) return undefined;
    const id = recordIn(reply.body)?.id ?? reply.headers.get('location')?.split('/').at(-1);
    if (!id || this.others.includes(id)) return undefined;
    this.ids.add(id);
    return id;
  }

  /** Creates an asset. Returns undefined after a failure, which is already a finding. */
  async createAsset(check: Check, fields: Record<string, unknown> = {}): Promise<Asset | undefined> {
    if (this.systemId === undefined) return undefined;
    const body = this.fields(fields);
    const expected = { label: 'a new asset', status: 201 };
    const id = this.remember(await this.session.expect(check, this.create, { body }, expected));
    return id === undefined ? undefined : ({ id, ...body } as unknown as Asset);
  }

  async discard(id: string | undefined): Promise<Answered | undefined> {
    return id !== undefined && this.ids.delete(id) ? this.session.send(this.remove, { id }) : undefined;
  }

  /** Deletes all assets of the run, by id or by name. Also works after the run was stopped. */
  async cleanUp(): Promise<void> {
    const send = (outgoing: Outgoing): Promise<Reply> => sendPatiently(this.session.options.send, outgoing);
    const remainingIds = async (): Promise<string[]> => {
      const { body } = await send(toOutgoing(this.list));
      const own = rowsIn(body).filter(
        ({ id, name }) => this.ids.has(id) || String(name).startsWith(this.prefix),
      );
      return own.map(({ id }) => id);
    };
    this.session.ledger.count('cleanup');
    const report = (fault: string): void =>
      this.session.report('cleanup', this.remove, fault, toOutgoing(this.remove, { id: this.prefix }));
    try {
      for (const id of new Set([...this.ids, ...(await remainingIds())]))
        await send(toOutgoing(this.remove, { id }));
      const remaining = await remainingIds();
      if (remaining.length > 0)
        report(`${remaining.length} assets remain; their names begin with ${this.prefix}`);
    } catch (error) {
      report(`cleanup failed (${(error as Error).message}); asset names begin with ${this.prefix}`);
    }
  }
}
