// The pull request comment: created once, then updated. A read-only token is not an error.
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const report = join(temporaryFolder(), 'review.md');
const MARKER = '<!-- contract-review -->';
const other = (id: number) => ({ id, user: { type: 'User' }, body: `${MARKER}\nNot a report.` });
const bot = (id: number) => ({ id, user: { type: 'Bot' }, body: `${MARKER}\nOld.` });

/** Runs the script against a fake GitHub API with these comments. Returns the written comments. */
async function comment(text: string, { comments = [] as unknown[], status = 200, token = 'x' } = {}) {
  const written: { call: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const page = Number(new URL(request.url!, 'http://x').searchParams.get('page'));
        if (request.method !== 'GET')
          written.push({
            call: `${request.method} ${request.url}`,
            body: (JSON.parse(Buffer.concat(chunks).toString()) as { body: string }).body,
          });
        response
          .writeHead(request.method === 'GET' ? 200 : status)
          .end(JSON.stringify(request.method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}));
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  writeFileSync(report, text);
  const GITHUB_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = await ended(
    start(
      [join(ROOT, '.ci/comment.mjs'), report],
      { GITHUB_API_URL, GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: token, PULL_REQUEST: '7' },
      [process.execPath],
    ),
  );
  server.close();
  return { ...run, written };
}

test('creates the first comment', async () => {
  expect(await comment('Passes.', { comments: [other(1)] })).toMatchObject({
    status: 0,
    written: [{ call: 'POST /repos/o/r/issues/7/comments', body: `${MARKER}\nPasses.` }],
  });
});

test('writes no first comment for an unchanged contract, and updates an earlier one', async () => {
  const unchanged = '## ✅ Passed: no change is visible to callers.\n\n`abc` → `def`\n';
  expect(await comment(unchanged)).toMatchObject({ status: 0, written: [] });
  expect((await comment(unchanged, { comments: [bot(5)] })).written).toHaveLength(1);
});

test('updates an existing comment on any page', async () => {
  const comments = [...Array.from({ length: 100 }, (_, id) => other(id)), bot(500)];
  expect(await comment('Blocked.', { comments })).toMatchObject({
    status: 0,
    written: [{ call: 'PATCH /repos/o/r/issues/comments/500', body: `${MARKER}\nBlocked.` }],
  });
});

test('cuts a report above the GitHub limit at a line', async () => {
  const { written } = await comment('| a row |\n'.repeat(10_000));
  expect(written[0]!.body.length).toBeLessThan(65_536);
  expect(written[0]!.body).toMatch(/\| a row \|\n\nThe job summary has the whole report\.\n$/);
});

test('exits with 0 for a read-only token and with 1 for other errors', async () => {
  expect(await comment('x', { status: 403 })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('cannot write comments'),
  });
  expect(await comment('x', { status: 500 })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('GitHub returned 500'),
  });
});

test('prints the comment without a token', async () => {
  expect(await comment('Passes.', { token: '' })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`${MARKER}\nPasses.`),
    written: [],
  });
});
