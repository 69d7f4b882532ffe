// A semaphore that tenants share fairly: at most half of the slots for one tenant, first in, first out within
// a tenant, round robin between tenants. A request that waits too long is rejected.

export interface SemaphoreLimits {
  /** Requests that are processed at once. One tenant holds at most half of them. */
  slots: number;
  /** Milliseconds that a request waits for a slot before it is rejected. */
  maxWait: number;
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
  /** The organization of a key that was unknown when the slot was acquired. */
  charged: Tenant | undefined;
  state: 'released' | 'waiting' | 'held' | 'closed';
  /** Time of performance.now() at which the wait began. */
  since: number;
  acquired: () => void;
  rejected: () => void;
}

const ignore = (): void => {};

export class FairSemaphore {
  private held = 0;
  private readonly tenants = new Map<string, Tenant>();
  /** Tenants with waiting slots; the next slot goes to the first one that may take it. */
  private readonly queue: Tenant[] = [];
  private readonly maxPerTenant: number;
  private timer: NodeJS.Timeout | undefined;
  private isGranting = false;

  constructor(private readonly limits: SemaphoreLimits) {
    this.maxPerTenant = Math.max(1, Math.floor(limits.slots / 2));
  }

  /** Returns a slot that is not acquired yet. */
  open(tenantName: string): Slot {
    const tenant = this.join(tenantName);
    return { tenant, charged: undefined, state: 'released', since: 0, acquired: ignore, rejected: ignore };
  }

  /** Lets a slot that is released wait among those of another tenant. */
  move(slot: Slot, tenantName: string): void {
    if (slot.state !== 'released') return;
    this.forget(slot.tenant);
    slot.tenant = this.join(tenantName);
  }

  /** Counts a held slot for a second tenant too, also beyond that tenant's share, until it is released. */
  charge(slot: Slot, tenantName: string): void {
    if (slot.state !== 'held' || slot.charged || slot.tenant.name === tenantName) return;
    slot.charged = this.join(tenantName);
    slot.charged.held++;
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

  private forget(tenant: Tenant): void {
    tenant.open--;
    if (tenant.open === 0 && this.tenants.size > MAX_TENANTS) this.tenants.delete(tenant.name);
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
      this.forget(slot.charged);
      slot.charged = undefined;
    }
    this.grantWaiting();
  }

  /** Frees the slot for good. */
  close(slot: Slot): void {
    if (slot.state === 'closed') return;
    this.release(slot);
    slot.state = 'closed';
    this.forget(slot.tenant);
  }

  private isFree(tenant: Tenant): boolean {
    return this.held < this.limits.slots && tenant.held < this.maxPerTenant;
  }

  private grant(slot: Slot): void {
    slot.state = 'held';
    this.held++;
    slot.tenant.held++;
    slot.acquired();
  }

  /**
   * Grants free slots. A loop instead of recursion, because a request can release its slot before `acquired`
   * returns.
   */
  private grantWaiting(): void {
    if (this.isGranting) return;
    this.isGranting = true;
    try {
      for (let tried = 0; tried < this.queue.length && this.held < this.limits.slots;) {
        const tenant = this.queue.shift()!;
        dropClosed(tenant.waiting);
        const next = this.isFree(tenant) ? tenant.waiting.shift() : undefined;
        if (tenant.waiting.length > 0) this.queue.push(tenant);
        tried = next ? 0 : tried + 1;
        if (next) this.grant(next);
      }
    } finally {
      this.isGranting = false; // also when a request throws: otherwise no slot would ever be granted again
    }
  }

  private rejectLate(): void {
    const latest = performance.now() - this.limits.maxWait;
    const late = this.queue.flatMap(({ waiting }) => {
      const count = waiting.findIndex(({ state, since }) => state === 'waiting' && since > latest);
      return waiting.splice(0, count < 0 ? waiting.length : count);
    });
    const left = this.queue.filter(({ waiting }) => waiting.length > 0);
    this.queue.splice(0, this.queue.length, ...left);
    if (left.length === 0) this.timer = void clearInterval(this.timer);
    for (const slot of late) {
      if (slot.state !== 'waiting') continue;
      this.close(slot);
      slot.rejected();
    }
  }
}

function dropClosed(waiting: Slot[]): void {
  while (waiting.length > 0 && waiting[0]!.state === 'closed') waiting.shift();
}
