// The sign-ins in the log of a world: the first request of a person with a key that was created for this person, and
// requests with a rejected key. The first key of a world comes with the world.
import type { RequestOrigin } from '../../contract/handler';
import type { KeyRejection } from '../../server/api/request-context';
import { byCaller } from '../../server/audit/entry';
import type { KeyRecord } from '../../server/keys/store';
import type { OpenWorlds, WorldStores } from '../../server/records/open-worlds';
import { signInRejected, signedIn } from '../../server/users/user-activity';
import { findUserId } from './world-keys';

/** In the time of the world, between two entries about a rejected key. */
const MINUTE = 60_000;
/** A user has fewer keys. */
const MAX_SIGN_INS = 1000;

const REASONS: Partial<Record<KeyRejection, string>> = {
  revoked: 'the API key is revoked',
  expired: 'the API key has expired',
  'deleted user': 'the user is deleted',
};

type Sources = Pick<WorldStores, 'activity' | 'clock' | 'memory' | 'transact'>;

export function createSignIns({ activity, clock, memory, transact }: Sources, worlds: OpenWorlds) {
  /** Returns the entries of a world's log about a key. */
  async function inLog({ id: keyId, organizationId }: KeyRecord, actorId: string) {
    const times = async (operation: string): Promise<number[]> => {
      const rows = await activity.newest(organizationId, { actorId, operation, limit: MAX_SIGN_INS });
      return rows.filter(({ key_id }) => key_id === keyId).map((row) => Date.parse(row.occurred_at));
    };
    const [accepted, [rejectedAt = -Infinity]] = [await times('signed_in'), await times('sign_in_refused')];
    return { isSignedIn: accepted.length > 0, rejectedAt };
  }

  return async (
    key: KeyRecord,
    origin: RequestOrigin,
    rejection: KeyRejection | undefined,
  ): Promise<void> => {
    const { id: keyId, organizationId: id, slug, access, createdBy } = key;
    const organization = { id, slug };
    const userId = await findUserId(worlds.outside(organization), createdBy);
    if (userId === undefined) return;
    const options = { of: [], sizeOf: () => 0 };
    const past = await memory.keep(id, `sign-ins ${keyId}`, () => inLog(key, userId), options);
    const now = clock.now(id).getTime();
    if (rejection ? now - past.rejectedAt < MINUTE : past.isSignedIn) return;
    if (rejection) past.rejectedAt = now;
    else past.isSignedIn = true;
    await worlds.settleDue(organization); // what time changed before comes first in the log
    await transact(organization, async (shared) => {
      const by = byCaller({ keyId, userId, ...origin });
      const world = worlds.open({ organization, keyId, access }, by, shared);
      const [user] = await world.lastKnown('User', [userId]);
      const client = { address: origin.address ?? 'an unknown address' };
      if (user)
        world.logActivity(
          rejection
            ? signInRejected(user, REASONS[rejection] ?? rejection, client)
            : signedIn(user, 'an API key', client),
        );
      return { result: undefined, changes: world.own };
    });
  };
}
