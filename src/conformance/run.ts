// One run: what a server answers, held against the contract from outside. It leaves the server as it found it.
import type { ContractDocument } from '../contract/document';
import { checkAssets } from './checks/assets';
import { checkKeys } from './checks/keys';
import { checkPlanned } from './checks/planned';
import { checkProperties } from './checks/properties';
import { checkLists, checkRecords } from './checks/reads';
import { checkRefusals } from './checks/refusals';
import { checkRehearsals } from './checks/rehearsals';
import type { CheckResult, Finding } from './finding';
import { createSend, NoAnswer } from './http-client';
import { OwnAssets } from './own-assets';
import { Session, Stopped } from './session';

export interface ConformanceOptions {
  document: ContractDocument;
  /** Without a slash at its end. */
  url: string;
  key: string;
  /** The same seed makes the same requests up. */
  seed: number;
  /** How many requests are made up for each part of an operation's request. */
  runs: number;
  signal?: AbortSignal | undefined;
  milliseconds?: number | undefined;
}

export interface ConformanceReport {
  url: string;
  kind: 'server' | 'sandbox';
  seed: number;
  seconds: number;
  requests: number;
  checks: CheckResult[];
  findings: Finding[];
  /** What could not be tried, and why. */
  notes: string[];
  /** Why the run ended early. */
  stopped?: string;
}

/** There is nothing to check; the message says in a sentence why. */
export class CannotCheck extends Error {}

/** A server far away, or one that limits its callers, takes minutes. */
const MAX_MILLISECONDS = 600_000;

/** @throws CannotCheck when the address does not lead to a server that takes the key. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { url, key, seed, milliseconds = MAX_MILLISECONDS } = options;
  const startedAt = Date.now();
  const session = new Session({ ...options, send: createSend(url, key), milliseconds });
  await greet(session, url);
  let stopped: string | undefined;
  try {
    await checkAll(session);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    stopped = error.message;
  }
  return {
    url,
    kind: session.isSandbox ? 'sandbox' : 'server',
    seed,
    seconds: (Date.now() - startedAt) / 1000,
    requests: session.requests,
    checks: session.ledger.results,
    findings: session.ledger.findings,
    notes: session.notes,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

async function checkAll(session: Session): Promise<void> {
  await checkKeys(session);
  const collections = await checkLists(session);
  await checkRecords(session, collections);
  const systemIds = collections.get('/cyber-systems') ?? [];
  const own = new OwnAssets(session, systemIds[0], collections.get('/cyber-assets') ?? []);
  try {
    await checkAssets(session, own, systemIds);
    await checkRefusals(session, own);
    await checkPlanned(session);
    if (session.isSandbox) await checkRehearsals(session, own);
    await checkProperties(session, own, collections);
  } finally {
    await own.cleanUp();
  }
}

/** The first call: whether there is a server that takes the key, and which of the two kinds. @throws CannotCheck. */
async function greet(session: Session, url: string): Promise<void> {
  const reply = await session.options.send({ method: 'GET', path: '/facilities' }).catch((error: unknown) => {
    throw error instanceof NoAnswer ? new CannotCheck(`${url} cannot be reached: ${error.message}.`) : error;
  });
  const location = reply.headers.get('location');
  if (reply.status >= 300 && reply.status < 400 && location)
    throw new CannotCheck(
      `${url} redirects to ${location}. Redirects are not followed, for they would take the key along: give the final address.`,
    );
  if (reply.status === 401)
    throw new CannotCheck(`${url} refuses the key. The real server takes live keys, a sandbox its test key.`);
  if (reply.status === 403) throw new CannotCheck(`${url} answers 403: give its https:// address.`);
  const isOther =
    reply.status === 404 || (reply.mediaType !== 'application/json' && !reply.headers.has('x-request-id'));
  if (isOther)
    throw new CannotCheck(
      `${url} answers GET /facilities with ${reply.status} ${reply.mediaType || 'and no media type'}: that is no server of this API. Check the address.`,
    );
  session.isSandbox = reply.headers.has('x-answered-by');
}
