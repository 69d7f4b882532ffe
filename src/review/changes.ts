// One change of the contract, as reports and waivers contain it.
import type { Side } from './model/document';
import type { Level, RuleId } from './rules';

export interface Waiver {
  fingerprint: string;
  reason: string;
  owner: string;
  /** The last day of the waiver, for example `2026-03-31`. */
  expires: string;
}

export interface ContractChange {
  rule: RuleId;
  level: Level;
  /** Whether the change breaks callers of an available operation. `level` considers the availability. */
  breaking: boolean;
  /** The operation of the head, or of the base if it is removed. Empty for a document change. */
  operation: { operationId: string | null; method: string; path: string };
  /** The availability in the base. For a new operation, the availability in the head. */
  availability: 'available' | 'planned';
  /** For example `response 200 application/json: data[].name`, or `operation` for the whole operation. */
  where: string;
  /** A JSON pointer into `document`. */
  pointer: string;
  document: Side;
  /** Short JSON values. Null means that there is no value. */
  before: unknown;
  after: unknown;
  /** Identifies the change in `spec/waivers.yaml`. */
  fingerprint: string;
  /** Set on a breaking change that has a valid waiver. */
  waiver?: Waiver;
}

/** Returns a short name of the changed operation, or "the document". */
export const operationName = ({ operationId, method, path }: ContractChange['operation']): string =>
  operationId ?? (path === '' ? 'the document' : `${method.toUpperCase()} ${path}`);

/** Returns whether a change blocks. A waived change does not block. */
export const isBlocking = ({ level, waiver }: ContractChange): boolean =>
  level === 'breaking' && waiver === undefined;

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
