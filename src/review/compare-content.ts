// Media types of a body or an answer, and the schema of each.
import { compareXml } from './compare-unjudged';
import type { EffectiveMedia } from './effective-content';
import { canonical } from './json';
import type { ChangeCollector, Spot } from './change-collector';
import type { Direction } from './rules';

type Content = Map<string, EffectiveMedia>;

/** The entry for a media type, or the range that it is in: `*` `/*`. */
const covering = (content: Content, mediaType: string): EffectiveMedia | undefined =>
  content.get(mediaType) ?? content.get(`${mediaType.split('/')[0]}/*`) ?? content.get('*/*');

export function compareContent(
  ledger: ChangeCollector,
  base: Content,
  head: Content,
  direction: Direction,
  spot: Spot,
  at: { base: string; head: string },
): void {
  const inside = (mediaType: string): Spot => ({ where: `${spot.where} ${mediaType}` });
  // What a client sends must be in the head; what it may receive must have been in the base.
  const [narrower, wider] = direction === 'request' ? [base, head] : [head, base];
  const pairs: [mediaType: string, was: EffectiveMedia, is: EffectiveMedia][] = [];
  for (const mediaType of new Set([...base.keys(), ...head.keys()])) {
    const [was, is] = [base.get(mediaType), head.get(mediaType)];
    if (was && is) pairs.push([mediaType, was, is]);
    else if (narrower.has(mediaType)) {
      const cover = covering(wider, mediaType);
      if (cover) pairs.push(direction === 'request' ? [mediaType, was!, cover] : [mediaType, cover, is!]);
    } else if (direction === 'request') {
      // What was sent under a range that stays is now held to the entry of its own.
      const cover = covering(base, mediaType);
      if (cover && [...head.keys()].some((range) => base.get(range) === cover))
        pairs.push([mediaType, cover, is!]);
    }
  }
  const judged = new Set(pairs.flatMap(([, was, is]) => [was, is]));
  const gone = [...base].filter(([, media]) => !judged.has(media));
  const come = [...head].filter(([, media]) => !judged.has(media));
  if (gone.length === 1 && come.length === 1 && pairs.length === 0) {
    ledger.add(
      `${direction}-media-type-changed`,
      spot,
      { before: gone[0]![0], after: come[0]![0] },
      { head: come[0]![1].pointer },
    );
  } else {
    for (const [mediaType, media] of gone)
      ledger.add(
        `${direction}-media-type-removed`,
        spot,
        { before: mediaType },
        { base: media.pointer || at.base },
      );
    for (const [mediaType, media] of come)
      ledger.add(
        `${direction}-media-type-added`,
        spot,
        { after: mediaType },
        { head: media.pointer || at.head },
      );
  }
  for (const [mediaType, was, is] of pairs) {
    if (direction === 'request' && canonical(was.encoding) !== canonical(is.encoding)) {
      ledger.add(
        'request-encoding-changed',
        inside(mediaType),
        { before: was.encoding, after: is.encoding },
        { head: is.pointer },
      );
    }
    if (/[/+]xml(;|$)/.test(mediaType)) compareXml(ledger, was.schema, is.schema, inside(mediaType).where);
    ledger.compareSchemas(was.schema, is.schema, direction, inside(mediaType));
  }
}
