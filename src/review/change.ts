// One change, as reports and waivers know it.
import type { RuleId } from './rules';
import type { Side } from './source';

/** `release`: needs a handler, a test and a changelog line. `breaking`: blocks. `planned`: would block if the operation were available. */
export type Level = 'release' | 'breaking' | 'notice' | 'planned' | 'compatible';

export interface Waiver {
  fingerprint: string;
  reason: string;
  owner: string;
  /** The last day on which it holds, `2026-03-31`. */
  expires: string;
}

/** What stands for the operation in a change that is about none. */
export const DOCUMENT: ContractChange['operation'] = { operationId: null, method: '', path: '' };

/** What a change is about, in one word. */
export const nameOf = ({ operationId, method, path }: ContractChange['operation']): string =>
  operationId ?? (path === '' ? 'the document' : `${method.toUpperCase()} ${path}`);

export interface ContractChange {
  rule: RuleId;
  level: Level;
  /** Whether it breaks callers who have the operation; `level` says whether anybody has. */
  breaking: boolean;
  /** As the head has it, or the base when it is gone; `DOCUMENT` for what belongs to none. */
  operation: { operationId: string | null; method: string; path: string };
  /** What callers of the base could rely on; of an operation that is new, what it is now. */
  availability: 'available' | 'planned';
  /** `response 200 application/json: data[].name`; `operation` for what concerns all of it. */
  where: string;
  /** Where to look, as a JSON pointer, and in which document. */
  pointer: string;
  document: Side;
  /** Short values of JSON; null where there was nothing, or is nothing. */
  before: unknown;
  after: unknown;
  /** The same as long as the change is the same, for `spec/waivers.yaml`. */
  fingerprint: string;
  /** Present on a breaking change that is let through. */
  waiver?: Waiver;
}

/** Whether it stands in the way: a waived change does not. */
export const blocks = ({ level, waiver }: ContractChange): boolean =>
  level === 'breaking' && waiver === undefined;
