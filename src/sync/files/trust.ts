// Limits the decisions of a plan or a receipt, because the file may have been edited: the operator names the server that
// gets the API key, the state that is written, and the approval.
import { createHmac, hkdfSync } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Approval } from '../../../generated/files';
import { isSameDigest } from '../../base/digest';
import { fileError, SyncError } from '../errors';
import { computeDigest, resolveBeside } from './files';

/** @throws SyncError for a plan or a receipt of another server than the operator's. */
export function requireServer(file: string, of: string, server: string): void {
  if (of !== server)
    throw fileError(
      file,
      `is for the server ${of}, not for ${server}: if that is your server, pass --url ${of}, or set SYNC_URL`,
    );
}

/** `approved`: the id that the operator gave. @throws SyncError for another plan. */
export function requirePlanId(file: string, id: string, approved: string | undefined): void {
  if (approved !== undefined && approved !== id)
    throw fileError(
      file,
      `is the plan ${id}, not ${approved}: apply the approved plan, or let this one be approved`,
    );
}

/** Returns the state file that a plan or a receipt names. @throws SyncError for one outside of its folder. */
export async function stateFileIn(file: string, name: string): Promise<string> {
  const path = resolveBeside(file, name);
  const [folder, own] = await Promise.all(
    [file, path].map((each) => realpath(dirname(each)).catch(() => resolve(dirname(each)))),
  );
  const way = relative(folder!, own!);
  if (way.split(sep)[0] === '..' || isAbsolute(way))
    throw fileError(
      file,
      `names the state file ${path} outside of its folder: to use it, pass --state ${path}`,
    );
  return path;
}

export type Kind = 'plan' | 'receipt';

const KEY_BYTES = 32;

/** Returns the HMAC-SHA-256 of all other properties. Each kind has a key of its own (HKDF, RFC 5869). */
function computeHmac(kind: Kind, content: object, secret: string): string {
  const key = hkdfSync('sha256', secret, '', `compliance-inventory sync ${kind}`, KEY_BYTES);
  return computeDigest(createHmac('sha256', Buffer.from(key)), { ...content, hmac: undefined });
}

/** Adds an HMAC when there is a secret: that of SYNC_SECRET. */
export const withHmac = <Content extends object>(
  kind: Kind,
  content: Content,
  secret: string | undefined,
): Content => (secret === undefined ? content : { ...content, hmac: computeHmac(kind, content, secret) });

/** @throws SyncError for a file without the HMAC of its content, when there is a secret. */
export function requireHmac(
  kind: Kind,
  file: string,
  content: { hmac?: unknown },
  secret: string | undefined,
): void {
  if (secret === undefined) return;
  const advice = kind === 'plan' ? 'plan again' : 'pass a receipt that was written with it';
  if (typeof content.hmac !== 'string')
    throw fileError(file, `has no HMAC, which SYNC_SECRET requires: ${advice}`);
  if (!isSameDigest(content.hmac, computeHmac(kind, content, secret)))
    throw fileError(
      file,
      `has a wrong HMAC: it was edited, or written with another SYNC_SECRET. To continue, ${advice}`,
    );
}

/** Adds the given approval to that of a plan. @throws SyncError when its change or approver differs from the plan's. */
export function mergeApproval(planned: Approval = {}, given: Approval = {}): Approval {
  const merged = (name: 'change' | 'approver'): string | undefined => {
    if (planned[name] !== undefined && given[name] !== undefined && planned[name] !== given[name])
      throw new SyncError(
        `The plan has the ${name} ${JSON.stringify(planned[name])}, not ${JSON.stringify(given[name])}. ` +
          `Omit --${name}, or plan again.`,
      );
    return planned[name] ?? given[name];
  };
  return { change: merged('change'), approver: merged('approver') };
}

/** Returns an approval, undefined for an empty one, which plans, journals and receipts leave out. */
export const nonEmpty = ({ change, approver }: Approval): Approval | undefined =>
  (change ?? approver) === undefined ? undefined : { change, approver };
