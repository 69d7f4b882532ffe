// How an answer is told: its status, its time, and who gave it.
import { element } from './dom.js';

export const statusClass = (status) => `status s${Math.floor(status / 100)}`;
export const took = (milliseconds) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
export const answeredBy = (who) =>
  who === 'mock'
    ? element('span', { class: 'badge mock' }, 'Mock')
    : element('span', { class: 'badge' }, 'Real');
