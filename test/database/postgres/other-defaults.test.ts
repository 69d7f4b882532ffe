// A PostgreSQL that somebody has set up in another way than usual: it is served as promised, or refused in
// one sentence.
import { openInventory } from '../../../src/app/inventory';
import { newAsset } from '../../support/assets';
import { cli } from '../../support/cli';
import { postgresDatabase } from '../../support/database';
import { createTenant } from '../../support/inventory';
import { serverOf } from '../../support/server';

test.each(['SQL_ASCII', 'LATIN1'])(
  'a database in %s is refused: it lacks characters that a name may have, or counts them wrongly',
  async (encoding) => {
    const database = await postgresDatabase({
      migrated: false,
      options: `encoding '${encoding}' locale 'C' template template0`,
    });
    const refused = await cli(['migrate'], { DATABASE_URL: database.url });
    await database.remove();
    expect(refused).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^Cannot use the database: its encoding is ${encoding}, .*create database NAME encoding 'UTF8' template template0\n$`,
        ),
      ),
    });
  },
);

test.each(['repeatable read', 'serializable'])(
  'where transactions are %s unless told otherwise, first starts and creates of two servers at once all succeed',
  async (isolation) => {
    const database = await postgresDatabase({ migrated: false, isolation });
    const opened = await Promise.all(Array.from({ length: 4 }, () => openInventory(database.url)));
    const { key } = await createTenant(opened[0]!, 'cedar');
    const servers = [await serverOf(database.url, key), await serverOf(database.url, key)];
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        servers[index % 2]!.client('POST', '/cyber-assets', { body: newAsset() }),
      ),
    );
    for (const each of [...servers, ...opened]) await each.close();
    await database.remove();
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  },
);
