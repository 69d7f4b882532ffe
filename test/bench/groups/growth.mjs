// Measures throughput on databases of several sizes, in turns. The cost of a request should not depend on the
// size of the inventory.
import { contend } from '../support/contend.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { server } from '../support/sides.mjs';
import { create, getOne, update } from '../support/works.mjs';

/** Maximum ratio between the fastest and the slowest size. */
const MAX_RATIO = 1.3;
/** POST is last because it adds thousands of assets. */
const WORKS = [getOne, update, create];

const ofAssets = (assets) => ({ assets });
/** Each organization is small, so that only their number grows. */
const ofOrganizations = (organizations) => ({ organizations, assets: 20, systems: 10 });
const TABLE = {
  SQLite: [
    { by: 'assets', sizes: [500, 3000, 30_000, 100_000], contentOf: ofAssets },
    { by: 'organizations', sizes: [1, 10, 1000], contentOf: ofOrganizations },
  ],
  PostgreSQL: [
    { by: 'assets', sizes: [500, 100_000], contentOf: ofAssets },
    // Organizations share a commit, but no statement (spec/decisions/0017-group-commit.md).
    { by: 'organizations', sizes: [1, 1000], contentOf: ofOrganizations, maxChangeRatio: 1.7 },
  ],
};

/** Short turns distribute other work of the machine over all sizes, which the bench compares. */
const inShortTurns = ({ rounds, seconds }) => ({ rounds: rounds * 2, seconds: seconds / 4 });

export async function growthOn(database, options, report) {
  for (const { by, sizes, contentOf, maxChangeRatio = MAX_RATIO } of TABLE[database.name]) {
    const group = `Growth from ${sizes[0]} to ${sizes.at(-1).toLocaleString('en')} ${by}, ${database.name}`;
    const works = WORKS.filter((work) => options.wanted(group, work({ keys: [''] }).name));
    if (works.length === 0) continue;
    const contents = [];
    for (const size of sizes) contents.push(await database.fill(contentOf(size)));
    const starts = contents.map(
      (content) => async () =>
        startSide(server.on(await content.copy()), {
          folder: options.folder,
          path: `/cyber-assets/${content.assetId(0)}`,
          key: content.key,
        }),
    );
    await withSides(starts, async (sides) => {
      for (const work of works) {
        const contenders = sides.map((side, index) => ({ side, work: work(contents[index]) }));
        const best = await contend(contenders, inShortTurns(options));
        const sizesReached = sizes.map((size, index) => ({ size, perSecond: best[index] }));
        report({
          group,
          work: contenders[0].work.name,
          here: Math.max(...best) / Math.min(...best),
          unit: ' ×',
          goal: work === getOne ? MAX_RATIO : maxChangeRatio,
          database: database.name,
          by,
          sizes: sizesReached,
        });
      }
    });
  }
}
