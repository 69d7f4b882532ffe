// Parts that are not judged: that they differ is told, so that nobody takes silence for sameness.
import { type ContractChange, DOCUMENT } from './change';
import { effectiveServers } from './effective-servers';
import { fingerprint } from './fingerprint';
import { shorten } from './json';
import type { ChangeCollector, Sides } from './change-collector';
import { type Located, settledBelow, type Side } from './source';
import { unjudgedTexts } from './unjudged';

type Parts = Map<string, Located>;
type Views = Pick<Sides, 'base' | 'head'>;

interface Different {
  name: string;
  before: unknown;
  after: unknown;
  at: { base?: string | undefined; head?: string | undefined };
}

function differing({ base, head }: Views, was: Parts, is: Parts): Different[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old, young] = [was.get(name), is.get(name)];
    const isSame = old && young && unjudgedTexts(base, old).all === unjudgedTexts(head, young).all;
    return isSame
      ? []
      : [
          {
            name,
            before: young ? null : name,
            after: old ? null : name,
            at: { base: old?.pointer, head: young?.pointer },
          },
        ];
  });
}

/** Parts of an operation that have names: callbacks, links. */
export function compareUnjudged(ledger: ChangeCollector, was: Parts, is: Parts, what: string): void {
  for (const { name, before, after, at } of differing(ledger.sides, was, is))
    ledger.add('unjudged-changed', { where: `${what} ${name}` }, { before, after }, at);
}

/** How a body is written in XML. */
export function compareXml(ledger: ChangeCollector, was: Located, is: Located, where: string): void {
  const { base, head } = ledger.sides;
  if (unjudgedTexts(base, was).xml !== unjudgedTexts(head, is).xml)
    ledger.add('unjudged-changed', { where: `${where} xml` }, {}, { head: is.pointer });
}

function told(
  where: string,
  before: unknown,
  after: unknown,
  pointer: string,
  document: Side,
): ContractChange {
  const rule = 'unjudged-changed';
  const id = fingerprint(rule, '', where, before, after);
  return {
    rule,
    level: 'notice',
    breaking: false,
    operation: DOCUMENT,
    availability: 'available',
    where,
    pointer,
    document,
    before,
    after,
    fingerprint: id,
  };
}

/** Webhooks, and the hosts of the document's servers. */
export function compareDocumentParts({ base, head }: Views): ContractChange[] {
  const parts = [base, head].map(({ source }) => ({
    webhooks: settledBelow(source, { value: source.document, pointer: '' }, 'webhooks'),
    servers: effectiveServers(source),
  }));
  const [was, is] = [parts[0]!, parts[1]!];
  const [before, after] = [shorten(was.servers.hosts), shorten(is.servers.hosts)];
  return [
    ...differing({ base, head }, was.webhooks, is.webhooks).map(({ name, before, after, at }) =>
      told(`webhook ${name}`, before, after, at.head ?? at.base!, at.head === undefined ? 'base' : 'head'),
    ),
    ...(before === after ? [] : [told('servers', before, after, '/servers', 'head')]),
  ];
}
