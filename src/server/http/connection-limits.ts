// Limits the connections of a listener: in total, because each is an open file, and for each network, so that no client
// shuts out the others.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { countInLog } from '../../base/logger';
import { readBytesSync } from '../../base/read-file';
import type { Connection, Connections } from './connections';
import { type ConnectionGuard, createTurns } from './response-order';
import { parseInSlices } from './sliced-parsing';

/** Maximum number of connections of a process, because each uses memory. */
const MAX_CONNECTIONS = 10_000;

/**
 * Share of the process's open files for each listener's connections. The rest is for the database.
 */
export const CONNECTION_SHARES = { api: 0.6, settings: 0.2, operations: 0.05 };

/** Share of a listener's connections that one network can hold. */
const NETWORK_SHARE = 0.1;
const SUSPICION_MILLISECONDS = 60_000;

/** A small limit of open files must not stop a client with a few connections. */
const MIN_PER_NETWORK = 10;

/**
 * Why the server closed a connection: its network holds its share, all connections are in use, it was idle or silent when
 * another one needed its place, or its client sent too many requests ahead.
 */
export const DROP_REASONS = ['network', 'full', 'idle', 'pipelined'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Returns the maximum number of connections of a listener (`ulimit -n`). */
export function maxConnections(share: number): number {
  let maxOpenFiles = Infinity;
  try {
    const limits = readBytesSync('/proc/self/limits').toString();
    maxOpenFiles = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    // Other systems than Linux do not report the limit here.
  }
  return Math.min(MAX_CONNECTIONS, Math.floor(share * maxOpenFiles));
}

export interface ConnectionMetrics {
  setMax(max: number): void;
  /** `change`: 1 for a new connection, -1 for a closed one. */
  countOpen(change: 1 | -1): void;
  countDropped(reason: DropReason): void;
}

interface ConnectionLimits {
  max: number;
  /** Returns whether an address is that of a trusted proxy, whose connections are those of many clients. */
  isProxy?: (address: string) => boolean;
  logger: Pick<Logger, 'warn'>;
  metrics?: ConnectionMetrics | undefined;
}

/**
 * Applies the limits to each new connection. It gets the place of the oldest one without a request, where there is one.
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  { max, isProxy = () => false, logger, metrics }: ConnectionLimits,
): ConnectionGuard {
  const maxPerNetwork = Math.max(MIN_PER_NETWORK, Math.floor(NETWORK_SHARE * max));
  const networks = new Map<string, Set<Connection>>();
  const all = new Set<Connection>();
  const log = countInLog(logger, 'connections are dropped');
  metrics?.setMax(max);

  const suspicious = new Set<string>();
  const turns = createTurns(server);

  function drop(connection: Connection | undefined, reason: DropReason): void {
    connection?.socket.destroy();
    metrics?.countDropped(reason);
    log(reason, { lastNetwork: connection?.network });
  }

  function suspect(socket: Duplex): void {
    const current = connections.get(socket);
    if (!current || suspicious.has(current.network)) return;
    const { network } = current;
    suspicious.add(network);
    setTimeout(() => suspicious.delete(network), SUSPICION_MILLISECONDS).unref();
    // After the parser has read the present packet of the current one.
    setImmediate(() => {
      for (const each of networks.get(network) ?? []) parseInSlices(each.socket);
    });
  }

  function remove(connection: Connection): void {
    const { network } = connection;
    all.delete(connection);
    networks.get(network)?.delete(connection);
    if (networks.get(network)?.size === 0) networks.delete(network);
  }

  /** Closes the oldest connection without a request: idle, silent, or with half of its headers. */
  function makeRoom(among: Iterable<Connection>): boolean {
    for (const connection of among) {
      if (connection.last !== undefined) continue;
      remove(connection);
      drop(connection, 'idle');
      return true;
    }
    return false;
  }

  // After Node's own listener, which expects an open socket.
  server.on('connection', (socket: Socket) => {
    const connection = connections.get(socket);
    if (!connection) return;
    const { network } = connection;
    const others = networks.get(network) ?? new Set();
    if (others.size >= maxPerNetwork && !isProxy(socket.remoteAddress ?? '') && !makeRoom(others))
      return drop(connection, 'network');
    if (all.size >= max && !makeRoom(all)) return drop(connection, 'full');
    networks.set(network, others.add(connection));
    all.add(connection);
    metrics?.countOpen(1);
    socket.once('close', () => {
      remove(connection);
      metrics?.countOpen(-1);
    });
  });
  const parsed = server instanceof TlsServer ? 'secureConnection' : 'connection';
  server.on(parsed, (socket: Socket) => {
    const network = connections.get(socket)?.network;
    if (network !== undefined && suspicious.has(network)) parseInSlices(socket);
  });
  return {
    turns,
    closePipelined: (socket) => {
      suspect(socket);
      drop(connections.get(socket), 'pipelined');
    },
    suspect,
  };
}
