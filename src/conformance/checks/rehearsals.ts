// In a sandbox every declared answer can be asked for, those too that nothing else provokes, such as 429 and 503.
import type { OwnAssets } from '../own-assets';
import { toOutgoing } from '../requests';
import { eachOf } from '../each-of';
import type { Session } from '../session';

/** The errors are shared, and Prism compiles each answer anew: of a planned operation every fifth is asked for, of the next one another fifth. */
const PLANNED_SHARE = 5;

export async function checkRehearsals(session: Session, own: OwnAssets): Promise<void> {
  await eachOf([...session.operations.entries()], async ([index, operation]) => {
    const values = own.harmless(operation);
    const declared = Object.keys(operation.responses).map(Number);
    const asked =
      operation.availability === 'available'
        ? declared
        : declared.filter((_status, place) => (index + place) % PLANNED_SHARE === 0);
    for (const status of asked) {
      const outgoing = toOutgoing(operation, { ...values, headers: { Prefer: `code=${status}` } });
      await session.expect('rehearsals', operation, outgoing, { what: `Prefer: code=${status}`, status });
    }
  });
}
