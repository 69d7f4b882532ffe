// Finds out whether a change was made whose response was lost.
import type { Result } from './types.js';

/** Returns whether a value has every member of `expected`, at any depth. */
function includes(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(value) || value.length !== expected.length)) return false;
  return Object.entries(expected).every(([name, member]) =>
    includes((value as Record<string, unknown>)[name], member),
  );
}

/**
 * Reads the record again when the result has `maybeDone`. Returns the record with `replayed: true` when it has
 * every value of `change`, otherwise the result. `change` is the body of the request.
 *
 * @example
 * const renamed = await client.PATCH('/cyber-assets/{id}', { params, body });
 * const asset = unwrap(await confirmChange(renamed, body, () => client.GET('/cyber-assets/{id}', { params })));
 */
export async function confirmChange<Value>(
  result: Result<Value>,
  change: object,
  read: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (!result.error?.maybeDone) return result;
  const current = await read();
  if (current.error) return result;
  const expected: unknown = JSON.parse(JSON.stringify(change));
  return includes(current.data, expected) ? { ...current, replayed: true } : result;
}
