// All rules, over one operation of both documents.
import { compareBody } from './compare-body';
import { compareLifecycle } from './compare-lifecycle';
import { compareParameters } from './compare-parameters';
import { compareResponses } from './compare-responses';
import { compareSecurity } from './compare-security';
import { compareUnjudged } from './compare-unjudged';
import type { EffectiveOperation } from './effective';
import { type ChangeCollector, OPERATION } from './change-collector';

export function compareOperation(ledger: ChangeCollector, wasElsewhere: boolean): void {
  if (!compareLifecycle(ledger, wasElsewhere)) return;
  compareNames(ledger);
  compareSecurity(ledger);
  compareParameters(ledger);
  compareBody(ledger);
  compareResponses(ledger);
  compareUnjudged(ledger, ledger.base!.callbacks, ledger.head!.callbacks, 'callback');
}

function compareNames(ledger: ChangeCollector): void {
  const [base, head] = [ledger.base!, ledger.head!];
  const ids = { before: base.operationId, after: head.operationId };
  if (ids.before !== ids.after)
    ledger.add(ids.before === null ? 'operation-id-added' : 'operation-id-changed', OPERATION, ids);
  // A prefix that moved between the server and the path is the same to a caller.
  const isWithin = (
    one: EffectiveOperation,
    other: EffectiveOperation,
    which: 'paths' | 'choices',
  ): boolean => {
    const [mine, theirs] = [one, other].map(({ servers, identity }) =>
      servers[which].map((prefix) => prefix + identity.slice(identity.indexOf('/'))),
    );
    return mine!.every((path) => theirs!.includes(path));
  };
  const shown = (which: 'paths' | 'choices') => ({
    before: base.servers[which].map((path) => path || '/').join(', '),
    after: head.servers[which].map((path) => path || '/').join(', '),
  });
  if (!isWithin(base, head, 'paths')) ledger.add('server-path-changed', OPERATION, shown('paths'));
  else if (!isWithin(base, head, 'choices')) ledger.add('server-path-changed', OPERATION, shown('choices'));
  else if (!isWithin(head, base, 'paths')) ledger.add('server-path-added', OPERATION, shown('paths'));
  // The document's own are told once for all.
  if (base.servers.hosts !== head.servers.hosts && (base.servers.isOwn || head.servers.isOwn)) {
    ledger.add(
      'unjudged-changed',
      { where: 'servers' },
      { before: base.servers.hosts, after: head.servers.hosts },
      { head: head.servers.pointer },
    );
  }
}
