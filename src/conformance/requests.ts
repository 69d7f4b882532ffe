// Makes requests of an operation from values, from its examples, and from ids that no record has.
import { sendableType } from '../contract/body-formats';
import type { Operation, Parameter } from '../contract/document';
import type { Outgoing } from './http-client';

export interface Values {
  path: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
}

export const JSON_TYPE = 'application/json';

export const parametersIn = ({ parameters }: Operation, where: Parameter['in']): Parameter[] =>
  parameters.filter((parameter) => parameter.in === where);

const isForm = ({ bodyFormats }: Operation): boolean => bodyFormats[0]?.mediaType === 'multipart/form-data';

/** The schema of a body in JSON, when the operation takes one. */
export const jsonSchemaOf = ({ requestBody }: Operation): Record<string, unknown> | undefined =>
  requestBody?.content[JSON_TYPE]?.schema;

function formOf(body: object, { bodyFormats }: Operation): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(body))
    form.set(name, new Blob([String(content)], { type: sendableType(bodyFormats[0]?.files[name]) }), name);
  return form;
}

export function toOutgoing(operation: Operation, { path, query = {}, headers = {}, body }: Values): Outgoing {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const way = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const form = isForm(operation) && typeof body === 'object' && body !== null;
  return {
    method: operation.method,
    path: search === '' ? way : `${way}?${search}`,
    headers: { ...(operation.requestBody && !form ? { 'Content-Type': JSON_TYPE } : {}), ...headers },
    ...(body === undefined ? {} : { body: form ? formOf(body, operation) : JSON.stringify(body) }),
  };
}

/** The values of a parameter's examples, in their order. */
export const valuesOf = ({ examples = {} }: Parameter): unknown[] =>
  Object.values(examples).map(({ value }) => value);

/** A value that the schema allows and that names no record; a day or a number stays as it is, for an id stands beside it. */
function missing(parameter: Parameter): unknown {
  const value = valuesOf(parameter)[0];
  return typeof value === 'string' ? value.replace(/_[^]*/, '_conformance0missing') : value;
}

export const missingPath = (operation: Operation): Values['path'] =>
  Object.fromEntries(
    parametersIn(operation, 'path').map((parameter) => [parameter.name, missing(parameter)]),
  );

export const examplePath = (operation: Operation): Values['path'] =>
  Object.fromEntries(
    parametersIn(operation, 'path').map((parameter) => [parameter.name, valuesOf(parameter)[0]]),
  );

/** The paths that the operation shows, by name: examples of one name belong together. */
export function pathExamples(operation: Operation): [name: string, path: Values['path']][] {
  const parameters = parametersIn(operation, 'path');
  const names = new Set(parameters.flatMap(({ examples = {} }) => Object.keys(examples)));
  return [...names].map((name) => [
    name,
    Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        parameter.examples?.[name]?.value ?? valuesOf(parameter)[0],
      ]),
    ),
  ]);
}

const requiredQuery = (operation: Operation): Values['query'] & object =>
  Object.fromEntries(
    parametersIn(operation, 'query')
      .filter(({ required }) => required)
      .map((parameter) => [parameter.name, valuesOf(parameter)[0]]),
  );

/** The bodies that the operation shows, by name. */
export const bodyExamples = ({ requestBody }: Operation): [name: string, body: unknown][] =>
  Object.entries(Object.values(requestBody?.content ?? {})[0]?.examples ?? {}).map(([name, { value }]) => [
    name,
    value,
  ]);

/** A request that holds to the contract. One that would change a record names none that exists. */
export function soundValues(operation: Operation): Values {
  const [example] = bodyExamples(operation);
  return {
    path: operation.method === 'GET' ? examplePath(operation) : missingPath(operation),
    query: requiredQuery(operation),
    ...(example ? { body: example[1] } : {}),
  };
}
