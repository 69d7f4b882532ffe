// Asks for health on a rhythm, each time with a connection of its own, until standard input ends; then prints how long the answers took, by path: node health-client.mjs URL
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [, , url] = process.argv;
const RHYTHM_MILLISECONDS = 50;
const times = { '/health/live': [], '/health/ready': [] };
let running = true;
process.stdin.resume().once('end', () => (running = false));

const ask = (path) =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    get(`${url}${path}`, { agent: false }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) times[path].push(performance.now() - since);
        else reject(new Error(`${path} answered ${answer.statusCode}.`));
        resolve();
      });
    }).once('error', reject);
  });

while (running) {
  for (const path of Object.keys(times)) await ask(path);
  await wait(RHYTHM_MILLISECONDS);
}
console.log(JSON.stringify(times));
