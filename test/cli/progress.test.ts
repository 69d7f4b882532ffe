// The progress of commands that can last long.
import { withProgress } from '../../src/cli/support/output';

const { isTTY } = process.stderr;
afterEach(() => {
  jest.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

async function shown(isTerminal: boolean): Promise<string> {
  process.stderr.isTTY = isTerminal;
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await withProgress('entries', (onProgress) => {
    for (const done of [1000, 2000]) onProgress(done, 4000);
    return Promise.resolve();
  });
  return write.mock.calls.map(([text]) => text).join('');
}

it('shows the progress with its rate and the remaining time on a terminal', async () => {
  expect(await shown(true)).toMatch(/ of 4000 entries \| \d+\/s \| .+ left/);
});

it('shows no progress where standard error is no terminal', async () => {
  expect(await shown(false)).toBe('');
});
