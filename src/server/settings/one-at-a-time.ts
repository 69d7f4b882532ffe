// Runs the computations that read a whole log: one at a time in a process, and one queued for an organization.
import { ApiError } from '../../base/errors';
import type { OrganizationId } from '../../base/organization';
import { FairSemaphore } from '../../base/scheduling/fair-semaphore';

export type OneAtATime = ReturnType<typeof createOneAtATime>;

export function createOneAtATime() {
  const queued = new Set<OrganizationId>();
  const turns = new FairSemaphore({ slots: 1 });

  /**
   * Waits for the computations of other organizations.
   * Each has at most one in the queue, so none blocks the others.
   * @throws ApiError `unavailable` while one of the organization is queued.
   */
  return async <Result>(organization: OrganizationId, compute: () => Promise<Result>): Promise<Result> => {
    if (queued.has(organization)) {
      const message =
        'A check or a list of this organization is running. Wait until it ends, then try again.';
      throw new ApiError('unavailable', message, { headers: { 'Retry-After': '10' } });
    }
    queued.add(organization);
    return turns.run(compute, organization).finally(() => queued.delete(organization));
  };
}
