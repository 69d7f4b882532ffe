// `npm run spec:comment -- FILE`: keeps one comment with a report on a pull request. Without a token it prints what it would write.
import { readFileSync } from 'node:fs';

const MARKER = '<!-- contract-review -->';
/** GitHub takes 65,536 characters. */
const MOST = 60_000;
const PER_PAGE = 100;

const {
  GITHUB_API_URL = 'https://api.github.com',
  GITHUB_REPOSITORY,
  GITHUB_TOKEN,
  PULL_REQUEST,
} = process.env;
const [file] = process.argv.slice(2);
if (!file) throw new Error('Name the file of the report.');
const report = readFileSync(file, 'utf8');
const cut =
  report.length > MOST
    ? `${report.slice(0, report.lastIndexOf('\n', MOST))}\n\nThe rest is in the job's summary.\n`
    : report;
const body = `${MARKER}\n${cut}`;

async function call(method, path, content) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${GITHUB_TOKEN}`,
      'X-GitHub-Api-Version': '2022-11-28',
    },
    ...(content && { body: JSON.stringify(content) }),
  });
  if (!response.ok)
    throw Object.assign(
      new Error(`${method} ${path}: GitHub answered ${response.status}: ${await response.text()}`),
      { status: response.status },
    );
  return response.json();
}

/** The comment that an earlier run has left. Only a bot's: anybody could write the marker. */
async function earlier() {
  for (let page = 1; ; page++) {
    const comments = await call('GET', `/issues/${PULL_REQUEST}/comments?per_page=${PER_PAGE}&page=${page}`);
    const found = comments.find(
      (comment) => comment.user?.type === 'Bot' && comment.body?.startsWith(MARKER),
    );
    if (found || comments.length < PER_PAGE) return found;
  }
}

async function keep() {
  const found = await earlier();
  if (found) await call('PATCH', `/issues/comments/${found.id}`, { body });
  else await call('POST', `/issues/${PULL_REQUEST}/comments`, { body });
  console.log(found ? 'The comment was updated.' : 'The comment was written.');
}

if (!GITHUB_TOKEN || !GITHUB_REPOSITORY || !PULL_REQUEST) {
  console.log(
    `Without GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST nothing is written. The comment would be:\n\n${body}`,
  );
} else {
  await keep().catch((error) => {
    // The token of a fork's pull request can only read.
    if (error.status !== 403) throw error;
    console.log(
      'This token may not write comments, as for pull requests of forks: the report is in the summary alone.',
    );
  });
}
