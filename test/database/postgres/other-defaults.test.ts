// A PostgreSQL that somebody has set up in another way than usual: it is served as promised, or refused in one sentence.
import { cli } from '../../support/cli';
import { postgresDatabase } from '../../support/database';

test.each(['SQL_ASCII', 'LATIN1'])('a database in %s is refused: it lacks characters that a name may have, or counts them wrongly', async (encoding) => {
  const database = await postgresDatabase({ migrated: false, options: `encoding '${encoding}' locale 'C' template template0` });
  const refused = await cli(['migrate'], { DATABASE_URL: database.url });
  await database.remove();
  expect(refused).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`^The database cannot be used: its encoding is ${encoding}, .*create database NAME encoding 'UTF8' template template0\n$`)) });
});
