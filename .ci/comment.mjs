// `npm run spec:comment -- FILE`: creates or updates one pull request comment with a report.
// Without a token it prints the comment.
import { readFileSync } from 'node:fs';

const MARKER = '<!-- contract-review -->';
/** GitHub limits a comment to 65,536 characters. */
const MAX_CHARACTERS = 60_000;
const PER_PAGE = 100;
/** The report of an unchanged contract has only the verdict and the compared revisions. */
const UNCHANGED = /^## ✅ [^\n]+\n+`[^\n]+`\s*$/;

const {
  GITHUB_API_URL = 'https://api.github.com',
  GITHUB_REPOSITORY,
  GITHUB_TOKEN,
  PULL_REQUEST,
} = process.env;
const [file] = process.argv.slice(2);
if (!file) throw new Error('No report file. Pass its path as the first argument.');
const report = readFileSync(file, 'utf8');
const cut =
  report.length > MAX_CHARACTERS
    ? `${report.slice(0, report.lastIndexOf('\n', MAX_CHARACTERS))}\n\nThe job summary has the whole report.\n`
    : report;
const body = `${MARKER}\n${cut}`;

async function request(method, path, content) {
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
      new Error(`${method} ${path}: GitHub returned ${response.status}: ${await response.text()}`),
      { status: response.status },
    );
  return response.json();
}

/** Finds the comment of an earlier run. Ignores comments of users, who can write the marker too. */
async function findComment() {
  for (let page = 1; ; page++) {
    const comments = await request(
      'GET',
      `/issues/${PULL_REQUEST}/comments?per_page=${PER_PAGE}&page=${page}`,
    );
    const found = comments.find(
      (comment) => comment.user?.type === 'Bot' && comment.body?.startsWith(MARKER),
    );
    if (found || comments.length < PER_PAGE) return found;
  }
}

async function writeComment() {
  const found = await findComment();
  // A pull request without contract changes gets no first comment. An earlier comment must not stay outdated.
  if (!found && UNCHANGED.test(report)) return console.log('Nothing to comment: the contract is unchanged.');
  if (found) await request('PATCH', `/issues/comments/${found.id}`, { body });
  else await request('POST', `/issues/${PULL_REQUEST}/comments`, { body });
  console.log(found ? 'Updated the comment.' : 'Created the comment.');
}

if (!GITHUB_TOKEN || !GITHUB_REPOSITORY || !PULL_REQUEST) {
  console.log(`Set GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST to write this comment:\n\n${body}`);
} else {
  await writeComment().catch((error) => {
    // The token of a pull request from a fork is read-only.
    if (error.status !== 403) throw error;
    console.log(
      'This token cannot write comments, for example in a pull request from a fork. See the job summary.',
    );
  });
}
