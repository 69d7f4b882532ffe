// Gives a file that is written its own name, where nothing has it yet.
import { existsSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';

/** What file systems without hard links say, such as those of memory sticks. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Unlike a rename alone, a link never replaces a file that came to be there meanwhile. */
export async function putNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code!) || existsSync(file)) throw error;
    await rename(temporary, file);
  }
}
