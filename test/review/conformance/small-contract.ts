// The available operations and one planned path: a third of the requests of the whole contract, and all
// checks.
import { RELEASED, partOfContract } from '../../support/part-of-contract';

/** Returns a copy that the caller may change. */
export const smallContract = () => partOfContract([...RELEASED, '/tasks']);
