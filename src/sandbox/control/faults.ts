// Scripted faults: the next requests of a world that match a rule fail as the rule says. The router of the contract
// matches the paths.
import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import { ApiError, ERRORS, type ErrorCode, invalid } from '../../base/errors';
import { editDistance } from '../../base/text';
import type { Contract } from '../../contract/contract';
import { WORK_DONE } from '../../server/api/response';
import type { Deliver, ScriptedFault } from '../../server/api/request-context';

export interface FaultRule extends ScriptedFault {
  /** The number of requests that still fail. */
  count: number;
}

/** `true` means `before`. */
export type GivenRule = Omit<FaultRule, 'drop'> & { drop?: FaultRule['drop'] | true };

const MAX_NEAR_PATHS = 3;
const PARAMETER = /^(\*|\{[^{}]*\})$/;

/** Returns whether a rule matches a request. @throws URIError for a malformed percent-encoding. */
function appliesTo(
  rule: Pick<FaultRule, 'method' | 'path'>,
  request: { method: string; path: string },
  contract: Contract,
): boolean {
  if (rule.method !== request.method) return false;
  const [ruled, requested] = [rule, request].map(({ method, path }) => contract.locate(method, path));
  if (!ruled || ruled.operation !== requested?.operation) return false;
  return Object.entries(ruled.params).every(
    ([name, value]) => PARAMETER.test(value) || value === requested.params[name],
  );
}

/** Returns a rule in the form that the sandbox shows. @throws ApiError `validation_error`. */
function toRule({ drop, ...rule }: GivenRule, index: number, contract: Contract): FaultRule {
  const { method, path, status, delay, body } = rule;
  if (!contract.locate(method, path)) throw unknownOperation(rule, index, contract);
  if (status === undefined && delay === undefined && drop === undefined && body === undefined)
    throw invalid(String(index), 'has no effect: add status, delay, drop or body');
  if (body === 'slow' && delay === undefined)
    throw invalid(`${index}.delay`, 'is missing: set the milliseconds in which the body arrives');
  return { ...rule, ...(drop === undefined ? {} : { drop: drop === true ? 'before' : drop }) };
}

function unknownOperation({ method, path }: FaultRule, index: number, contract: Contract) {
  const methods = contract.allowedMethods(path).filter((each) => !['HEAD', 'OPTIONS'].includes(each));
  if (methods.length > 0)
    return invalid(`${index}.method`, `is ${method}, and ${path} has only ${methods.join(', ')}`);
  return invalid(
    `${index}.path`,
    `is "${path}", which no operation has. Near paths: ${nearPaths(path, contract).join(', ')}`,
  );
}

/** Returns the most similar paths of the contract, whatever the names of their parameters. */
function nearPaths(path: string, { operations }: Contract): string[] {
  const toShape = (text: string): string =>
    text
      .replace(/\?.*/s, '')
      .replace(/\{[^{}/]*\}|\*/g, '{}')
      .toLowerCase();
  const paths = [...new Set(operations.map((operation) => operation.path))];
  return paths
    .map((each) => ({ each, distance: editDistance(toShape(path), toShape(each)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR_PATHS)
    .map(({ each }) => each);
}

const DEFAULT_RETRY_AFTER = 1;

const getCode = (status: number): ErrorCode =>
  (Object.keys(ERRORS) as ErrorCode[]).find((code) => ERRORS[code] === status) ?? 'internal_error';

function toError({ status, retryAfter }: ScriptedFault): ApiError {
  const seconds = retryAfter ?? ([429, 503].includes(status!) ? DEFAULT_RETRY_AFTER : undefined);
  const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) };
  return new ApiError(getCode(status!), `A fault of this world returns ${status}.`, { headers });
}

/** The statuses of a proxy, which the API never returns. */
export const PROXY_STATUSES = [502, 504];

const SLOW_PARTS = 10;

/** Sends a body in parts, the last one after some milliseconds. */
function sendSlowly(response: Response, body: Buffer, milliseconds: number): void {
  const size = Math.max(Math.ceil(body.length / SLOW_PARTS), 1);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, (sent += size)));
    if (sent < body.length) return;
    clearInterval(timer);
    response.end();
  }, milliseconds / SLOW_PARTS);
  response.once('close', () => clearInterval(timer));
  response.emit(WORK_DONE);
}

const renderPage = (status: number): string =>
  `<html><head><title>${status} ${STATUS_CODES[status]}</title></head><body><h1>${status} ${STATUS_CODES[status]}</h1></body></html>\n`;

/** Returns what sends a response as a fault says; undefined when the server sends it as usual. */
function createDelivery(
  { status, drop, body, delay }: ScriptedFault,
  response: Response,
): Deliver | undefined {
  const isPage = body === 'html' || PROXY_STATUSES.includes(status!);
  if (drop === undefined && body === undefined && !isPage) return undefined;
  return (given, headers, content = '') => {
    if (drop !== undefined) return void response.destroy();
    const used = status ?? given;
    const whole = Buffer.from(isPage ? renderPage(used) : content);
    const page = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': whole.length };
    const written = { ...headers, ...(isPage && page) };
    const seen = body === 'cut' ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
    response.locals.written = { headers: written };
    response.locals.observeBody?.(seen);
    response.writeHead(used, STATUS_CODES[used], written);
    response.flushHeaders();
    if (body === 'slow') sendSlowly(response, whole, delay!);
    else if (body === 'cut') response.write(seen, () => response.destroy());
    else response.end(whole);
  };
}

export function createFaults() {
  const rulesByWorld = new Map<string, FaultRule[]>();
  let contract: () => Contract;
  return {
    rulesOf: rulesByWorld,
    /** Sets the contract whose operations fail. */
    follow: (given: () => Contract) => void (contract = given),
    /** Returns the rules that still match requests. */
    of: (world: string): FaultRule[] => (rulesByWorld.get(world) ?? []).filter(({ count }) => count > 0),
    /** @throws ApiError `validation_error` for a rule of no operation, or without an effect. */
    set(world: string, given: GivenRule[]): void {
      const rules = given.map((each, index) => toRule(each, index, contract()));
      if (rules.length > 0) rulesByWorld.set(world, rules);
      else rulesByWorld.delete(world);
    },
    async apply({ method, path }: Request, response: Response): Promise<void> {
      const { locals } = response;
      const { principal, pause } = locals.authenticatedRequest!;
      const rules = rulesByWorld.get(principal.organization.id) ?? [];
      const rule = rules.find((each) => each.count > 0 && appliesTo(each, { method, path }, contract()));
      if (!rule) return;
      rule.count--;
      const { count, ...fault } = rule;
      void count;
      locals.fault = fault;
      locals.deliver = createDelivery(fault, response);
      if (fault.delay !== undefined && fault.body !== 'slow') await pause(fault.delay);
      if (fault.status !== undefined) throw toError(fault);
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;
