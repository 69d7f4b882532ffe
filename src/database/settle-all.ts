// Statements of one transaction that do not depend on each other, under way at the same time.

/** Their results, or the first error, once all have ended: what the transaction does next must not overtake any of them. */
export async function settleAll<Results extends unknown[]>(
  ...statements: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
