// The request body.
import { compareContent } from './compare-content';
import type { ChangeCollector } from './change-collector';

const SPOT = { where: 'request body' };

export function compareBody(ledger: ChangeCollector): void {
  const [was, is] = [ledger.base!.body, ledger.head!.body];
  const types = (content: Map<string, unknown>) => [...content.keys()].sort().join(', ');
  if (was && is) {
    const at = { head: is.pointer, base: was.pointer };
    if (was.required !== is.required)
      ledger.add(
        is.required ? 'request-body-became-required' : 'request-body-became-optional',
        SPOT,
        { before: was.required, after: is.required },
        { head: is.pointer },
      );
    compareContent(ledger, was.content, is.content, 'request', SPOT, at);
  } else if (was)
    ledger.add('request-body-removed', SPOT, { before: types(was.content) }, { base: was.pointer });
  else if (is)
    ledger.add(
      is.required ? 'request-body-required-added' : 'request-body-added',
      SPOT,
      { after: types(is.content) },
      { head: is.pointer },
    );
}
