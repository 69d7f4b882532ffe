// Runs the computations that read a whole log: one at a time in a process, and one queued for an organization.
import { ApiError } from '../../base/errors';
import type { OrganizationId } from '../../base/organization';

const RETRY_AFTER_SECONDS = '10';

const alreadyRunning = () =>
  new ApiError(
    'unavailable',
    'A check or a list of this organization is running. Wait until it ends, then try again.',
    { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
  );

export type OneAtATime = <Result>(
  organization: OrganizationId,
  compute: () => Promise<Result>,
) => Promise<Result>;

export function createOneAtATime(): OneAtATime {
  const queued = new Set<OrganizationId>();
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Waits for the computations of other organizations.
   * Each has at most one in the queue, so none blocks the others.
   * @throws ApiError `unavailable` while one of the organization is queued.
   */
  return async (organization, compute) => {
    if (queued.has(organization)) throw alreadyRunning();
    queued.add(organization);
    const computed = last.then(compute);
    last = computed.catch(() => undefined);
    return computed.finally(() => queued.delete(organization));
  };
}
