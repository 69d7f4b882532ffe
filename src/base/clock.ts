// The time of an organization. A world of the sandbox can have a clock of its own.
import type { OrganizationId } from './organization';

export interface Clock {
  now(organization: OrganizationId): Date;
}

export const systemClock: Clock = { now: () => new Date() };
