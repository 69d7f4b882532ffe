// Parses what suspicious clients send in slices: a millisecond for all of them in a turn of the event loop.
import type { Socket } from 'node:net';
import { createTimeSlices } from '../../base/scheduling/time-slices';

/** Bytes that Node parses before the time is looked at: some requests. */
const SLICE_BYTES = 512;

/** Node accepts one connection in a turn, so that other clients wait for the turns before theirs. */
const MILLISECONDS = 1;
/** Apart from that of accepted requests, whose long works would wait behind each suspicious connection. */
const nextSlice = createTimeSlices(MILLISECONDS);

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
export function parseInSlices(socket: SlicedSocket): void {
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
