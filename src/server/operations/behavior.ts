// The types of an operation on the records of a world: its request, its behavior and its outcome.
import type { OperationId, StatefulOperationId } from '../../../generated/operations';
import type { Operation } from '../../contract/document';
import type { Body, ContractRequest, ParametersIn } from '../../contract/handler';
import type { Fields } from '../../contract/record-model';
import type { Note } from '../audit/entry';
import type { CollectionName, RecordOf } from '../records/views';
import type { World } from '../records/world';

/** The body; empty for an operation without a JSON body. */
type Sent<Id extends OperationId> = [Body<Id>] extends [undefined] ? Record<never, never> : Body<Id>;

/** A valid request of an operation. */
export interface Call<Id extends OperationId = OperationId, Target = Fields> extends Pick<
  ContractRequest,
  'files'
> {
  operation: Operation;
  params: ParametersIn<Id, 'path'>;
  query: ParametersIn<Id, 'query'>;
  header: ParametersIn<Id, 'header'>;
  body: Sent<Id>;
  /** The record that the path names first. */
  target: Target;
}
/** A request of any operation. */
export type AnyCall = Omit<Call, 'params' | 'query' | 'header' | 'body'> &
  Record<'params' | 'query' | 'header' | 'body', Fields>;

/** Rules may complete `after` and set `note`. */
export interface Change<Record = Fields, Sent = Fields> {
  /** Empty for a creation. */
  before: Record;
  /** Empty for a deletion. */
  after: Record;
  body: Sent;
  note?: Note;
}

export interface Outcome {
  body?: unknown;
  /** The record whose tag the response carries, if the body shows more. */
  tagged?: unknown;
  fileName?: string;
}

export interface Behavior<Id extends OperationId = OperationId, Target = Fields> {
  /** Checks the request alone, at the time `now`. @throws ApiError `validation_error`. */
  validate?(call: Call<Id, Target>, now: Date): void;
  /** Returns what stands for a record after its deletion: that of the path, or ids of the body that may be former ones. */
  former?(world: World, call: Omit<Call<Id, Target>, 'target'>): Promise<Target | undefined>;
  /** Checks ids of the body against the record. @throws ApiError `invalid_reference`, `validation_error`. */
  references?(world: World, call: Call<Id, Target>): void | Promise<void>;
  /** Returns the representation whose tag `If-Match` names, if it is not the record of the path. */
  conditional?(world: World, call: Call<Id, Target>): Promise<unknown>;
  /** Enforces rules and states. @throws ApiError `conflict`, `invalid_reference`. */
  rules?(world: World, change: Change<Target, Sent<Id>>): void | Promise<void>;
  /** Replaces the convention. */
  run?(world: World, call: Call<Id, Target>): Promise<Outcome> | Outcome;
}
export type AnyBehavior = { [Key in keyof Behavior]: Behavior[Key] };

/** Behaviors of operations on the records of one collection. */
export type Behaviors<Name extends CollectionName> = {
  [Id in StatefulOperationId]?: Behavior<Id, RecordOf<Name>>;
};

export type Run = (world: World, call: AnyCall, behavior: AnyBehavior) => Promise<Outcome>;
