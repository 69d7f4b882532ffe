// Compares one operation of both documents: its lifecycle and its parts.
import type { EffectiveOperation } from '../model/operations';
import { type ChangeCollector, OPERATION } from './change-collector';
import { compareLifecycle } from './lifecycle';
import { compareBodies, compareResponses } from './messages';
import { compareParameters } from './parameters';
import { compareSecurity } from './security';
import { compareTransitions } from './behavior';
import { compareCallbacks } from './webhooks';

/** A changed transition needs a fingerprint, which takes longer than one step of a schema. */
const TRANSITION_STEPS = 20;

/** @param hasMoved whether the base has the same operationId, available, under another path. */
export function compareOperation(collector: ChangeCollector, hasMoved: boolean): void {
  compareLifecycle(collector, hasMoved, (_, base, head) => {
    compareServers(collector, base, head);
    compareSecurity(collector, base, head);
    compareParameters(collector, base, head);
    compareBodies(collector, base.body, head.body);
    compareResponses(collector, base.responses, head.responses);
    collector.context.base.spend(TRANSITION_STEPS * (base.transitions.size + head.transitions.size));
    compareTransitions(base, head, collector.context.base.document, (rule, values, at) =>
      collector.add(rule, OPERATION, values, at),
    );
    compareCallbacks(collector, base, head);
  });
}

type ServerPaths = 'paths' | 'choices';

/** Compares full URL paths. A prefix can move between the server and the operation path. */
function compareServers(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const fullPaths = ({ servers, identity }: EffectiveOperation, kind: ServerPaths) =>
    servers[kind].map((prefix) => prefix + identity.slice(identity.indexOf('/')));
  const isSubset = (one: EffectiveOperation, other: EffectiveOperation, kind: ServerPaths): boolean =>
    fullPaths(one, kind).every((path) => fullPaths(other, kind).includes(path));
  const shown = (kind: ServerPaths) => {
    const text = ({ servers }: EffectiveOperation) => servers[kind].map((path) => path || '/').join(', ');
    return { before: text(base), after: text(head) };
  };
  const at = { base: base.servers.pointer, head: head.servers.pointer };
  if (!isSubset(base, head, 'paths')) collector.add('server-path-changed', OPERATION, shown('paths'), at);
  else if (!isSubset(base, head, 'choices'))
    collector.add('server-path-changed', OPERATION, shown('choices'), at);
  else if (!isSubset(head, base, 'paths')) collector.add('server-path-added', OPERATION, shown('paths'), at);
  const [before, after] = [base.servers.hosts, head.servers.hosts];
  // The servers of the document are reported once for the whole document.
  if (before !== after && (base.servers.isOwn || head.servers.isOwn))
    collector.add(
      'unjudged-changed',
      { where: 'servers' },
      { before, after },
      { head: head.servers.pointer },
    );
}
