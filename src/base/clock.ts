// The time of an organization: the real time, or in a world of the sandbox a time that stands still until it is moved.
import type { OrganizationId } from './organization';

export interface Clock {
  now(organization: OrganizationId): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Clocks extends Clock {
  /** Sets the clock of a world. Without a time, it shows the real time again. */
  set(world: OrganizationId, time: Date | undefined): void;
}

export function createClocks(): Clocks {
  const times = new Map<OrganizationId, Date>();
  return {
    now: (world) => times.get(world) ?? systemClock.now(world),
    set: (world, time) => void (time ? times.set(world, time) : times.delete(world)),
  };
}
