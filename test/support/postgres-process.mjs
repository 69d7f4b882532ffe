// startPostgres in a process of its own, for tests that cannot import it: a message names what to do, the answer says that it is done.
import { startPostgres } from './postgres.mjs';

const postgres = await startPostgres({ durable: false });
process.on('message', async (work) => {
  await postgres[work]();
  process.send('done');
});
// Also when whoever asked has died.
process.once('disconnect', () => void postgres.remove());
process.send(postgres.url);
