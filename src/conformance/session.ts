// One run against one server: sends requests, holds every answer to the contract, and keeps count of what it finds.
import { setTimeout as wait } from 'node:timers/promises';
import { type ContractDocument, type Operation, operationsOf } from '../contract/document';
import type { ErrorCode } from '../errors';
import { type AnswerCheck, createAnswerCheck } from './answers';
import { requestExcerpt, responseExcerpt } from './excerpts';
import { type Check, Findings } from './finding';
import { NoAnswer, type Outgoing, type Reply, type Send, pauseOf } from './http-client';

export interface SessionOptions {
  document: ContractDocument;
  send: Send;
  key: string;
  seed: number;
  runs: number;
  /** Ends the run before its next request. */
  signal?: AbortSignal | undefined;
  milliseconds: number;
}

/** The run cannot go on; the message says why. */
export class Stopped extends Error {}

export interface Expected {
  /** What was sent, for the finding. */
  what: string;
  status: number | number[];
  code?: ErrorCode;
}

const MAX_SILENCES = 5;
const MAX_TRIES = 5;

export class Session {
  readonly ledger = new Findings();
  readonly operations: Operation[];
  readonly answers: AnswerCheck;
  /** What could not be tried, and why. */
  readonly notes: string[] = [];
  /** Whether planned operations are mocked. */
  isSandbox = false;
  requests = 0;
  private silences = 0;
  private stopped: Stopped | undefined;
  private readonly endsAt: number;

  constructor(readonly options: SessionOptions) {
    this.operations = operationsOf(options.document);
    this.answers = createAnswerCheck(options.document);
    this.endsAt = Date.now() + options.milliseconds;
  }

  /** Those that this server should answer otherwise than with 501. */
  get served(): Operation[] {
    return this.operations.filter(({ availability }) => availability === 'available' || this.isSandbox);
  }

  operation(operationId: string): Operation | undefined {
    return this.operations.find((operation) => operation.operationId === operationId);
  }

  /** The answer, held to the contract; undefined when there was none. A 429 that nobody asked for is waited out. @throws Stopped. */
  async exchange(
    operation: Operation | undefined,
    outgoing: Outgoing,
    expects429 = false,
  ): Promise<Reply | undefined> {
    for (let tries = 1; ; tries++) {
      if (this.stopped) throw this.stopped;
      if (this.options.signal?.aborted) this.stop('The run was stopped.');
      if (Date.now() > this.endsAt)
        this.stop(
          `The run was stopped after ${this.options.milliseconds / 1000} seconds, and what came after was not checked. Fewer --runs need less time.`,
        );
      const reply = await this.ask(operation, outgoing);
      if (reply?.status !== 429 || expects429 || tries === MAX_TRIES) return reply;
      const left = Math.max(0, this.endsAt - Date.now()) + 1;
      await wait(
        Math.min(pauseOf(reply), left),
        undefined,
        this.options.signal ? { signal: this.options.signal } : {},
      ).catch(() => undefined);
    }
  }

  /** For good: whoever goes on all the same is stopped again before a request. */
  private stop(message: string): never {
    this.stopped = new Stopped(message);
    throw this.stopped;
  }

  private async ask(operation: Operation | undefined, outgoing: Outgoing): Promise<Reply | undefined> {
    this.requests += 1;
    this.ledger.count('answers');
    try {
      const reply = await this.options.send(outgoing);
      this.silences = 0;
      this.hold(operation, outgoing, reply);
      return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.find('answers', operation, `no answer: ${error.message}`, outgoing);
      this.silences += 1;
      if (this.silences >= MAX_SILENCES) this.stop(`The server has stopped answering: ${error.message}.`);
      return undefined;
    }
  }

  /** Sends a request whose answer must have one of these statuses, and this code. */
  async expect(
    check: Check,
    operation: Operation | undefined,
    outgoing: Outgoing,
    expected: Expected,
  ): Promise<Reply | undefined> {
    this.ledger.count(check);
    const statuses = [expected.status].flat();
    const reply = await this.exchange(operation, outgoing, statuses.includes(429));
    if (!reply) return undefined;
    const code = (reply.body as { error?: unknown } | null | undefined)?.error;
    if (!statuses.includes(reply.status))
      this.find(
        check,
        operation,
        `${expected.what}: expected ${statuses.join(' or ')}, answered ${reply.status}`,
        outgoing,
        reply,
      );
    else if (expected.code !== undefined && code !== expected.code)
      this.find(
        check,
        operation,
        `${expected.what}: expected the code ${expected.code}, answered ${JSON.stringify(code)}`,
        outgoing,
        reply,
      );
    return reply;
  }

  find(
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

  private hold(operation: Operation | undefined, outgoing: Outgoing, reply: Reply): void {
    for (const check of ['statuses', 'schemas', 'headers'] as const) this.ledger.count(check);
    for (const { check, message } of this.answers.faults(operation, reply))
      this.find(check, operation, message, outgoing, reply);
  }
}
