// Builds requests of an operation from values, examples, and ids that no record has.
import { sendableType } from '../../contract/body-formats';
import type { Operation, Parameter } from '../../contract/document';
import type { Outgoing } from './send';

export interface Values {
  /** The first parameter of the path. */
  id?: string | undefined;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
}

export const JSON_TYPE = 'application/json';

export const parametersIn = ({ parameters }: Operation, where: Parameter['in']): Parameter[] =>
  parameters.filter((parameter) => parameter.in === where);

const isForm = ({ bodyFormats }: Operation): boolean => bodyFormats[0]?.mediaType === 'multipart/form-data';

/** Returns the schema of the JSON body; undefined for an operation without one. */
export const getJsonSchema = ({ requestBody }: Operation): Record<string, unknown> | undefined =>
  requestBody?.content[JSON_TYPE]?.schema;

function createForm(body: object, { bodyFormats }: Operation): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(body))
    form.set(name, new Blob([String(content)], { type: sendableType(bodyFormats[0]?.files[name]) }), name);
  return form;
}

const toTexts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

export function toOutgoing(operation: Operation, values: Values = {}): Outgoing {
  const { id, query = {}, headers = {}, body } = values;
  const [first] = parametersIn(operation, 'path');
  const path = { ...(first && id !== undefined ? { [first.name]: id } : {}), ...values.path };
  const search = new URLSearchParams(toTexts(query)).toString();
  const urlPath = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const form = isForm(operation) && typeof body === 'object' && body !== null;
  return {
    method: operation.method,
    path: search === '' ? urlPath : `${urlPath}?${search}`,
    headers: {
      ...(operation.requestBody && !form ? { 'Content-Type': JSON_TYPE } : {}),
      ...toTexts(headers),
    },
    ...(body === undefined ? {} : { body: form ? createForm(body, operation) : JSON.stringify(body) }),
  };
}

/** Returns the values of a parameter's examples in their order. */
export const getValues = ({ examples = {} }: Parameter): unknown[] =>
  Object.values(examples).map(({ value }) => value);

/** Returns a valid id of no record. A date or number stays: its path also has an id. */
export function missingValue(parameter: Parameter): unknown {
  const value = getValues(parameter)[0];
  return typeof value === 'string' ? value.replace(/_[^]*/, '_conformance0missing') : value;
}

export const missingPath = (operation: Operation): Record<string, unknown> =>
  Object.fromEntries(
    parametersIn(operation, 'path').map((parameter) => [parameter.name, missingValue(parameter)]),
  );

/** Returns the values of an example. A required parameter without that example has the value of its first one. */
function exampleIn(operation: Operation, where: Parameter['in'], example?: string): Record<string, unknown> {
  const values = parametersIn(operation, where).flatMap(({ name, required, examples = {} }) => {
    const own = example === undefined ? undefined : examples[example];
    const [first] = required ? Object.values(examples) : [];
    return (own ?? first) ? [[name, (own ?? first)!.value] as const] : [];
  });
  return Object.fromEntries(values);
}

export const examplePath = (operation: Operation) => exampleIn(operation, 'path');

/** Returns the example paths by name. Examples of several parameters with one name form one path. */
export function pathExamples(operation: Operation): [name: string, path: Record<string, unknown>][] {
  const names = parametersIn(operation, 'path').flatMap(({ examples = {} }) => Object.keys(examples));
  return [...new Set(names)].map((name) => [name, exampleIn(operation, 'path', name)]);
}

/** Returns whether only an earlier response of the operation can give a valid value. */
export const isCursor = ({ name }: Parameter): boolean => name === 'cursor';

export function bodyExamples({ requestBody }: Operation): [name: string, body: unknown][] {
  const [content] = Object.values(requestBody?.content ?? {});
  return Object.entries(content?.examples ?? {}).map(([name, { value }]) => [name, value]);
}

/** Returns the declared statuses of a success. */
export const listSuccesses = ({ responses }: Operation): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300);

/** Returns the values of a valid request. A write names no existing record. */
export function validValues(operation: Operation): Values {
  const [example] = bodyExamples(operation);
  return {
    path: operation.method === 'GET' ? examplePath(operation) : missingPath(operation),
    query: exampleIn(operation, 'query'),
    headers: exampleIn(operation, 'header'),
    ...(example ? { body: example[1] } : {}),
  };
}

/** Returns all ids in a document or in rows, each once. The demo data has the records of the contract's examples. */
export function idsIn(value: object): string[] {
  const texts = JSON.stringify(value).matchAll(/"([a-z]+_[A-Za-z0-9_-]+)"/g);
  return [...new Set([...texts].map(([, text]) => text!))];
}
