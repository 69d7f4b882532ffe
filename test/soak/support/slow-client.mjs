// Opens sockets that start a request and then send one byte per second, until standard input ends.
// Usage: node slow-client.mjs URL SOCKETS
import { connect } from 'node:net';

const [, , url, count] = process.argv;
const { hostname, port } = new URL(url);
/** The sockets open at different times, as those of independent clients do. */
const COME_MILLISECONDS = 10_000;
const TICK_MILLISECONDS = 10;
const TICKS = 1000 / TICK_MILLISECONDS;

const turns = Array.from({ length: TICKS }, () => new Set());
let refused = 0;

/** Opens a socket, and opens it again whenever the server closes it. */
function open(number) {
  const turn = turns[number % TICKS];
  const socket = connect(Number(port), hostname, () => socket.write('GET /facilities HTTP/1.1\r\nX-Slow: '));
  turn.add(socket);
  socket.on('data', (text) => text.includes(' 408 ') && refused++);
  socket.on('error', () => {});
  socket.on('close', () => {
    turn.delete(socket);
    open(number);
  });
}

for (let number = 0; number < Number(count); number++)
  setTimeout(open, (number * COME_MILLISECONDS) / Number(count), number);
let tick = 0;
setInterval(() => {
  for (const socket of turns[tick++ % TICKS]) if (socket.writable) socket.write('x');
}, TICK_MILLISECONDS);

process.stdin.resume().once('end', () => process.stdout.write(String(refused), () => process.exit()));
