// The contract of all that is released, and of one path that is planned: a run has a third of the requests of a run over the whole contract, and the same checks.
import { RELEASED, partOfContract } from '../support/part-of-contract';

/** A copy, which may be changed. */
export const smallContract = () => partOfContract([...RELEASED, '/tasks']);
