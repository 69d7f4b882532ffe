// A thousand sockets that send a byte a second move the 99th percentile of honest calls by no more than a fifth.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { percentile, withServer } from '../served.mjs';

export const name = 'slow sockets';

const SOCKETS = 1000;
const ROUNDS = 5;
const SECONDS = 4;
/** A rate that any machine carries: what is measured is waiting, and not capacity. */
const CALLS = { connections: 8, overallRate: 200 };
const MOST_MOVED = 1.2;

/** Each socket is opened again when the server refuses it. */
function attack(url) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  let refused = 0;
  let goesOn = true;
  function open() {
    if (!goesOn) return;
    const socket = connect(Number(port), hostname, () => socket.write('GET /facilities HTTP/1.1\r\nX-Slow: '));
    sockets.add(socket);
    socket.on('data', (text) => text.includes(' 408 ') && refused++);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      open();
    });
  }
  for (let opened = 0; opened < SOCKETS; opened++) open();
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1000);
  return {
    refused: () => refused,
    open: () => sockets.size,
    end() {
      goesOn = false;
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function p99Of({ url, key, assetId }) {
  const times = [];
  const run = autocannon({ url: `${url}/cyber-assets/${assetId}`, headers: { 'X-API-Key': key }, duration: SECONDS, ...CALLS });
  run.on('response', (_client, _status, _bytes, time) => times.push(time));
  const { non2xx, errors } = await run;
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers other than 2xx and ${errors} errors for honest calls.`);
  return percentile(times, 99);
}

const median = (values) => percentile(values, 50);

export async function run({ log }) {
  return withServer({ assets: 1000 }, async (server) => {
    await p99Of(server); // warm-up
    const alone = [];
    const besides = [];
    let refused = 0;
    // In turns, so that whatever else the machine does falls on both.
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await p99Of(server));
      const slow = attack(server.url);
      await wait(11_000); // the first are refused after ten seconds: from now on some always are, and come again
      besides.push(await p99Of(server));
      refused += slow.refused();
      slow.end();
      log(`p99 ${alone.at(-1).toFixed(1)} ms alone, ${besides.at(-1).toFixed(1)} ms beside ${SOCKETS} slow sockets`);
      await wait(500);
    }
    const figures = { aloneP99: Number(median(alone).toFixed(2)), besidesP99: Number(median(besides).toFixed(2)), refused };
    if (refused < SOCKETS) throw new Error(`Only ${refused} slow sockets were refused with 408.`);
    if (figures.besidesP99 > MOST_MOVED * figures.aloneP99) throw new Error(`Slow sockets moved the 99th percentile from ${figures.aloneP99} to ${figures.besidesP99} ms, by more than a fifth.`);
    return figures;
  });
}
