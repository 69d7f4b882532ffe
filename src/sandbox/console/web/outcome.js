// Formats the status, duration and origin of a response.
import { element } from './dom.js';

export const statusClass = (status) => `status s${Math.floor(status / 100)}`;
export const duration = (milliseconds) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
export const answeredBy = (origin) =>
  origin === 'mock'
    ? element('span', { class: 'badge mock' }, 'Mock')
    : element('span', { class: 'badge' }, 'Real');
