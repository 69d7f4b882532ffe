// Runs startPostgres in a separate process for tests that cannot import it.
// Each message names a method to call; the process replies `done`.
import { startPostgres } from '../../support/postgres.mjs';

const postgres = await startPostgres({ durable: false });
process.on('message', async (command) => {
  await postgres[command]();
  process.send('done');
});
// The channel also disconnects when the parent process dies.
process.once('disconnect', () => void postgres.remove());
process.send(postgres.url);
