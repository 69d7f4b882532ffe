// A semaphore that tenants share fairly: first in, first out within a tenant, round robin between tenants.
import { unavailable } from '../errors';

interface SemaphoreLimits {
  /** Maximum number of slots that are held at once. */
  slots: number;
  /** Maximum number of slots that one tenant holds. Default: all of them. */
  slotsPerTenant?: number;
  /** Milliseconds that a request waits for a slot before it is rejected. Default: no limit. */
  maxWait?: number | undefined;
}

/** How often, in milliseconds, waiting slots are checked for their maximum wait. */
const CHECK_INTERVAL = 20;
/** Maximum number of tenants to keep without requests: creating one for each request costs more. */
const MAX_TENANTS = 1000;

interface Tenant {
  readonly name: string;
  /** Slots that are not closed. */
  open: number;
  held: number;
  readonly waiting: Slot[];
}

/** The claim of one request. It can be acquired and released several times until it is closed. */
export interface Slot {
  tenant: Tenant;
  /** A second tenant that this slot counts for while it is held. */
  charged: Tenant | undefined;
  state: 'released' | 'waiting' | 'held' | 'closed';
  /** Time of performance.now() at which the wait began. */
  since: number;
  acquired: () => void;
  rejected: () => void;
}

const ignore = (): void => {};

export class FairSemaphore {
  /** The number of slots that are held. */
  held = 0;
  private readonly tenants = new Map<string, Tenant>();
  /** Tenants with waiting slots; the next slot goes to the first one that may take it. */
  private readonly queue: Tenant[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isGranting = false;

  constructor(private readonly limits: SemaphoreLimits) {}

  get waiting(): number {
    return this.queue.reduce((sum, tenant) => sum + tenant.waiting.filter(isWaiting).length, 0);
  }

  /** Runs `work` while it holds a slot. @throws ApiError `unavailable` after the maximum wait */
  async run<Result>(work: () => Promise<Result>, tenantName = ''): Promise<Result> {
    const slot = this.open(tenantName);
    await new Promise<void>((resolve, reject) => {
      this.acquire(slot, resolve, () => reject(unavailable()));
    });
    try {
      return await work();
    } finally {
      this.close(slot);
    }
  }

  /** Resolves once all slots are free at the same time. */
  async drain(): Promise<void> {
    let held = 0;
    let allHeld!: () => void;
    const all = new Promise<void>((resolve) => (allHeld = resolve));
    const hold = (): Promise<void> => {
      if (++held === this.limits.slots) allHeld();
      return all;
    };
    await Promise.all(Array.from({ length: this.limits.slots }, () => this.run(hold)));
  }

  open(tenantName: string): Slot {
    const tenant = this.join(tenantName);
    return { tenant, charged: undefined, state: 'released', since: 0, acquired: ignore, rejected: ignore };
  }

  /** Lets a slot that is released wait among those of another tenant. */
  move(slot: Slot, tenantName: string): void {
    if (slot.state !== 'released') return;
    this.leave(slot.tenant);
    slot.tenant = this.join(tenantName);
  }

  /** Counts a held slot for a second tenant too, also beyond that tenant's share, until it is released. */
  charge(slot: Slot, tenantName: string): void {
    if (slot.state !== 'held' || slot.charged || slot.tenant.name === tenantName) return;
    slot.charged = this.join(tenantName);
    slot.charged.held++;
  }

  /**
   * Acquires a slot that is not held. Calls `acquired` once it is held, at once where one is free. Calls
   * `rejected` after the maximum wait, and for a slot that is closed.
   */
  acquire(slot: Slot, acquired: () => void, rejected: () => void): void {
    if (slot.state === 'closed') return rejected(); // the client has disconnected
    slot.acquired = acquired;
    slot.rejected = rejected;
    const { tenant } = slot;
    if (this.isFree(tenant) && tenant.waiting.length === 0) return this.grant(slot);
    slot.state = 'waiting';
    slot.since = performance.now();
    if (tenant.waiting.push(slot) === 1) this.queue.push(tenant);
    if (this.limits.maxWait === undefined) return;
    this.timer ??= setInterval(() => this.rejectLate(), CHECK_INTERVAL).unref();
  }

  /** Frees the slot while its request waits for its client. */
  release(slot: Slot): void {
    if (slot.state !== 'held') return;
    slot.state = 'released';
    this.held--;
    slot.tenant.held--;
    if (slot.charged) {
      slot.charged.held--;
      this.leave(slot.charged);
      slot.charged = undefined;
    }
    this.grantWaiting();
  }

  close(slot: Slot): void {
    if (slot.state === 'closed') return;
    this.release(slot);
    slot.state = 'closed';
    this.leave(slot.tenant);
  }

  private join(name: string): Tenant {
    let tenant = this.tenants.get(name);
    if (!tenant) {
      tenant = { name, open: 0, held: 0, waiting: [] };
      this.tenants.set(name, tenant);
    }
    tenant.open++;
    return tenant;
  }

  private leave(tenant: Tenant): void {
    tenant.open--;
    if (tenant.open === 0 && this.tenants.size > MAX_TENANTS) this.tenants.delete(tenant.name);
  }

  private isFree(tenant: Tenant): boolean {
    const { slots, slotsPerTenant = slots } = this.limits;
    return this.held < slots && tenant.held < slotsPerTenant;
  }

  private grant(slot: Slot): void {
    slot.state = 'held';
    this.held++;
    slot.tenant.held++;
    slot.acquired();
  }

  /**
   * Grants free slots. A loop instead of recursion, because a request can release its slot before `acquired` returns.
   */
  private grantWaiting(): void {
    if (this.isGranting) return;
    this.isGranting = true;
    try {
      for (let tried = 0; tried < this.queue.length && this.held < this.limits.slots;) {
        const tenant = this.queue.shift()!;
        while (tenant.waiting[0]?.state === 'closed') tenant.waiting.shift();
        const next = this.isFree(tenant) ? tenant.waiting.shift() : undefined;
        if (tenant.waiting.length > 0) this.queue.push(tenant);
        tried = next ? 0 : tried + 1;
        if (next) this.grant(next);
      }
    } finally {
      this.isGranting = false; // also when a request throws: otherwise no slot would ever be granted again
      if (this.queue.length === 0) this.stopTimer();
    }
  }

  private rejectLate(): void {
    const latest = performance.now() - this.limits.maxWait!;
    const late = this.queue.flatMap(({ waiting }) => {
      const count = waiting.findIndex((slot) => isWaiting(slot) && slot.since > latest);
      return waiting.splice(0, count < 0 ? waiting.length : count);
    });
    const left = this.queue.filter(({ waiting }) => waiting.length > 0);
    this.queue.splice(0, this.queue.length, ...left);
    if (left.length === 0) this.stopTimer();
    for (const slot of late) {
      if (!isWaiting(slot)) continue;
      this.close(slot);
      slot.rejected();
    }
  }

  private stopTimer(): void {
    this.timer = void clearInterval(this.timer);
  }
}

const isWaiting = ({ state }: Slot): boolean => state === 'waiting';
