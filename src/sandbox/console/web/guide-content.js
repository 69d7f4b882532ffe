// Completes a page of the guide in the browser.
import { copyButton } from './dom.js';

/** Adds a copy button to each block of code. */
export function addCopyButtons(page) {
  for (const block of page.querySelectorAll('.code'))
    block.append(copyButton(() => block.querySelector('code').textContent, 'Copy', 'code'));
}
