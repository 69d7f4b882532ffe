// The contract of all that is released, and of one path that is planned: a run has a third of the requests of a run over the whole contract, and the same checks.
import { operations } from '../support/examples';
import { partOfContract } from '../support/part-of-contract';

const released = operations.filter(({ availability }) => availability === 'available').map(({ path }) => path);

/** A copy, which may be changed. */
export const smallContract = () => partOfContract([...new Set(released), '/tasks']);
