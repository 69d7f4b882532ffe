// The panel at the side of the page, in which a request or a record opens.
import { element } from './dom.js';

export const panelHeader = (dialog, ...title) =>
  element(
    'header',
    {},
    element('h2', { id: 'details-title' }, title),
    element('button', { type: 'button', onclick: () => dialog.close() }, 'Close'),
  );

export function showPanel(dialog) {
  if (!dialog.open) dialog.showModal(); // traps the focus, closes on Escape and restores the focus
  dialog.scrollTop = 0;
}
