// The operations on the records of a collection, and the bodies of new records.
import type { Operation } from '../../contract/document';
import type { OwnAssets } from './own-assets';
import type { Session } from './session';

export type Fields = Record<string, unknown>;

/** Returns the operations that change and delete the records that an operation creates. */
export function operationsOn({ operations }: Session, create: Operation) {
  const on = (...methods: string[]) =>
    operations.find(
      ({ method, path }) => methods.includes(method) && /^\/\{\w+\}$/.test(path.replace(create.path, '')),
    );
  return { change: on('PATCH', 'PUT'), remove: on('DELETE') };
}

/** Gives e-mail addresses the name of the run, because two records never share an address. */
export const withOwnAddress = (own: OwnAssets, example: unknown): Fields =>
  Object.fromEntries(
    Object.entries(example as Fields).map(([name, value]) => [
      name,
      /^[^\s@]+@\S+$/.test(String(value)) ? `${own.name()}.${String(value)}` : value,
    ]),
  );
