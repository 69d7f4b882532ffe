// Formats the status, duration and origin of a response.
import { element } from './dom.js';

/** The status is 0 without a response: a fault dropped the request, or the client closed the connection. */
const statusText = ({ status, fault }) => (status > 0 ? String(status) : fault?.drop ? 'dropped' : 'closed');
export const statusClass = (status) => `status s${Math.floor(status / 100)}`;
export const statusBadge = (line) => element('span', { class: statusClass(line.status) }, statusText(line));
export const duration = (milliseconds) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
const ORIGINS = { server: 'Real', world: 'Planned', mock: 'Mock' };
export const answeredBy = (origin) =>
  element('span', { class: origin === 'server' ? 'badge' : 'badge mock' }, ORIGINS[origin] ?? 'Real');
export function answeredBadge({ status, fault, answeredBy: origin }) {
  if (status === 0) return element('span', { class: 'muted' }, 'No response');
  return fault?.status === undefined ? answeredBy(origin) : element('span', { class: 'badge high' }, 'Fault');
}
