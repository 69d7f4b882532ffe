// Runs the steps of a journey, an Arazzo workflow. Limits: conditions compare with `==`, and the only failure action
// is a retry.
import { placed } from './contract.js';
import { reachOperation } from './request.js';

const unescaped = (segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~');
const pointed = (value, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((node, segment) => node?.[unescaped(segment)], value);

/** The runtime expressions of Arazzo that the journeys use. */
const EXPRESSIONS = [
  [/^\$inputs\.(\w+)$/, ({ inputs }, name) => inputs[name]],
  [/^\$steps\.(\w+)\.outputs\.(\w+)$/, ({ outputs }, stepId, name) => outputs[stepId]?.[name]],
  [/^\$statusCode$/, ({ response }) => response.status],
  [/^\$response\.header\.([\w-]+)$/, ({ response }, name) => response.headers.get(name)],
  [/^\$response\.body#(\/.*)$/, ({ response }, pointer) => pointed(response.body, pointer)],
];

/** @throws Error for an unsupported expression. */
function valueOf(expression, state) {
  for (const [pattern, read] of EXPRESSIONS) {
    const match = pattern.exec(expression);
    if (match) return read(state, ...match.slice(1));
  }
  throw new Error(`This page does not support the expression ${expression}.`);
}

/** Replaces the expressions in a value: whole strings, and parts of strings in braces. */
function filled(value, state) {
  if (Array.isArray(value)) return value.map((item) => filled(item, state));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, state)]));
  if (typeof value !== 'string') return value;
  if (value.startsWith('$')) return valueOf(value, state);
  return value.replace(/\{(\$[^{}]+)\}/g, (_, expression) => valueOf(expression, state));
}

const literal = (text) => (text.startsWith("'") ? text.slice(1, -1) : JSON.parse(text));

function holds({ condition }, state) {
  const [left, right] = condition.split(' == ');
  const actual = valueOf(left, state);
  return actual !== undefined && actual === (right.startsWith('$') ? valueOf(right, state) : literal(right));
}

/** Returns the request of a step. Its URL is a path. */
function requestOf({ parameters = [], requestBody }, journey, { method, path }, state) {
  const all = [...journey.parameters, ...parameters].map((parameter) => ({
    ...parameter,
    value: String(filled(parameter.value, state)),
  }));
  const request = { method, ...placed(path, all) };
  if (!requestBody) return request;
  const { contentType, payload } = requestBody;
  const body = filled(payload, state);
  return {
    ...request,
    headers: { ...request.headers, 'Content-Type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

async function send({ url, ...options }) {
  const response = await reachOperation(url, options);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type'));
  return {
    response,
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && JSON.parse(text),
  };
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Sends a step, repeats it as its retries say, and keeps its outputs. Returns the conditions that do not hold. */
export async function runStep(step, journey, operation, { inputs, outputs, signal }) {
  for (let retries = 0; ; retries++) {
    const request = requestOf(step, journey, operation, { inputs, outputs });
    const state = { inputs, outputs, response: await send({ ...request, signal }) };
    const failed = step.successCriteria.filter((criterion) => !holds(criterion, state));
    if (failed.length === 0)
      outputs[step.stepId] = Object.fromEntries(
        Object.entries(step.outputs ?? {}).map(([name, expression]) => [name, valueOf(expression, state)]),
      );
    const retry = (step.onFailure ?? []).find(
      ({ retryLimit, criteria = [] }) =>
        retries < retryLimit && criteria.every((criterion) => holds(criterion, state)),
    );
    if (failed.length === 0 || !retry)
      return { request, response: state.response, failed: failed.map(({ condition }) => condition) };
    await pause(retry.retryAfter);
    signal.throwIfAborted();
  }
}
