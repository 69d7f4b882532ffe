// Formats the status, duration and origin of a response.
import { element } from './dom.js';

export const statusClass = (status) => `status s${Math.floor(status / 100)}`;
export const duration = (milliseconds) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
const ORIGINS = { server: 'Real', world: 'Planned', mock: 'Mock' };
export const answeredBy = (origin) =>
  element('span', { class: origin === 'server' ? 'badge' : 'badge mock' }, ORIGINS[origin] ?? 'Real');
