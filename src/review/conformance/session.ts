// Sends the requests of one run, checks every response against the contract and collects findings.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { type ContractDocument, type Operation, listOperations } from '../../contract/document';
import { type RecordModel, createRecordModel } from '../../contract/record-model';
import type { ErrorCode } from '../../base/errors';
import { quoted } from '../../base/report/report';
import type { JsonObject } from '../../base/values';
import { asArray, asObject } from '../model/json';
import {
  type Answered,
  NoResponse,
  type Outgoing,
  type Reply,
  type Send,
  createSend,
  forEachConcurrently,
  sendPatiently,
} from '../probe/send';
import { type Values, parametersIn, toOutgoing } from '../probe/requests';
import { type Check, Findings, type Occurrence } from './findings';
import { ProxyResponses, type ResponseCheck, createResponseCheck } from './response-check';
import { ResponseTimes } from './response-times';
import { differencesText, differingFields } from './row-faults';

export interface SessionOptions {
  document: ContractDocument;
  /** Without a trailing slash. */
  url: string;
  key: string;
  /** The same seed generates the same requests. */
  seed: number;
  /** Number of generated requests for each part of an operation's request. */
  runs: number;
  /** Ids of records that the organization has, beside those in the contract's examples. */
  knownIds?: readonly string[] | undefined;
  /** Keys of further users of a sandbox, whose permissions are checked. */
  userKeys?: readonly string[] | undefined;
  /** Number of requests at once. */
  jobs?: number | undefined;
  /** Receives the number of finished checks of one operation, and of all of them. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the run before its next request. */
  signal?: AbortSignal | undefined;
  milliseconds?: number | undefined;
  /** The longest time of a response, in milliseconds. */
  maxResponseTime?: number | undefined;
}

/** The run cannot continue. The message gives the reason. */
export class Stopped extends Error {}

export interface Expected {
  /** Describes the request in a finding. */
  label: string;
  status: number | number[];
  code?: ErrorCode | undefined;
  /** The fields that `details` of a validation error names, in any order. */
  fields?: string[] | undefined;
  /** An earlier request that leads to the response. */
  cause?: Answered | undefined;
}

/** A request, or the values from which it is built. */
export type Request = Outgoing | Values;

const MAX_CONSECUTIVE_FAILURES = 5;
/** A distant or rate-limited server can take minutes. */
const MAX_MILLISECONDS = 600_000;

/** Returns the code of an error; undefined for another body. */
export const getCode = ({ body }: Reply): unknown => asObject(body)['error'];

/** Returns that the details of an error name other fields; undefined without details. */
export function detailsFault({ body }: Reply, fields: string[]): string | undefined {
  const details = asArray(asObject(body)['details']);
  const named = [...new Set(details.map((detail) => String(asObject(detail)['field'])))].sort();
  return named.length === 0 || isDeepStrictEqual(named, [...fields].sort())
    ? undefined
    : `\`details\` names ${named.map(quoted).join(', ')}, not ${fields.map(quoted).join(', ')}`;
}

export class Session {
  readonly ledger = new Findings();
  readonly times = new ResponseTimes();
  readonly proxy = new ProxyResponses();
  readonly operations: Operation[];
  readonly responses: ResponseCheck;
  readonly model: RecordModel;
  /** Sends a request that is no case of a check. @throws NoResponse. */
  readonly sendUnchecked: Send;
  /** The prefix of the names of all records of the run. Its random part separates two runs with one seed. */
  readonly prefix: string;
  /** The parts that the run could not check, each with a reason. */
  readonly notes: string[] = [];
  /** A sandbox serves planned operations. */
  isSandbox = false;
  requests = 0;
  /** The statuses and query parameters that were tried, as `OPERATION STATUS` and `OPERATION ?NAME`. */
  private readonly tried = new Set<string>();
  /** Responses with a finding of their own: a comparison with another response would report it again. */
  readonly wrong = new WeakSet<Reply>();
  private names = 0;
  private checked = 0;
  private consecutiveFailures = 0;
  private stopped: Stopped | undefined;
  private readonly endsAt: number;

  constructor(readonly options: SessionOptions) {
    this.operations = listOperations(options.document);
    this.responses = createResponseCheck(options.document);
    this.model = createRecordModel(options.document);
    this.sendUnchecked = createSend(options.url, options.key);
    this.prefix = `conformance-${options.seed}-${randomBytes(3).toString('hex')}`;
    this.endsAt = Date.now() + (options.milliseconds ?? MAX_MILLISECONDS);
  }

  /** Returns a name for a new record. */
  name(rest = ''): string {
    return `${this.prefix}-${++this.names}${rest}`;
  }

  /** The operations for which this server must not return 501. */
  get active(): Operation[] {
    return this.operations.filter(({ availability }) => availability === 'available' || this.isSandbox);
  }

  /** Returns the tried part of the active operations. */
  get coverage() {
    const share = (partsOf: (operation: Operation) => string[]) => {
      const items = this.active.flatMap((operation) =>
        partsOf(operation).map((part) => `${operation.operationId} ${part}`),
      );
      return { tried: items.filter((item) => this.tried.has(item)).length, of: items.length };
    };
    return {
      operations: share(() => ['']),
      statuses: share(({ responses }) => Object.keys(responses).filter((each) => each !== 'default')),
      parameters: share((operation) => parametersIn(operation, 'query').map(({ name }) => `?${name}`)),
    };
  }

  operation(operationId: string): Operation | undefined {
    return this.operations.find((operation) => operation.operationId === operationId);
  }

  /** Checks each of the operations. These checks send most requests, so that they are the progress of the run. */
  eachOperation(operations: Operation[], check: (operation: Operation) => Promise<unknown>): Promise<void> {
    return this.each(operations, async (operation) => {
      await check(operation);
      this.options.onProgress?.(++this.checked, this.total);
    });
  }

  /** The checks of one operation: 401, errors, generated requests, and in a sandbox `Prefer`. */
  private get total(): number {
    const { operations, active, isSandbox } = this;
    const planned = operations.filter(({ availability }) => availability === 'planned');
    return operations.length * (isSandbox ? 2 : 1) + 2 * active.length + planned.length;
  }

  /** Runs `work` for each item, as many at once as the run has jobs. */
  each<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return forEachConcurrently(items, work, this.options.jobs);
  }

  /**
   * Sends a request and checks its response. Retries an unexpected 429 after its delay.
   * Returns undefined when the server sent no response. @throws Stopped.
   */
  async send(
    operation: Operation | undefined,
    request: Request,
    expected?: Expected,
  ): Promise<Answered | undefined> {
    const outgoing = 'method' in request ? request : toOutgoing(operation!, request);
    const sendOnce = () => this.sendOnce(operation, outgoing, expected);
    if (expects(expected, 429)) return sendOnce();
    return sendPatiently(sendOnce, (milliseconds) => {
      const left = Math.max(0, this.endsAt - Date.now()) + 1;
      const { signal } = this.options;
      return wait(Math.min(milliseconds, left), undefined, { signal }).catch(() => undefined);
    });
  }

  /** Later calls of `send` throw the same error. */
  private stop(message: string): never {
    this.stopped = new Stopped(message);
    throw this.stopped;
  }

  private async sendOnce(
    operation: Operation | undefined,
    outgoing: Outgoing,
    expected: Expected | undefined,
  ): Promise<Answered | undefined> {
    const { signal, milliseconds = MAX_MILLISECONDS } = this.options;
    if (this.stopped) throw this.stopped;
    if (signal?.aborted) this.stop('The run was stopped.');
    if (Date.now() > this.endsAt)
      this.stop(
        `The run was stopped after ${milliseconds / 1000} seconds with checks left. ` +
          'To finish earlier, lower --runs or raise --jobs.',
      );
    this.requests += 1;
    this.ledger.count('responses');
    const start = performance.now();
    try {
      const reply = { ...(await this.sendUnchecked(outgoing)), outgoing };
      this.consecutiveFailures = 0;
      if (this.proxy.has(reply, expected?.label ?? `${outgoing.method} ${outgoing.path.split('?')[0]!}`))
        return undefined;
      if (operation) {
        this.times.add(operation.operationId, performance.now() - start, reply);
        const names = [...new URLSearchParams(outgoing.path.split('?')[1]).keys()].map((name) => `?${name}`);
        for (const part of ['', String(reply.status), ...names])
          this.tried.add(`${operation.operationId} ${part}`);
      }
      for (const check of ['statuses', 'schemas', 'headers', 'caching'] as const) this.ledger.count(check);
      if (isFailure(reply, expected)) this.reportFailure(operation, reply, expected?.label);
      else
        for (const { check, fault, ...more } of this.responses.faults(operation, reply, outgoing.method)) {
          this.report(check, operation, fault, reply, more);
          if (check === 'schemas') this.wrong.add(reply);
        }
      return reply;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.report('responses', operation, `no response: ${error.message}`, outgoing);
      this.consecutiveFailures += 1;
      if (this.consecutiveFailures >= MAX_CONSECUTIVE_FAILURES)
        this.stop(`The server stopped responding: ${error.message}.`);
      return undefined;
    }
  }

  /** Reports a 5xx as what it is, whatever the check expected. */
  private reportFailure(operation: Operation | undefined, reply: Answered, label?: string): void {
    const id = reply.headers.get('x-request-id');
    const code = getCode(reply);
    const status = typeof code === 'string' ? `${reply.status} ${code}` : reply.status;
    this.report('responses', operation, `the server returns ${status}`, reply, {
      detail: label && `the request: ${label}`,
      advice: id
        ? `Find the request ${quoted(id)} in the server log, and correct the cause.`
        : 'Find the request in the logs of the server and of a proxy in front of it, and correct the cause.',
    });
  }

  /** Sends a request and reports a finding unless the response has an expected status, code and fields. */
  async expect(
    check: Check,
    operation: Operation | undefined,
    request: Request,
    expected: Expected,
  ): Promise<Answered | undefined> {
    this.ledger.count(check);
    const reply = await this.send(operation, request, expected);
    if (!reply || isFailure(reply, expected)) {
      this.ledger.count(check, 'unjudged');
      return reply;
    }
    const { label, status, code, fields, cause } = expected;
    const fault = !expects(expected, reply.status)
      ? `expected ${[status].flat().join(' or ')}, got ${reply.status}`
      : code !== undefined && getCode(reply) !== code
        ? `expected the code ${quoted(code)}, got ${quoted(getCode(reply))}`
        : fields && detailsFault(reply, fields);
    if (fault !== undefined) this.report(check, operation, fault, reply, { label, cause });
    return reply;
  }

  /** Reports fields of a successful response that have another value than the request sent. */
  compareWithSent(
    check: Check,
    operation: Operation,
    reply: Answered | undefined,
    sent: JsonObject,
    cause?: Answered,
  ): void {
    if (!reply || reply.status > 299) return;
    const body = asObject(reply.body);
    const fields = differingFields(body, sent, Object.keys(sent));
    const fault = cause
      ? NOT_WRITTEN
      : `the response has another value than the request in ${fields.join(', ')}`;
    const detail = differencesText(fields, [sent, 'in the request'], [body, 'in the response']);
    if (fields.length > 0) this.report(check, operation, fault, reply, { detail, cause });
  }

  /** @param at the wrong response, or a request without one. */
  report(
    check: Check,
    operation: Operation | undefined,
    fault: string,
    at: Answered | Outgoing,
    more: Partial<Occurrence> = {},
  ): void {
    const exchange = 'outgoing' in at ? { outgoing: at.outgoing, reply: at } : { outgoing: at };
    this.ledger.add({ check, operationId: operation?.operationId, fault, ...exchange, ...more });
  }
}

/** The fault of a read after a write. */
export const NOT_WRITTEN = 'the record is not that of the response to the write';

const expects = (expected: Expected | undefined, status: number): boolean =>
  [expected?.status].flat().includes(status);

/** 501 is no failure: the server knows that it lacks the operation. */
const isFailure = ({ status }: Reply, expected: Expected | undefined): boolean =>
  status >= 500 && status !== 501 && !expects(expected, status);
