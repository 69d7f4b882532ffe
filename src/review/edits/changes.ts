// One change that one operation sees. An edit of the document can cause many of them.
import type { Side } from '../model/document';
import type { Level, RuleId } from './rules';

export interface ContractChange {
  rule: RuleId;
  level: Level;
  /** The operation of the head, or of the base if it is removed. Empty for a document change. */
  operation: { operationId: string | null; method: string; path: string };
  /** The availability in the base. For a new operation, the availability in the head. */
  availability: 'available' | 'planned';
  /** For example `response 200 application/json: data[].name`, or `operation` for the whole operation. */
  where: string;
  /** A JSON pointer into `document`. */
  pointer: string;
  document: Side;
  /** Extensions, for example `x-provisional`, that mark the changed part, or its operation, with `true`. */
  marks: readonly string[];
  /** JSON values. Null means that there is no value. */
  before: unknown;
  after: unknown;
  fingerprint: string;
}

/** Returns a short name of the changed operation, or "the document". */
export const operationName = ({ operationId, method, path }: ContractChange['operation']): string =>
  operationId ?? (path === '' ? 'the document' : `${method.toUpperCase()} ${path}`);

/** Where a change is. `place` replaces `where` in the fingerprint if `where` contains a replaceable name. */
export interface ChangePlace {
  where: string;
  place?: string;
}

/** The values of a change. */
export interface ChangeValues {
  before?: unknown;
  after?: unknown;
}

/** A pointer into the head, or into the base for a removed value. */
export interface Pointers {
  head?: string | undefined;
  base?: string | undefined;
}
