// Runs all checks against one server over HTTP, and deletes what it created.
import { CommandError } from '../../base/command-error';
import { checkAssets } from './checks/assets';
import { checkAuthentication, checkErrors } from './checks/errors';
import { checkExports } from './checks/exports';
import { checkGenerated } from './checks/generated';
import { checkGuarantees } from './checks/guarantees';
import { checkChanges } from './checks/changes';
import { checkLifecycles } from './checks/lifecycles';
import { checkLists, listAll } from './checks/lists';
import { checkNestedLists } from './checks/nested-lists';
import { checkPages } from './checks/pages';
import { checkPlanned, checkPrefer } from './checks/planned';
import { checkPermissions } from './checks/permissions';
import { checkReads } from './checks/reads';
import { NoResponse } from '../probe/send';
import { OwnAssets } from './own-assets';
import { listCollections } from './collections';
import { Session, type SessionOptions, Stopped } from './session';
import { checkTransitions } from './checks/transitions';

/** The address or key cannot be checked. The message is one sentence with the reason. */
export class CannotCheck extends CommandError {}

export type ConformanceReport = Awaited<ReturnType<typeof runConformance>>;

/** @throws CannotCheck when no server of this API accepts the key at the address. */
export async function runConformance(options: SessionOptions) {
  const { url, seed } = options;
  const startedAt = Date.now();
  const session = new Session(options);
  await probe(session);
  let stopped: string | undefined;
  try {
    await checkAll(session);
    if (options.maxResponseTime !== undefined) checkTimes(session, options.maxResponseTime);
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
    coverage: session.coverage,
    checks: session.ledger.results,
    findings: session.ledger.findings,
    latencies: session.times.latencies,
    notes: [...session.proxy.notes, ...session.notes],
    ...(stopped === undefined ? {} : { stopped }),
  };
}

async function checkAll(session: Session): Promise<void> {
  await checkAuthentication(session);
  const collections = await checkLists(session);
  await checkReads(session, collections);
  await checkExports(session, collections);
  const systems = collections.get('/cyber-systems') ?? [];
  const others = (collections.get('/cyber-assets') ?? []).map(({ id }) => id);
  const own = new OwnAssets(session, systems[0]?.id, others);
  try {
    if (own.systemId === undefined) session.notes.push(noSystem(session));
    else {
      await checkAssets(session, own, new Set(systems.map(({ id }) => id)));
      await checkChanges(session, own, systems);
    }
    await checkErrors(session, own);
    if (session.isSandbox) {
      await checkPages(session);
      await checkNestedLists(session, await listAll(session));
      await checkLifecycles(session);
      await checkTransitions(session);
      await checkPermissions(session, own);
      await checkGuarantees(session);
    }
    await checkPlanned(session);
    if (session.isSandbox) await checkPrefer(session, own);
    await checkGenerated(session, own, collections);
  } finally {
    await own.cleanUp();
  }
}

function noSystem({ model, operations, ledger }: Session): string {
  const { list } = listCollections(model, operations).find(({ type }) => type === 'CyberSystem') ?? {};
  return list && ledger.has('responses', list.operationId)
    ? `Writes were not checked, because ${list.operationId} fails and no other request shows a cyber system.`
    : 'Writes were not checked, because the organization has no cyber system for a new asset.';
}

/** Reports the operations with a response that takes longer than the maximum, each with its slowest request. */
function checkTimes(session: Session, maximum: number): void {
  for (const { operationId, requests, p95 } of session.times.latencies) {
    session.ledger.count('times');
    const { milliseconds, reply } = session.times.slowest.get(operationId)!;
    if (milliseconds <= maximum) continue;
    const detail = `${milliseconds.toFixed(0)} ms; 95 % of ${requests} responses took at most ${p95.toFixed(0)} ms`;
    const fault = `a response takes longer than ${maximum} ms`;
    session.report('times', session.operation(operationId), fault, reply, { detail });
  }
}

/** Sends the first request, which shows whether the server is a sandbox. @throws CannotCheck. */
async function probe(session: Session): Promise<void> {
  const { url } = session.options;
  const request = { method: 'GET', path: '/facilities' };
  const { status, headers, mediaType } = await session.sendUnchecked(request).catch((error: unknown) => {
    throw error instanceof NoResponse ? new CannotCheck(`Cannot reach ${url}: ${error.message}.`) : error;
  });
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location)
    throw new CannotCheck(
      `${url} redirects to ${location}. To keep the key safe, redirects are not followed. ` +
        'Give the final address.',
    );
  if (status === 401)
    throw new CannotCheck(
      `${url} rejects the key. A server accepts live keys only; a sandbox accepts its test key only.`,
    );
  if (status === 403) throw new CannotCheck(`${url} returns 403. Give its https:// address.`);
  if (status === 404 || (mediaType !== 'application/json' && !headers.has('x-request-id')))
    throw new CannotCheck(
      `${url} is not a server of this API: GET /facilities returns ${status} ` +
        `${mediaType || 'without a media type'}. Check the address.`,
    );
  session.isSandbox = headers.has('x-answered-by');
}
