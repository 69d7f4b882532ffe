// Formats a request as a curl command.
import { quoted } from './dom.js';

const methodOf = (method) => ({ GET: [], HEAD: ['--head'] })[method] ?? [`-X ${method}`]; // with -X HEAD, curl waits for a body

/** `body` is a list of curl options, for example `-d '{}'`. */
export function curlLine({ method, url, headers, body = [] }) {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const globbing = /[[\]{}]/.test(url) ? ['-g'] : []; // curl expands brackets and braces
  return ['curl', ...globbing, ...methodOf(method), ...fields, ...body, quoted(url)].join(' ');
}
