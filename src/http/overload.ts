// Keeps the wait short when more requests come than can be answered: the rest is told at once to come back. It stands before Express, the key
// and the access log: what a refusal costs is taken from the requests that are served, and under overload there are more refusals than these.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { unavailable } from '../errors';
import type { Measure } from './access-log';
import { errorAnswer } from './error-body';
import { ANSWERED } from './large-body';
import { commonHeaders, idOf } from './request-id';
import { HSTS, cameOverHttps } from './require-https';

export interface OverloadLimits {
  /** Requests that may wait for their answers when a crowd comes to a server that is idle. */
  burst: number;
  /** So few are never too many, however long each takes. */
  least: number;
  /** In milliseconds: when even the quickest answer takes longer, requests are waiting for each other and not for their work. */
  standingWait: number;
}

export const LIMITS: OverloadLimits = { burst: 256, least: 32, standingWait: 250 };

const WINDOW_MILLISECONDS = 100;
const GROWTH = 1.1;
const REPORT_MILLISECONDS = 1000;

/** How many may wait: a burst at first; once answers are slow, as many as are answered in the wait that is allowed (Little's law); then step by step more. */
export function createMeter({ burst, least, standingWait }: OverloadLimits, start: number) {
  let limit = burst;
  let since = start;
  let answered = 0;
  let quickest = Infinity;
  let hasRefused = false;
  return {
    limit: () => limit,
    refused: () => (hasRefused = true),
    answered(wait: number, now: number): void {
      answered += 1;
      quickest = Math.min(quickest, wait);
      if (now - since < WINDOW_MILLISECONDS) return;
      const inAllowedWait = Math.floor((answered / (now - since)) * standingWait);
      if (quickest > standingWait) limit = Math.max(least, inAllowedWait);
      else if (hasRefused) limit = Math.ceil(limit * GROWTH);
      else limit = Math.max(burst, inAllowedWait);
      hasRefused = false;
      since = now;
      answered = 0;
      quickest = Infinity;
    },
  };
}

/** One line a second: a line for each refusal would be load too. */
function createReport(logger: Logger): () => void {
  let refused = 0;
  return () => {
    refused += 1;
    if (refused > 1) return;
    setTimeout(() => {
      logger.warn({ refused }, 'overloaded: requests were refused in the last second');
      refused = 0;
    }, REPORT_MILLISECONDS).unref();
  };
}

/** Puts the rule before an application: `admit` is what the rule lets through or refuses, `refuse` what is too much by another rule. */
export function refuseOverload(application: Express, logger: Logger, limits: OverloadLimits = LIMITS, measure?: Measure): { admit: RequestListener; refuse: RequestListener } {
  const meter = createMeter(limits, performance.now());
  const report = createReport(logger);
  const refusal = errorAnswer(unavailable());
  let waiting = 0;

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const hsts = cameOverHttps(request, application) ? HSTS : {};
    response.writeHead(503, { ...commonHeaders(idOf(request.headers)), ...hsts, ...refusal.headers }).end(refusal.body);
    meter.refused();
    measure?.(undefined, 503);
    report();
  }

  const admit: RequestListener = (request, response) => {
    if (waiting >= meter.limit()) return refuse(request, response);
    waiting += 1;
    let isWaiting = true;
    let since = performance.now();
    const over = (isAnswered: boolean): void => {
      if (!isWaiting) return;
      isWaiting = false;
      waiting -= 1;
      if (!isAnswered) return; // its client is gone
      const now = performance.now();
      meter.answered(now - since, now);
    };
    // How fast a client sends its body, and reads its answer, is no matter of load.
    if (request.method !== 'GET') request.once('end', () => (since = performance.now()));
    for (const event of ['prefinish', ANSWERED]) response.once(event, () => over(true));
    response.once('close', () => over(false));
    application(request, response);
  };
  return { admit, refuse };
}
