// The first question to a PostgreSQL: whether it has every character that a name may have.
import type { Knex } from 'knex';
import { unavailable } from '../../errors';

/** @throws ApiError `unavailable`, also with whatever is on the way to the database: no network, no trust in its certificate, no such login. */
export async function requireUtf8(knex: Knex): Promise<void> {
  const { rows } = await knex
    .raw<{ rows: { server_encoding: string }[] }>('show server_encoding')
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  const encoding = rows[0]!.server_encoding;
  if (encoding === 'UTF8') return;
  throw unavailable(
    new Error(
      `its encoding is ${encoding}, which lacks characters or counts them wrongly; make one with: create database NAME encoding 'UTF8' template template0`,
    ),
  );
}
