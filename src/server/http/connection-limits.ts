// Limits the connections of a listener: in total, because each is an open file, and for each network, so that no client
// shuts out the others. What suspicious clients send is parsed in slices: a millisecond for all of them in a turn of the
// event loop.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { countInLog } from '../../base/logger';
import { readBytesSync } from '../../base/read-file';
import { createTimeSlices } from '../../base/scheduling/time-slices';
import { type Connection, type ConnectionGuard, type Connections, createTurns } from './connections';

/** Maximum number of connections of a process, because each uses memory. */
const MAX_CONNECTIONS = 10_000;

/** Share of the process's open files for each listener's connections. The rest is for the database. */
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

/** Bytes that Node parses before the time is looked at: some requests. */
const SLICE_BYTES = 512;

/** Node accepts one connection in a turn, so that other clients wait for the turns before theirs. */
const SLICE_MILLISECONDS = 1;
/** Apart from that of accepted requests, whose long works would wait behind each suspicious connection. */
const nextSlice = createTimeSlices(SLICE_MILLISECONDS);

/** A socket that is parsed in slices. */
export interface SlicedSocket extends Socket {
  /** Number of slices so far. */
  slices?: number;
}

/**
 * Passes the bytes of a connection to Node's parser in slices from now on. Node parses packets of up to 64 KiB without a
 * pause: 2,300 requests. A `data` listener takes the bytes from the parser's fast path, which costs each request a tenth
 * more: for suspicious clients only.
 */
function parseInSlices(socket: SlicedSocket): void {
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (parse === undefined || socket.destroyed || socket.slices !== undefined) return;
  socket.slices = 0;
  socket.removeListener('data', parse);
  socket.on('data', (packet: Buffer) => {
    for (let rest = packet; rest.length > 0; rest = rest.subarray(SLICE_BYTES)) {
      // Node frees the parser of a connection with CONNECT.
      if (socket.destroyed || socket.listenerCount('data') === 0) return;
      const turn = socket.isPaused() ? undefined : nextSlice();
      if (turn) {
        socket.pause();
        void turn.then(() => socket.resume());
      }
      if (socket.isPaused()) return void socket.unshift(rest);
      socket.slices! += 1;
      parse.call(socket, rest.subarray(0, SLICE_BYTES));
    }
  });
}
