// A command of the model: the request, and the response that the model predicts.
/* eslint-disable @typescript-eslint/no-explicit-any -- bodies may be anything */
import contract from '../../../../generated/openapi.json';
import { type Dice, target } from './dice';
import type { Kind, Row, World } from './world';

/** A representation that has an entity tag: its key, and its content as the model knows it. */
export interface Tagged {
  key: string;
  view: () => unknown;
}

/** One request and its prediction. The checks are in the order in which the server makes them. */
export interface Plan {
  params?: Record<string, string | number>;
  query?: Record<string, unknown> | undefined;
  /** Header parameters. */
  headers?: Record<string, string>;
  body?: unknown;
  /** The part `file` of a form. */
  file?: Blob | undefined;
  fileName?: string;
  /** The faulty fields: 400 `validation_error`. A field '' stands for any field. */
  faults?: string[];
  /** The part of the form has another media type: 415. */
  isOtherMedia?: boolean;
  /** The record of the path does not exist: 404. */
  isMissing?: boolean;
  /** The fields with an unknown id: 400 `invalid_reference`. */
  unknown?: string[];
  /** The representations that If-Match may name: 412 when they have changed. */
  guard?: Tagged | undefined;
  otherGuard?: Tagged | undefined;
  /** A rule or a state forbids the request: 409. */
  isConflict?: boolean;
  /** The status of a success; 200 by default. */
  status?: number;
  /** The representation that the entity tag of the response belongs to, except for a GET. */
  shows?: ((body: any) => Tagged) | undefined;
  /** The path of a list or record that shows new ids which the response does not contain. */
  learnFrom?: (body: any) => string;
  /** Changes the model, and returns the exact body of a success. The body and `found` teach new ids. */
  succeed: (body: any, found?: any) => unknown;
}
export type Command = (world: World, dice: Dice) => Plan;
export type Commands = Record<string, Command>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export interface Operation {
  id: string;
  method: string;
  path: string;
  isPlanned: boolean;
  /** A creation names the path of the new record. */
  hasLocation: boolean;
  /** Returns whether a value has the format of a path parameter. Another format returns 404 first. */
  isFormat: (name: string, value: string | number) => boolean;
}
const components = contract.components as Record<string, any>;
const follow = (value: any): any =>
  value.$ref
    ? follow(
        value.$ref
          .split('/')
          .slice(2)
          .reduce((found: any, name: string) => found[name], components),
      )
    : value;
const formatOf = (parameters: any[], name: string): any =>
  follow(
    parameters.map(follow).find((parameter) => parameter.in === 'path' && parameter.name === name).schema,
  );

export const OPERATIONS = new Map<string, Operation>();
for (const [path, item] of Object.entries(contract.paths as Record<string, any>))
  for (const method of METHODS.filter((each) => item[each])) {
    const { operationId: id, 'x-availability': availability, parameters = [], responses } = item[method];
    OPERATIONS.set(id, {
      id,
      method: method.toUpperCase(),
      path,
      isPlanned: availability === 'planned',
      hasLocation: responses['201']?.headers?.Location !== undefined,
      isFormat(name, value) {
        const {
          pattern,
          enum: values,
          format,
          type,
        } = formatOf([...parameters, ...(item.parameters ?? [])], name);
        if (type === 'integer') return /^[1-9]\d*$/.test(String(value));
        if (format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(String(value));
        return new RegExp(pattern ?? '', 'u').test(String(value)) && (values?.includes(value) ?? true);
      },
    });
  }

/** Plans a GET of one record. */
export const readRecord =
  (kind: Kind, view: (world: World, row: Row) => unknown = (_world, row) => row): Command =>
  (world, dice) => {
    const { id, row } = target(world, dice, kind, 94);
    return { params: { id }, isMissing: !row, succeed: () => view(world, row!) };
  };

/** Returns the representation of a record at a path. */
export const tagged = (key: string, view: () => unknown): Tagged => ({ key, view });
