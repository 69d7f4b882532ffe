// How throughput changes as the inventory grows: the same work on databases of several sizes, by turns. A request should cost its work, whatever else is stored.
import { contend } from '../support/contend.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { server } from '../support/sides.mjs';
import { create, getOne, update } from '../support/works.mjs';

/** The fastest size beside the slowest. */
const MOST = 1.3;
/** POST is last: it adds some thousands of assets, whatever there was. */
const WORKS = [getOne, update, create];

const ofAssets = (assets) => ({ assets });
/** Each of them small, so that it is their number that grows. */
const ofOrganizations = (organizations) => ({ organizations, assets: 20, systems: 10 });
const TABLE = {
  SQLite: [
    { by: 'assets', sizes: [500, 3000, 30_000, 100_000], contentOf: ofAssets },
    { by: 'organizations', sizes: [1, 10, 1000], contentOf: ofOrganizations },
  ],
  PostgreSQL: [
    { by: 'assets', sizes: [500, 100_000], contentOf: ofAssets },
    { by: 'organizations', sizes: [1, 1000], contentOf: ofOrganizations },
  ],
};

/** The sizes are compared with each other, so none may have had all its turns while the machine was busy with something else. */
const inShortTurns = ({ rounds, seconds }) => ({ rounds: rounds * 2, seconds: seconds / 4 });

export async function growthOn(database, options, report) {
  for (const { by, sizes, contentOf } of TABLE[database.name]) {
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
          goal: MOST,
          database: database.name,
          by,
          sizes: sizesReached,
        });
      }
    });
  }
}
