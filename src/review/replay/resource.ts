// Finds the operations on the records of one collection.
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';

/** The operations on one collection of records. */
interface Resource {
  collection: string;
  list: Operation | undefined;
  create: Operation | undefined;
  read: Operation | undefined;
  change: Operation | undefined;
  remove: Operation | undefined;
  /** POST below a record, for example its approval. */
  actions: Operation[];
}

const collectionOf = ({ path }: Operation): string => path.split('/{')[0]!;

/** Returns the operations on the records that an operation is about. */
export function resourceOf(document: ContractDocument, operation: Operation): Resource {
  const collection = collectionOf(operation);
  const all = operationsOf(document).filter((each) => collectionOf(each) === collection);
  const find = (path: RegExp, ...methods: string[]): Operation | undefined =>
    all.find((each) => path.test(each.path.slice(collection.length)) && methods.includes(each.method));
  return {
    collection,
    list: find(/^$/, 'GET'),
    create: find(/^$/, 'POST'),
    read: find(/^\/\{\w+\}$/, 'GET'),
    change: find(/^\/\{\w+\}$/, 'PUT', 'PATCH'),
    remove: find(/^\/\{\w+\}$/, 'DELETE'),
    actions: all.filter(
      ({ method, path }) => method === 'POST' && /^\/\{\w+\}\/[\w-]+$/.test(path.slice(collection.length)),
    ),
  };
}
