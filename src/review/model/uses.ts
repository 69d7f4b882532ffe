// Which operations use a part of the document, also through references.
import { under } from '../../contract/pointer';
import { groupBy } from '../../base/group-by';
import type { OpenApiDocument } from './document';
import type { EffectiveOperation } from './operations';
import { isObject } from '../../base/json';

/** Returns a function that lists the operations that contain or refer to a pointer. */
export function operationsAt(
  document: OpenApiDocument,
  operations: EffectiveOperation[],
): (pointer: string) => EffectiveOperation[] {
  const referrers = new Map<string, Set<string>>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && typeof value['$ref'] === 'string') {
      const target = decodeURIComponent(value['$ref'].slice(1));
      referrers.set(target, (referrers.get(target) ?? new Set()).add(pointer));
    }
    for (const [key, item] of Object.entries(value)) visit(item, under(pointer, key));
  };
  visit(document.root, '');
  /** All targets at or above a pointer, because a reference to a holder includes its parts. */
  const usersOf = (start: string): Set<string> => {
    const found = new Set<string>([start]);
    for (const pointer of found)
      for (let holder = pointer; holder !== ''; holder = holder.slice(0, holder.lastIndexOf('/')))
        for (const referrer of referrers.get(holder) ?? []) found.add(referrer);
    return found;
  };
  const byPointer = groupBy(operations, ({ pointer }) => pointer);
  const byPathItem = groupBy(operations, ({ pointer }) => pointer.slice(0, pointer.lastIndexOf('/')));
  return (pointer) => {
    const users = [...usersOf(pointer)].flatMap((user) => {
      const segments = user.split('/');
      const [item, operation] = [segments.slice(0, 3).join('/'), segments.slice(0, 4).join('/')];
      return byPointer.get(operation) ?? byPathItem.get(item) ?? [];
    });
    return [...new Set(users)];
  };
}
