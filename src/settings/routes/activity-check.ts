// Checks an organization's log and records. A check reads all of them, so the process runs one check at a
// time.
import type { OrganizationVerification, VerifyOrganization } from '../../audit/verify-organization';
import { ApiError } from '../../errors';
import type { OrganizationId } from '../../organizations/organization';
import { page } from '../answers';
import { CheckPage } from '../pages/check';
import type { AdminContext } from '../visit';

const HASH = /^[0-9a-f]{64}$/;
const NO_HASH =
  'That is not the hash of an entry. Paste the 64 hexadecimal digits that an earlier check showed.';
const RETRY_AFTER_SECONDS = '10';

const underWay = () =>
  new ApiError(
    'unavailable',
    'A check of this organization is running. Wait until it ends, then try again.',
    {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    },
  );

export function createActivityCheck(verify: VerifyOrganization) {
  const asked = new Set<OrganizationId>();
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * Waits for the checks of other organizations. Each has at most one in the queue, so none blocks the
   * others.
   */
  async function inTurn(
    organization: OrganizationId,
    noted: string | undefined,
  ): Promise<OrganizationVerification> {
    if (asked.has(organization)) throw underWay();
    asked.add(organization);
    const check = turn.then(() => verify(organization, 'settings', noted));
    turn = check.catch(() => undefined);
    return check.finally(() => asked.delete(organization));
  }

  return async (visit: AdminContext) => {
    const given = (visit.request.query.get('head') ?? '').trim().toLowerCase();
    if (given !== '' && !HASH.test(given))
      return page(CheckPage({ visit, given, problem: NO_HASH }), { status: 400 });
    const noted = given === '' ? undefined : given;
    return page(CheckPage({ visit, given, result: await inTurn(visit.here.organization, noted) }));
  };
}
