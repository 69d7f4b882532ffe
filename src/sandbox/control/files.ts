// The bytes of uploaded files, by their digest: the list of processing files links to them.
import type { UploadedFile } from '../../contract/body-formats';
import type { Database } from '../../database/database';
import { toValues } from '../../database/rows';
import { compile, once } from '../../database/statement';
import { FILE_TABLE } from './tables';

/** Of all files in base64. The oldest ones go. */
const MAX_CHARACTERS = 512 * 1024 * 1024;

export function createFiles(database: Database) {
  const { knex } = database;
  const insert = compile<Record<'digest' | 'content', string> & { size: number }, never>((param) =>
    knex(FILE_TABLE)
      .insert(toValues(['digest', 'content', 'size'], param))
      .onConflict('digest')
      .ignore(),
  );
  const sizes = knex(FILE_TABLE).select('digest', knex.raw('sum(size) over (order by rowid desc) as total'));
  const tooMany = knex.from(sizes.as('f')).where('total', '>', MAX_CHARACTERS).select('digest');
  const removeOldest = once(knex(FILE_TABLE).whereIn('digest', tooMany).delete());
  const one = compile<{ digest: string }, { content: string }>((param) =>
    knex(FILE_TABLE).where('digest', param('digest')).select('content'),
  );

  return {
    async keep({ digest, content }: UploadedFile): Promise<void> {
      const text = content.toString('base64');
      await database.write('operator', async (transaction) => {
        await transaction.run(insert, { digest, content: text, size: text.length });
        await transaction.run(removeOldest, {});
      });
    },

    /** Returns undefined for a file that was removed. */
    async find(digest: string): Promise<Buffer | undefined> {
      const [row] = await database.read('operator', one, { digest });
      return row && Buffer.from(row.content, 'base64');
    },
  };
}

export type Files = ReturnType<typeof createFiles>;
