// The change and the approver that plans, journals and receipts keep.
import { SyncError } from '../errors';

export interface Approval {
  /** The number of the change, for example CHG-20418. */
  change?: string;
  approver?: string;
}

/** Adds what a plan leaves open. @throws SyncError for another change or approver than that of the plan. */
export function mergeApproval(planned: Approval = {}, given: Approval = {}): Approval {
  for (const name of ['change', 'approver'] as const)
    if (planned[name] !== undefined && given[name] !== undefined && planned[name] !== given[name])
      throw new SyncError(
        `The plan has the ${name} ${JSON.stringify(planned[name])}, not ${JSON.stringify(given[name])}. ` +
          `Omit --${name}, or plan again.`,
      );
  return { ...planned, ...given };
}

/** Returns undefined for an empty approval, which plans, journals and receipts leave out. */
export const nonEmpty = (approval: Approval): Approval | undefined =>
  Object.keys(approval).length > 0 ? approval : undefined;
