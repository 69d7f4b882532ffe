// Entity tags: which tag each representation had, and which of them a request may name.
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../../support/client';
import type { Plan, Tagged } from './command';
import type { Dice } from './dice';
import { diverge, plain } from './expectations';

interface Seen {
  tag: string;
  view: unknown;
}
/** The tags of each representation, by its key. */
export type Tags = Map<string, Seen[]>;

/** Chooses If-Match, and returns whether one of its tags is that of the present representation. */
export function ifMatchOf(tags: Tags, dice: Dice, plan: Plan) {
  const guard = plan.otherGuard && dice.chance(40) ? plan.otherGuard : plan.guard;
  if (!guard || plan.isMissing || dice.chance(60)) return { isMatch: true };
  const seen = (tags.get(guard.key) ?? []).slice(-3);
  const { tag, view } = dice.pick([
    ...seen,
    ...seen,
    { tag: '*', view: guard.view() },
    { tag: '"x"', view: 0 },
  ]);
  const value = tag !== '*' && dice.chance(20) ? `"other", ${tag}` : tag;
  return { value, isMatch: isDeepStrictEqual(plain(view), plain(guard.view())) };
}

/**
 * Compares the tag of a response with the earlier tags of the same representation. Different contents have
 * different tags. Of a planned operation, equal contents also have equal tags.
 */
export function learnTag(tags: Tags, tagged: Tagged, reply: Reply, isContentTag: boolean): void {
  const tag = reply.headers.get('etag');
  if (tag === null) return;
  const [key, view] = [tagged.key, plain(tagged.view())];
  const seen = tags.get(key) ?? [];
  tags.set(key, seen);
  for (const before of seen.slice(-8))
    if (
      before.tag === tag
        ? !isDeepStrictEqual(before.view, view)
        : isContentTag && isDeepStrictEqual(before.view, view)
    )
      diverge(`The ETag of ${key}`, { tag: before.tag, of: before.view }, { tag, of: view });
  if (!seen.some((before) => before.tag === tag)) seen.push({ tag, view });
}
