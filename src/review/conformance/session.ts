// Sends the requests of one run, checks every response against the contract and collects findings.
import { setTimeout as wait } from 'node:timers/promises';
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import type { ErrorCode } from '../../base/errors';
import { NoResponse, type Outgoing, type Reply, type Send, retryDelay } from '../probe/send';
import { type Check, Findings, requestExcerpt, responseExcerpt } from './report';
import { type ResponseCheck, createResponseCheck } from './response-check';
import { differingFields } from './row-faults';

interface SessionOptions {
  document: ContractDocument;
  send: Send;
  key: string;
  seed: number;
  runs: number;
  /** Ends the run before its next request. */
  signal?: AbortSignal | undefined;
  milliseconds: number;
}

/** The run cannot continue. The message gives the reason. */
export class Stopped extends Error {}

export interface Expected {
  /** Describes the request in a finding. */
  label: string;
  status: number | number[];
  code?: ErrorCode;
}

const MAX_CONSECUTIVE_FAILURES = 5;
const MAX_TRIES = 5;

export class Session {
  readonly ledger = new Findings();
  readonly operations: Operation[];
  readonly responses: ResponseCheck;
  /** What the run could not check, each with a reason. */
  readonly notes: string[] = [];
  /** A sandbox serves planned operations. */
  isSandbox = false;
  requests = 0;
  private consecutiveFailures = 0;
  private stopped: Stopped | undefined;
  private readonly endsAt: number;

  constructor(readonly options: SessionOptions) {
    this.operations = operationsOf(options.document);
    this.responses = createResponseCheck(options.document);
    this.endsAt = Date.now() + options.milliseconds;
  }

  /** The operations for which this server must not return 501. */
  get active(): Operation[] {
    return this.operations.filter(({ availability }) => availability === 'available' || this.isSandbox);
  }

  operation(operationId: string): Operation | undefined {
    return this.operations.find((operation) => operation.operationId === operationId);
  }

  /**
   * Sends a request and checks its response. Retries an unexpected 429 after its delay.
   * Returns undefined when there was no response. @throws Stopped.
   */
  async send(
    operation: Operation | undefined,
    outgoing: Outgoing,
    expects429 = false,
  ): Promise<Reply | undefined> {
    for (let tries = 1; ; tries++) {
      if (this.stopped) throw this.stopped;
      if (this.options.signal?.aborted) this.stop('The run was stopped.');
      if (Date.now() > this.endsAt)
        this.stop(
          `The run was stopped after ${this.options.milliseconds / 1000} seconds with checks left. ` +
            'To finish earlier, lower --runs.',
        );
      const reply = await this.sendOnce(operation, outgoing);
      if (reply?.status !== 429 || expects429 || tries === MAX_TRIES) return reply;
      const left = Math.max(0, this.endsAt - Date.now()) + 1;
      await wait(
        Math.min(retryDelay(reply), left),
        undefined,
        this.options.signal ? { signal: this.options.signal } : {},
      ).catch(() => undefined);
    }
  }

  /** Later calls of `send` throw the same error. */
  private stop(message: string): never {
    this.stopped = new Stopped(message);
    throw this.stopped;
  }

  private async sendOnce(operation: Operation | undefined, outgoing: Outgoing): Promise<Reply | undefined> {
    this.requests += 1;
    this.ledger.count('responses');
    try {
      const reply = await this.options.send(outgoing);
      this.consecutiveFailures = 0;
      for (const check of ['statuses', 'schemas', 'headers', 'caching'] as const) this.ledger.count(check);
      for (const { check, message } of this.responses.faults(operation, reply))
        this.report(check, operation, message, outgoing, reply);
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

  /** Sends a request and reports a finding unless the response has an expected status and code. */
  async expect(
    check: Check,
    operation: Operation | undefined,
    outgoing: Outgoing,
    { label, status, code }: Expected,
  ): Promise<Reply | undefined> {
    this.ledger.count(check);
    const statuses = [status].flat();
    const reply = await this.send(operation, outgoing, statuses.includes(429));
    if (!reply) return undefined;
    const actual = (reply.body as { error?: unknown } | null | undefined)?.error;
    const fault = !statuses.includes(reply.status)
      ? `expected ${statuses.join(' or ')}, got ${reply.status}`
      : code !== undefined && actual !== code
        ? `expected the code ${code}, got ${JSON.stringify(actual)}`
        : undefined;
    if (fault !== undefined) this.report(check, operation, `${label}: ${fault}`, outgoing, reply);
    return reply;
  }

  /** Reports fields of a successful response that have another value than the request sent. */
  compareWithSent(
    check: Check,
    operation: Operation,
    { outgoing, reply, sent }: { outgoing: Outgoing; reply: Reply | undefined; sent: object },
  ): void {
    if (!reply || reply.status > 299) return;
    const fields = differingFields(reply.body ?? {}, sent, Object.keys(sent));
    const message = `the response has another value than the request in ${fields.join(', ')}`;
    if (fields.length > 0) this.report(check, operation, message, outgoing, reply);
  }

  report(
    check: Check,
    operation: Operation | undefined,
    message: string,
    outgoing: Outgoing,
    reply?: Reply,
  ): void {
    this.ledger.add({
      check,
      ...(operation ? { operationId: operation.operationId } : {}),
      message,
      request: requestExcerpt(outgoing),
      response: reply ? responseExcerpt(reply) : '(none)',
    });
  }
}
