// The inventory as of a day equals a copy that was made at the end of that day.
import type { OrganizationId } from '../../../src/base/organization';
import { readPast } from '../../../src/server/history/past-inventory';
import { readPastPage } from '../../../src/server/history/past-page';
import { importedRow } from '../../../src/server/history/formats';
import { type InventoryRow, chooseRecords, inventoryRows, toRow } from '../../../src/server/history/rows';
import { type Copy, type Histories, makeHistory, openHistories } from './world';

const HISTORIES = NIGHTLY ? 100 : 20;
const DAYS = 5;

let histories: Histories;
beforeAll(async () => void (histories = await openHistories()));
afterAll(() => histories.close());

/** Returns the copy in the shape of an import file. */
const importable = (copy: Copy): Record<string, unknown[]> =>
  Object.fromEntries(
    Object.entries(copy).map(([name, rows]) => [
      name,
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
    ]),
  );

/** Returns the last rows of a day as a page shows them. */
async function pageOf(organization: OrganizationId, day: string): Promise<InventoryRow[]> {
  const { past, page } = await readPastPage(
    histories.inventory.database,
    organization,
    day,
    async (places) => ({
      shown: (await chooseRecords(places)).slice(-200),
    }),
  );
  return page.shown.map((row) => toRow(past, row));
}

test(`${HISTORIES} random histories: every day has the records of its copy, with their ratings`, async () => {
  const { database, organizations } = histories.inventory;
  let days = 0;
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const organization = (await organizations.create(`history-${seed}`, `History ${seed}`))!;
    const copies = await makeHistory(histories, organization, seed, DAYS);
    for (const [day, copy] of copies) {
      const rows = await inventoryRows(await readPast(database, organization.id, day));
      const found = Object.fromEntries(
        Object.keys(copy).map((name) => [
          name,
          rows.filter(({ collection }) => collection === name).map(importedRow),
        ]),
      );
      expect([seed, day, found]).toEqual([seed, day, importable(copy)]);
      const ofPage = await pageOf(organization.id, day);
      const { length } = ofPage;
      expect([seed, day, ofPage]).toEqual([seed, day, rows.slice(rows.length - length)]);
      days += 1;
    }
  }
  expect(days).toBe(HISTORIES * DAYS);
});
