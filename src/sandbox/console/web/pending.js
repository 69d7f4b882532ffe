// Shows that a button waits, for how long, and lets the reader cancel.
import { element } from './dom.js';

const TICK_MILLISECONDS = 100;

/** Returns `run`, which does nothing while it already runs, and the elements that belong beside the button. */
export function pending(button) {
  const label = button.textContent;
  const clock = element('span', { class: 'muted clock', 'aria-hidden': 'true' });
  const cancel = element('button', { type: 'button', hidden: true }, 'Cancel');

  /** @throws Error for the user when the reader cancels. */
  async function run(work) {
    if (button.ariaDisabled === 'true') return; // a disabled button would lose the focus
    const [controller, since] = [new AbortController(), performance.now()];
    const passed = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
    button.ariaDisabled = 'true';
    cancel.onclick = () => controller.abort();
    const timer = setInterval(() => {
      button.textContent = 'Sending…';
      clock.textContent = passed();
      cancel.hidden = false;
    }, TICK_MILLISECONDS);
    try {
      await work(controller.signal);
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
      throw new Error(`Canceled after ${passed()}. The sandbox may have run the operation.`);
    } finally {
      clearInterval(timer);
      if (document.activeElement === cancel) button.focus();
      button.ariaDisabled = 'false';
      button.textContent = label;
      clock.textContent = '';
      cancel.hidden = true;
    }
  }
  return { run, beside: [clock, cancel] };
}
