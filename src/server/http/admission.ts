// Admits requests to the application: a fair share of its slots for each organization, none before the body has
// arrived, and 503 after a short wait. It runs before Express: a rejection must cost far
// less than a request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { toNetwork } from '../../base/addresses';
import type { Measure } from '../api/access-log';
import { errorResponse } from '../api/error-response';
import { OpenLimit } from '../api/rate-limit';
import { type Admission, commonHeaders, createContext, readRequestId } from '../api/request-context';
import { HSTS, cameOverHttps } from '../api/require-https';
import { WORK_DONE } from '../api/response';
import { type ApiError, unavailable } from '../../base/errors';
import { FairSemaphore, type Slot } from '../../base/scheduling/fair-semaphore';
import { digestOfKey } from '../keys/format';
import { countInLog } from '../../base/logger';
import {
  type ConnectionGuard,
  type Connections,
  type SentResponse,
  createResponseOrder,
  useOriginForm,
} from './connections';
import { isArriving, readWhole } from './messages';
import type { UnreadResponses } from './unread-responses';

/**
 * One organization holds 64 slots: as many changes as share a commit. The server rejects a request after half
 * a second: immediate retries then cost little, and most accepted requests get their response within a second.
 */
export const ADMISSION_LIMITS = {
  /** Maximum number of requests that are processed at once. One organization holds at most half of them. */
  slots: 128,
  /** Milliseconds of one wait for a slot. A request can wait again after its key is identified. */
  maxWait: 500,
};
export type AdmissionLimits = typeof ADMISSION_LIMITS;

/** Each header field costs more than its bytes: a client that sends more is parsed in slices. */
const MAX_TRUSTED_FIELDS = 200;
/** Maximum number of keys whose organization the server remembers. */
const MAX_KNOWN_KEYS = 10_000;
/** Maximum number of bodies that arrive at once. A synchronizing client sends at most 64 requests at once. */
const MAX_OPEN_BODIES_PER_KEY = 128;
/** Several keys can share an address. */
const MAX_OPEN_BODIES_PER_ADDRESS = 256;

const TOO_MUCH_UNREAD = 'Your organization has too many responses that its clients have not read. Read them.';

interface AdmissionOptions {
  connections: Connections;
  unread: UnreadResponses;
  guard: ConnectionGuard;
  limits?: AdmissionLimits | undefined;
  measure?: Measure | undefined;
}

/**
 * Returns the listener of requests: it passes a request on with its context, after the previous response of its
 * connection. A request that has arrived waits for a slot first. Another one takes a slot after its body. `beforeStart`
 * runs when it is the request's turn on its connection.
 */
export function createAdmission(
  application: Express,
  logger: Logger,
  { connections, unread, guard, limits = ADMISSION_LIMITS, measure }: AdmissionOptions,
) {
  const { slots, maxWait } = limits;
  const semaphore = new FairSemaphore({
    slots,
    slotsPerTenant: Math.max(1, Math.floor(slots / 2)),
    maxWait,
  });
  const shared = { semaphore, openBodies: new OpenLimit(), keys: new Map<string, string>(), unread };
  const report = countInLog(logger, 'overloaded: requests are rejected');
  const inOrder = createResponseOrder(guard);

  function reject(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
    const hsts = cameOverHttps(request, application) ? HSTS : {};
    const { headers, body } = errorResponse(error);
    response
      .writeHead(error.status, { ...commonHeaders(readRequestId(request.headers)), ...hsts, ...headers })
      .end(body);
    const reason = error.code === 'unavailable' ? 'overloaded' : error.code;
    measure?.({ status: error.status, reason });
    report(reason);
  }

  function admit(request: IncomingMessage, response: ServerResponse, beforeStart?: () => void): void {
    beforeStart?.();
    if (request.rawHeaders.length > 2 * MAX_TRUSTED_FIELDS) guard.suspect(request.socket);
    const admission = new RequestAdmission(request, shared);
    const connection = connections.get(request.socket);
    if (connection) connection.sent = admission;
    // How fast a client reads its response is not load, but what it has not read is memory.
    response.once('prefinish', () => {
      admission.finish();
      if (response.writableLength > 0) unread.limit(request.socket, admission);
    });
    response.once(WORK_DONE, () => admission.finish());
    response.once('close', () => admission.abandon());
    const start = (): void => {
      // Messages have Express's prototypes (messages.ts), and Express keeps `locals` that are set.
      (response as Response).locals = createContext(request as Request, admission);
      application(request, response);
    };
    const startWithSlot = (): void =>
      admission.acquire(start, () => reject(request, response, unavailable()));
    if (!isArriving(request)) return startWithSlot();
    // A small body is in the packet of its headers. Node runs microtasks before it has parsed the whole packet.
    setImmediate(() => {
      if (!isArriving(request)) return startWithSlot();
      try {
        admission.openBody('address', getAddress(request), MAX_OPEN_BODIES_PER_ADDRESS);
        start();
      } catch (error) {
        reject(request, response, error as ApiError);
      }
    });
  }

  return (request: IncomingMessage, response: ServerResponse, beforeStart?: () => void): void => {
    useOriginForm(request);
    inOrder(request.socket, response, () => admit(request, response, beforeStart));
  };
}

interface AdmissionParts {
  semaphore: FairSemaphore;
  openBodies: OpenLimit;
  /** The organizations of keys by their digests, because admission precedes the look-up of the key. */
  keys: Map<string, string>;
  unread: UnreadResponses;
}

/** The admission of one request. */
class RequestAdmission implements Admission, SentResponse {
  readonly since = performance.now();
  tenant: string;
  body: string | Buffer | undefined;
  private readonly digest: string | undefined;
  private readonly slot: Slot;
  private isWorking = false;
  private isAbandoned = false;
  /** Ends the counts of an open body. */
  private readonly closeBody: (() => void)[] = [];

  constructor(
    private readonly request: IncomingMessage,
    private readonly parts: AdmissionParts,
  ) {
    const key = request.headers['x-api-key'];
    this.digest = typeof key === 'string' ? digestOfKey(key) : undefined;
    this.tenant = this.knownOrganization() ?? `address ${getAddress(request)}`;
    this.slot = parts.semaphore.open(this.tenant);
  }

  /** Calls `acquired` once this request has a slot, or `rejected` after the maximum wait. */
  acquire(acquired: () => void, rejected: () => void): void {
    const recheck = (): void => {
      const organization = this.knownOrganization();
      if (organization === undefined || organization === this.slot.tenant.name) return acquired();
      // Another request has identified the key meanwhile. This one waits among those of its organization.
      this.parts.semaphore.release(this.slot);
      this.parts.semaphore.move(this.slot, organization);
      this.parts.semaphore.acquire(this.slot, acquired, rejected);
    };
    this.parts.semaphore.acquire(this.slot, recheck, rejected);
  }

  identify(organization: string | undefined): void {
    if (organization !== undefined) this.tenant = organization;
    if (this.digest === undefined || organization === this.slot.tenant.name) return;
    const { keys, semaphore } = this.parts;
    if (organization === undefined) return void keys.delete(this.digest);
    keys.set(this.digest, organization);
    if (keys.size > MAX_KNOWN_KEYS) keys.delete(keys.keys().next().value!);
    semaphore.charge(this.slot, organization);
  }

  private knownOrganization(): string | undefined {
    return this.digest === undefined ? undefined : this.parts.keys.get(this.digest);
  }

  /**
   * Takes a slot, unless the request has one, and keeps it also when the client disconnects meanwhile: abandoned work is
   * load too.
   */
  async work(work: () => Promise<void>): Promise<void> {
    if (this.slot.state === 'released') await this.reacquire();
    if (this.isAbandoned) return;
    this.isWorking = true;
    try {
      await work();
    } finally {
      this.isWorking = false;
      if (this.isAbandoned) this.finish();
    }
  }

  /** Frees the slot: the response is written. */
  finish(): void {
    this.parts.semaphore.close(this.slot);
    this.bodyArrived();
  }

  /** Frees the slot of a client that has disconnected, as soon as the server no longer works for it. */
  abandon(): void {
    this.isAbandoned = true;
    if (!this.isWorking || this.slot.state === 'waiting') this.finish();
  }

  /** Counts a body that is arriving: slow senders use only their own share. @throws ApiError `rate_limited` */
  openBody(kind: 'address' | 'key', value: string, max: number): void {
    const sentence = `This ${kind} has ${max} requests whose bodies have not arrived. Complete them before you start another one.`;
    this.closeBody.push(this.parts.openBodies.open(`${kind} ${value}`, max, sentence, 1));
  }

  private bodyArrived(): void {
    for (const close of this.closeBody.splice(0)) close();
  }

  async receive<Result>(key: string | undefined, receive: () => Promise<Result>): Promise<Result> {
    if (key !== undefined && this.closeBody.length > 0) this.openBody('key', key, MAX_OPEN_BODIES_PER_KEY);
    const body = await readWhole(this.request, receive);
    this.bodyArrived();
    return body;
  }

  /** A rehearsed delay is not load. The wait does not keep the process of a closed sandbox alive. */
  async pause(milliseconds: number): Promise<void> {
    this.parts.semaphore.release(this.slot);
    await wait(milliseconds, undefined, { ref: false });
    await this.reacquire();
  }

  requireRoom(body: string | Buffer): void {
    if (!this.parts.unread.hasRoom(this.tenant, body)) throw unavailable(undefined, TOO_MUCH_UNREAD);
    this.body = body;
  }

  private reacquire(): Promise<void> {
    return new Promise((acquired, rejected) => {
      this.acquire(acquired, () => rejected(unavailable()));
    });
  }
}

/** Requests have Express's prototype (messages.ts), whose `ip` follows `trust proxy`. */
const getAddress = (request: IncomingMessage): string => toNetwork((request as Request).ip ?? 'unknown');
