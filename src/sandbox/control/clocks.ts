// The clocks of the worlds: the real time, or a time that stands still until it is moved.
import { type Clock, systemClock } from '../../base/clock';
import type { OrganizationId } from '../../base/organization';

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
