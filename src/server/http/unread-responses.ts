// Limits the responses that clients do not read: the time without progress, and the bytes that wait in the process for
// their clients (spec/decisions/0011-the-wire.md).
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import type { Connections, SentResponse } from './connections';

const MEBIBYTE = 1024 * 1024;

export const UNREAD_LIMITS = {
  /** Milliseconds without progress after which the server closes the connection of a response. */
  idle: 30_000,
  /** Maximum bytes of an organization, or of an address without a valid key: ten of the largest lists in memory. */
  organization: 64 * MEBIBYTE,
  total: 256 * MEBIBYTE,
};
export type UnreadLimits = typeof UNREAD_LIMITS;

/** Why a client did not get its response: no progress, or too many unread bytes, before or after the head was sent. */
export const UNREAD_OUTCOMES = ['idle', 'closed', 'rejected'] as const;
export type UnreadOutcome = (typeof UNREAD_OUTCOMES)[number];

export type UnreadResponses = ReturnType<typeof limitUnreadResponses>;

/** After this share of the idle limit, a response without progress may be closed for another one. */
const STALLED_SHARE = 1 / 6;

interface Unread extends SentResponse {
  socket: Duplex;
  bytes: number;
}

const addBytes = (responses: Unread[]): number => responses.reduce((sum, { bytes }) => sum + bytes, 0);

export function limitUnreadResponses(
  server: Server,
  connections: Connections,
  limits: UnreadLimits,
  report: (outcome: UnreadOutcome) => void,
) {
  const interval = limits.idle * STALLED_SHARE;
  /** TLS encrypts a body for each connection. */
  const canShare = !(server instanceof TlsServer);
  /** When a connection last made progress, and when the last interval without progress ended. */
  const stalls = new WeakMap<Duplex, { since: number; until: number }>();

  function findStall(socket: Duplex): { since: number } | undefined {
    const stall = stalls.get(socket);
    return stall !== undefined && performance.now() - stall.until < 1.5 * interval ? stall : undefined;
  }

  function close(socket: Duplex, outcome: UnreadOutcome): void {
    socket.destroy();
    report(outcome);
  }

  // Node emits this event after an interval without reads and writes, also within the write of one large body.
  server.setTimeout(interval, (socket) => {
    const connection = connections.get(socket);
    if (socket.writableLength === 0) {
      // As Node without this listener: the connection is idle between two requests.
      if (connection?.isSilent === false && connection.last === undefined) socket.destroy();
      return;
    }
    const now = performance.now();
    const since = findStall(socket)?.since ?? now - interval;
    if (now - since >= limits.idle) return close(socket, 'idle');
    stalls.set(socket, { since, until: now });
    socket.setTimeout(interval);
  });

  /** Returns the bytes of the connections. A body that several responses share counts once. */
  function unreadResponses(): Unread[] {
    const bodies = new Set<string | Buffer>();
    const unread: Unread[] = [];
    for (const [socket, { sent }] of connections) {
      if (sent === undefined || socket.writableLength === 0 || socket.destroyed) continue;
      const { tenant, body, since } = sent;
      const isShared = canShare && Buffer.isBuffer(body) && bodies.has(body);
      if (body !== undefined) bodies.add(body);
      unread.push({ tenant, body, since, socket, bytes: isShared ? 0 : socket.writableLength });
    }
    return unread;
  }

  function hasRoom(tenant: string, body: string | Buffer): boolean {
    for (;;) {
      const unread = unreadResponses();
      const more = canShare && unread.some((each) => each.body === body) ? 0 : body.length;
      const sumBytes = (name: string): number =>
        addBytes(unread.filter((each) => each.tenant === name)) + (name === tenant ? more : 0);
      let full = tenant;
      if (sumBytes(tenant) <= limits.organization) {
        if (addBytes(unread) + more <= limits.total) return true;
        for (const each of unread) if (sumBytes(each.tenant) > sumBytes(full)) full = each.tenant;
      }
      const candidates = unread.filter((each) => each.tenant === full).sort((a, b) => a.since - b.since);
      const stalled = candidates.find(({ socket }) => findStall(socket));
      // The tenant itself waits for its own responses that are being read.
      const next = stalled ?? (full === tenant ? undefined : candidates[0]);
      if (next === undefined) return false;
      close(next.socket, 'closed');
    }
  }

  return {
    /**
     * Returns whether a response with this body stays within the limits. Closes stalled responses of the tenant to make
     * room, and responses of the tenant with the most unread bytes when all tenants together have too many.
     */
    hasRoom(tenant: string, body: string | Buffer): boolean {
      const room = hasRoom(tenant, body);
      if (!room) report('rejected');
      return room;
    },
    /** Closes the connection of a written response when the limits leave no room for what its client has not read. */
    limit(socket: Socket, { tenant, body }: SentResponse): void {
      if (body === undefined && !hasRoom(tenant, '')) close(socket, 'closed');
    },
  };
}
