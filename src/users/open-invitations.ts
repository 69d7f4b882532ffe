// What an open invitation is: neither accepted, nor withdrawn, nor expired.
import type { Database } from '../database/database';

/** `now` is a placeholder of the time. */
export const openInvitations = (knex: Database['knex'], now: string) =>
  knex('invitations').whereNull('ended_at').where('expires_at', '>', now);
