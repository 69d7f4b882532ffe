// Shows that a button waits, for how long, and lets the reader cancel.
import { element } from './dom.js';

const TICK_MILLISECONDS = 100;

/** Returns `run`, which does nothing while it already runs, and the elements that belong beside the button. */
export function pending(button) {
  const label = [...button.childNodes];
  const clock = element('span', { class: 'muted clock', 'aria-hidden': 'true', hidden: true });
  const cancel = element('button', { type: 'button', hidden: true }, 'Cancel');

  /** Returns what `work` returns. @throws Error for the user when the reader cancels. */
  async function run(work) {
    if (button.ariaDisabled === 'true') return undefined; // a disabled button would lose the focus
    const [controller, since] = [new AbortController(), performance.now()];
    const passed = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
    button.ariaDisabled = 'true';
    cancel.onclick = () => controller.abort();
    const timer = setInterval(() => {
      button.textContent = 'Sending…';
      clock.textContent = passed();
      cancel.hidden = clock.hidden = false;
    }, TICK_MILLISECONDS);
    try {
      return await work(controller.signal);
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
      throw new Error(`Canceled after ${passed()}. The sandbox may have run the operation.`);
    } finally {
      clearInterval(timer);
      if (document.activeElement === cancel) button.focus();
      button.ariaDisabled = 'false';
      button.replaceChildren(...label);
      cancel.hidden = clock.hidden = true;
    }
  }
  return { run, beside: [clock, cancel] };
}
