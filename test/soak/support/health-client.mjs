// Sends health checks at an interval, each on a new connection, until standard input ends. Then prints the
// response times by path. Usage: node health-client.mjs URL
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [, , url] = process.argv;
const INTERVAL_MILLISECONDS = 50;
const times = { '/health/live': [], '/health/ready': [] };
let running = true;
process.stdin.resume().once('end', () => (running = false));

const measure = (path) =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    get(`${url}${path}`, { agent: false }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) times[path].push(performance.now() - since);
        else reject(new Error(`${path} returned ${response.statusCode}.`));
        resolve();
      });
    }).once('error', reject);
  });

while (running) {
  for (const path of Object.keys(times)) await measure(path);
  await wait(INTERVAL_MILLISECONDS);
}
console.log(JSON.stringify(times));
