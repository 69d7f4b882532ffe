// Shares the turns of the event loop: a client with many connections must not make one turn long, because Node accepts
// one connection in a turn, and clients that connect wait for as many turns as others wait before them.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of requests that start in one turn of the event loop. */
const MAX_STARTS = 32;
/** The same in a turn that accepts a connection. */
const MAX_STARTS_WITH_CONNECTION = 2;

/** Bytes that Node parses in one turn of a suspicious connection: some requests. */
const SLICE_BYTES = 512;

export interface Turns {
  /** Calls `start` in this turn, if it has room, or in a later one. */
  start: (start: () => void) => void;
  startLater: (start: () => void) => void;
}

export function createTurns(server: Server): Turns {
  const waiting: (() => void)[] = [];
  let left = MAX_STARTS;
  let hasConnection = false;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(startNext);
    isScheduled = true;
  }
  function startNext(): void {
    isScheduled = false;
    left = hasConnection ? MAX_STARTS_WITH_CONNECTION : MAX_STARTS;
    hasConnection = false;
    const starts = waiting.splice(0, left);
    left -= starts.length;
    if (starts.length > 0) schedule();
    for (const start of starts) start();
  }
  function startLater(start: () => void): void {
    waiting.push(start);
    schedule();
  }
  server.on('connection', () => {
    hasConnection = true;
    schedule();
  });
  return {
    startLater,
    start(start) {
      if (left === 0 || waiting.length > 0) return startLater(start);
      left -= 1;
      schedule();
      start();
    },
  };
}

/** A socket that is parsed in slices. */
export interface SlicedSocket extends Socket {
  /** Number of slices so far. */
  slices?: number;
}

/**
 * Passes the bytes of a connection to Node's parser in slices from now on, one in a turn. Node parses packets of up to
 * 64 KiB without a pause: 2,300 requests. A `data` listener takes the bytes from the parser's fast path, which costs each
 * request a tenth more: for suspicious clients only.
 */
export function parseInSlices(socket: SlicedSocket, { startLater }: Turns): void {
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (parse === undefined || socket.destroyed || socket.slices !== undefined) return;
  socket.slices = 0;
  socket.removeListener('data', parse);
  socket.on('data', (packet: Buffer) => {
    socket.slices! += 1;
    parse.call(socket, packet.subarray(0, SLICE_BYTES));
    // Node frees the parser of a connection with CONNECT.
    if (packet.length <= SLICE_BYTES || socket.destroyed || socket.listenerCount('data') === 0) return;
    if (!socket.isPaused()) {
      socket.pause();
      startLater(() => socket.resume());
    }
    socket.unshift(packet.subarray(SLICE_BYTES));
  });
}
