// All rules, over one operation of both documents.
import { compareBody } from './compare-body';
import { compareLifecycle } from './compare-lifecycle';
import { compareParameters } from './compare-parameters';
import { compareResponses } from './compare-responses';
import { compareSecurity } from './compare-security';
import { compareUnjudged } from './compare-unjudged';
import { type Ledger, OPERATION } from './ledger';

export function compareOperation(ledger: Ledger, wasElsewhere: boolean): void {
  if (!compareLifecycle(ledger, wasElsewhere)) return;
  compareNames(ledger);
  compareSecurity(ledger);
  compareParameters(ledger);
  compareBody(ledger);
  compareResponses(ledger);
  compareUnjudged(ledger, ledger.base!.callbacks, ledger.head!.callbacks, 'callback');
}

function compareNames(ledger: Ledger): void {
  const [base, head] = [ledger.base!, ledger.head!];
  const ids = { before: base.operationId, after: head.operationId };
  if (ids.before !== ids.after) ledger.add(ids.before === null ? 'operation-id-added' : 'operation-id-changed', OPERATION, ids);
  // A prefix that moved between the server and the path is the same to a caller.
  const [was, is] = [base, head].map(({ servers, identity }) => servers.paths.map((prefix) => prefix + identity.slice(identity.indexOf('/'))));
  const shown = { before: base.servers.paths.map((path) => path || '/').join(', '), after: head.servers.paths.map((path) => path || '/').join(', ') };
  if (was!.some((path) => !is!.includes(path))) ledger.add('server-path-changed', OPERATION, shown);
  else if (is!.some((path) => !was!.includes(path))) ledger.add('server-path-added', OPERATION, shown);
  // The document's own are told once for all.
  if (base.servers.hosts !== head.servers.hosts && (base.servers.isOwn || head.servers.isOwn)) {
    ledger.add('unjudged-changed', { where: 'servers' }, { before: base.servers.hosts, after: head.servers.hosts }, { head: head.servers.pointer });
  }
}
