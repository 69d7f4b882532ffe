// A request as a line for a shell.
import { quoted } from './dom.js';

const methodOf = (method) => ({ GET: [], HEAD: ['--head'] })[method] ?? [`-X ${method}`]; // with -X HEAD curl would wait for a body

/** `body` and `parts` are options of curl, such as `-d '{}'`. */
export function curlLine({ method, url, headers, body = [] }) {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const globbing = /[[\]{}]/.test(url) ? ['-g'] : []; // brackets and braces are ranges to curl
  return ['curl', ...globbing, ...methodOf(method), ...fields, ...body, quoted(url)].join(' ');
}
