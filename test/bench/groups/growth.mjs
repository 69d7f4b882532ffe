// Compares the server with itself on a larger database: the cost of a request should not depend on the size.
import { server } from '../support/sides.mjs';
import { create, getOne, remove, update } from '../support/works.mjs';
import { compare } from './compare.mjs';

/** All have the same number of assets, so that only the number of organizations grows. */
const ALL_ASSETS = 60_000;
const ofOrganizations = (organizations) => ({
  organizations,
  assets: ALL_ASSETS / organizations,
  systems: 10,
});
const ofAssets = (assets) => ({ assets });

async function grow(database, { by, from, to, contentOf, works, goal }, options, report) {
  const group = `Growth from ${from} to ${to.toLocaleString('en')} ${by}, ${database.name}`;
  if (!Object.keys(works).some((name) => options.wanted(group, name))) return;
  const sides = [];
  for (const size of [from, to])
    sides.push({
      name: `with ${size.toLocaleString('en')}`,
      side: server,
      content: await database.fill(contentOf(size)),
    });
  const withGoal = Object.fromEntries(
    Object.entries(works).map(([name, of]) => [name, { of, goals: [{ atMost: goal }] }]),
  );
  await compare({ group, sides, works: withGoal }, options, report);
}

const WORKS = { 'GET one asset': getOne, PATCH: update, POST: create };

/** DELETE is last because it needs the assets that the others read. */
export const byOrganizations = (database, options, report) =>
  grow(
    database,
    {
      by: 'organizations',
      from: 1,
      to: 1000,
      contentOf: ofOrganizations,
      works: { ...WORKS, DELETE: remove },
      goal: 1.5,
    },
    options,
    report,
  );

const ofGrowingAssets = {
  by: 'assets',
  from: 500,
  to: 100_000,
  contentOf: ofAssets,
  works: WORKS,
  goal: 1.3,
};

export const byAssets = (database, options, report) => grow(database, ofGrowingAssets, options, report);

/** Statements of one turn go together: a single connection and many have different statements. */
export async function byAssetsAndConnections(database, options, report) {
  for (const connections of [1, 16, 64]) {
    const by = `assets with ${connections} connections`;
    await grow(database, { ...ofGrowingAssets, by }, { ...options, connections }, report);
  }
}
