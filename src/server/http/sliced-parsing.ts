// Parses what a suspicious client sends in slices. Node parses packets of up to 64 KiB without a pause: 2,300 requests, or
// 10,900 chunks of a body. Between slices, a limit can stop the rest of the packet.
import type { Socket } from 'node:net';

/** A slice has about as many requests as may wait on a connection. */
const SLICE_BYTES = 2048;

/**
 * Passes the bytes of a connection to Node's parser in slices from now on. A `data` listener takes the bytes from the
 * parser's fast path, which costs each request a tenth more: for suspicious clients only.
 */
export function parseInSlices(socket: Socket): void {
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (parse === undefined || socket.destroyed) return;
  socket.removeListener('data', parse);
  socket.on('data', (packet: Buffer) => {
    for (let start = 0; start < packet.length; start += SLICE_BYTES) {
      // Node frees the parser of a connection with CONNECT.
      if (socket.destroyed || socket.listenerCount('data') === 0) return;
      if (socket.isPaused()) return void socket.unshift(packet.subarray(start));
      parse.call(socket, packet.subarray(start, start + SLICE_BYTES));
    }
  });
}
