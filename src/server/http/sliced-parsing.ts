// Parses what a suspicious client sends in slices, one in a turn of the event loop.
import type { Socket } from 'node:net';
import type { Turns } from './response-order';

/** Bytes that Node parses in one turn of a suspicious connection: some requests. */
const SLICE_BYTES = 512;

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
