// Starts the sides of a comparison, and compares the first with each of the others.
import { contend } from '../support/contend.mjs';
import { startSide, withSides } from '../support/side.mjs';

/** Returns a row for each measurement but the first, which stands `beside` the first. */
export const rowsOf = (group, work, [here, ...others], goals = []) =>
  others.map((beside, index) => ({ group, work, unit: '/s', here, beside, goal: goals[index] }));

/**
 * `sides`: each with the `side`, the `content` of its database, if it has one, and a `name` other than the side's.
 * `works`: by name, the function `of` in support/works.mjs and the goals of the ratios.
 */
export async function compare({ group, sides, works, path, key, environment }, options, report) {
  const wanted = Object.entries(works).filter(([work]) => options.wanted(group, work));
  if (wanted.length === 0) return;
  const starts = sides.map(({ side, content, name = side.name }) => async () => {
    const own = side.on(await content?.copy(), content?.key, options.peers);
    return startSide(
      { ...own, name, environment: { ...own.environment, ...environment } },
      {
        folder: options.folder,
        node: options.node,
        path: path ?? `/cyber-assets/${content.assetId(0)}`,
        key: key ?? content.key,
      },
    );
  });
  await withSides(starts, async (started) => {
    for (const [work, { of, goals }] of wanted) {
      const contenders = [];
      for (const [index, side] of started.entries())
        contenders.push({ side, work: await of(sides[index].content, side) });
      for (const row of rowsOf(group, work, await contend(contenders, options), goals)) report(row);
    }
  });
}
