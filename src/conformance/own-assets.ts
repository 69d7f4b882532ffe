// The cyber assets that a run makes: the only records that it changes or deletes. Their names tell whose they are.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Operation } from '../contract/document';
import type { Check } from './finding';
import { type Outgoing, type Reply, pauseOf } from './http-client';
import { type Values, missingPath, soundValues, toOutgoing } from './requests';
import type { Expected, Session } from './session';

export const MISSING_SYSTEM = 'cs_conformance0missing';

export interface Asset {
  id: string;
  name: string;
  cyber_system_id: string;
  asset_type: string;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class OwnAssets {
  /** How all names begin. The random part keeps two runs with one seed apart. */
  readonly prefix: string;
  readonly create: Operation;
  readonly update: Operation;
  readonly remove: Operation;
  private readonly ids = new Set<string>();
  private made = 0;

  /** `systemId`: a cyber system that exists; without one nothing can be made. `others`: assets that were there before, which stay whatever the server says. */
  constructor(
    private readonly session: Session,
    readonly systemId: string | undefined,
    private readonly others: string[],
  ) {
    this.prefix = `conformance-${session.options.seed}-${randomBytes(3).toString('hex')}`;
    const known = (operationId: string): Operation => session.operation(operationId)!;
    [this.create, this.update, this.remove] = [
      known('createCyberAsset'),
      known('updateCyberAsset'),
      known('deleteCyberAsset'),
    ];
  }

  name(rest = ''): string {
    return `${this.prefix}-${++this.made}${rest}`;
  }

  fields(fields: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      name: this.name(),
      cyber_system_id: this.systemId ?? MISSING_SYSTEM,
      asset_type: 'hardware',
      ...fields,
    };
  }

  /** A sound request that leaves what others have as it is, whatever the server takes it for: it names no record that exists, or makes one of ours. */
  harmless(operation: Operation): Values {
    return operation === this.create
      ? { path: {}, body: this.fields() }
      : { ...soundValues(operation), path: missingPath(operation) };
  }

  /** Sends to where assets are made, and remembers what came of it. Whoever sends there otherwise calls `remember`; `cleanUp` finds the rest by name. */
  async post(check: Check, outgoing: Outgoing, expected: Expected): Promise<Reply | undefined> {
    const reply = await this.session.expect(check, this.create, outgoing, expected);
    this.remember(reply);
    return reply;
  }

  remember(reply: Reply | undefined): string | undefined {
    if (!reply || reply.status < 200 || reply.status > 299) return undefined;
    const id =
      isFields(reply.body) && typeof reply.body['id'] === 'string'
        ? reply.body['id']
        : reply.headers.get('location')?.split('/').at(-1);
    if (!id || this.others.includes(id)) return undefined;
    this.ids.add(id);
    return id;
  }

  /** An asset to try something on; undefined when it could not be made, which is a finding of its own. */
  async make(check: Check, fields: Record<string, unknown> = {}): Promise<Asset | undefined> {
    if (this.systemId === undefined) return undefined;
    const body = this.fields(fields);
    const reply = await this.session.expect(check, this.create, toOutgoing(this.create, { path: {}, body }), {
      what: 'a new asset',
      status: 201,
    });
    const id = this.remember(reply);
    return id === undefined ? undefined : ({ id, ...body } as unknown as Asset);
  }

  async discard(id: string | undefined): Promise<void> {
    if (id === undefined || !this.ids.delete(id)) return;
    await this.session.exchange(this.remove, toOutgoing(this.remove, { path: { id } }));
  }

  /** Deletes what is left, found by id or by name. It asks past the end of the run's time, and even when the run was stopped. */
  async cleanUp(): Promise<void> {
    const send = async (outgoing: Outgoing): Promise<Reply> => {
      const reply = await this.session.options.send(outgoing);
      if (reply.status !== 429) return reply;
      await wait(pauseOf(reply));
      return this.session.options.send(outgoing);
    };
    const list = this.session.operation('getCyberAssets')!;
    const left = async (): Promise<string[]> => {
      const { body } = await send(toOutgoing(list, { path: {} }));
      const rows = Array.isArray(body) ? (body as unknown[]).filter(isFields) : [];
      return rows
        .filter(
          ({ id, name }) =>
            typeof id === 'string' && (this.ids.has(id) || String(name).startsWith(this.prefix)),
        )
        .map(({ id }) => id as string);
    };
    this.session.ledger.count('cleanup');
    const outgoing = toOutgoing(this.remove, { path: { id: this.prefix } });
    try {
      for (const id of new Set([...this.ids, ...(await left())]))
        await send(toOutgoing(this.remove, { path: { id } }));
      const remaining = await left();
      if (remaining.length > 0)
        this.session.find(
          'cleanup',
          this.remove,
          `${remaining.length} assets could not be deleted; their names begin with ${this.prefix}`,
          outgoing,
        );
    } catch (error) {
      this.session.find(
        'cleanup',
        this.remove,
        `what was made could not be deleted (${(error as Error).message}); names begin with ${this.prefix}`,
        outgoing,
      );
    }
  }
}
