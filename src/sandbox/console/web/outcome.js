// Formats the status, duration and origin of a response.
import { element } from './dom.js';

/** The status is 0 without a response: a fault dropped the request, or the client closed the connection. */
const statusText = ({ status, fault }) => (status > 0 ? String(status) : fault?.drop ? 'dropped' : 'closed');
export const statusClass = (status) => `status s${Math.floor(status / 100)}`;
export const statusBadge = (line) => element('span', { class: statusClass(line.status) }, statusText(line));
export const duration = (milliseconds) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
/** `origin` is the word of the X-Answered-By header. */
export const answeredBy = (origin) =>
  element('span', { class: ORIGIN_CLASSES[origin] ?? 'badge' }, origin ?? 'server');
const ORIGIN_CLASSES = { world: 'badge mock', mock: 'badge mock', fault: 'badge high' };
export const answeredBadge = ({ status, fault, answeredBy: origin }) =>
  status === 0
    ? element('span', { class: 'muted' }, 'No response')
    : answeredBy(fault?.status === undefined ? origin : 'fault');
