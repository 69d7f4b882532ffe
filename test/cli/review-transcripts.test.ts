// Tests `review --transcripts`: the responses of base and head to the examples of changed operations.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDocument } from '../../src/contract/document';
import { markdownReport } from '../../src/review/reports/markdown';
import { htmlReport } from '../../src/review/reports/html';
import { textReport } from '../../src/review/reports/text';
import type { Review } from '../../src/review/review';
import type { Message, Transcript, Transcripts } from '../../src/review/transcripts/transcript';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { partOfContract } from '../support/part-of-contract';
import { reportFaults } from './review-report';

const folder = temporaryFolder();

/** Paths of available and of planned operations. */
const PATHS = [
  '/facilities',
  '/control-centers/{id}',
  '/cyber-assets',
  '/cyber-assets/{id}',
  '/users/me',
  '/invitations/validate',
  '/tasks',
  '/tasks/{id}',
];

function fileOf(name: string, document: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

async function reviewed(base: object, head: object): Promise<Review & { transcripts: Transcripts }> {
  const { stdout, stderr } = await cli([
    'review',
    '--base',
    fileOf('base', base),
    '--head',
    fileOf('head', head),
    '--transcripts',
    '--format',
    'json',
  ]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Review & { transcripts: Transcripts };
}

const headerOf = (message: Message | null, name: string) =>
  message?.headers.find(([header]) => header === name)?.[1];
const bodyOf = (message: Message | null) => JSON.parse(message!.body) as Record<string, unknown>;

describe('of two versions of this contract', () => {
  let review: Awaited<ReturnType<typeof reviewed>>;
  const one = (operationId: string, example: string, of: Transcript['of'] = 'both'): Transcript => {
    const found = review.transcripts.list.filter(
      ({ operation, ...rest }) =>
        operation.operationId === operationId && rest.example === example && rest.of === of,
    );
    expect([operationId, example, found.length]).toEqual([operationId, example, 1]);
    return found[0]!;
  };

  beforeAll(async () => {
    const [base, head] = [partOfContract(PATHS), partOfContract(PATHS)];
    type Authored = {
      'x-availability': string;
      requestBody: { content: Record<string, { examples: object }> };
      responses: Record<string, { content: Record<string, { examples: Record<string, { value: object }> }> }>;
    };
    const operation = (document: ContractDocument, path: string, method: string) =>
      document.paths[path]![method] as Authored;
    const schema = (name: string) =>
      head.components['schemas']![name] as {
        required: string[];
        properties: Record<string, object>;
        maxLength?: number;
      };
    type Named = { examples: Record<string, unknown> };
    // Without a parameter of its name, only `Prefer` selects this response.
    for (const { components } of [base, head])
      delete (components['parameters']!['TaskId'] as Named).examples['firewallBaseline'];
    operation(base, '/cyber-assets/{id}', 'get')['x-availability'] = 'planned';
    delete base.paths['/users/me'];
    delete head.paths['/invitations/validate'];
    Object.assign(
      operation(head, '/tasks/{id}', 'get').responses['200']!.content['application/json']!.examples[
        'patchEvaluation'
      ]!.value,
      { title: 'Evaluate patches' },
    );
    schema('AssetName').maxLength = 12;
    Object.assign(schema('ControlCenter').properties, { region: { type: 'string' } });
    schema('ControlCenter').required.push('region');
    Object.assign(schema('CreateTaskRequest').properties, { priority: { type: 'string' } });
    schema('CreateTaskRequest').required.push('priority');
    operation(head, '/tasks', 'post').requestBody.content['application/json']!.examples = {
      urgent: {
        value: {
          title: 'Evaluate patches',
          assigneeId: 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr',
          dueDate: '2026-04-10',
          priority: 'high',
        },
      },
    };
    review = await reviewed(base, head);
  });

  test('the report matches its schema', () => {
    expect(reportFaults(review)).toBeNull();
  });

  test('the HTML report shows both responses side by side', () => {
    const page = htmlReport(review);
    expect(page).toMatch(
      /<th scope="col">Base<\/th><th scope="col">Head<\/th>[^]*201 Created[^]*400 Bad Request/,
    );
    expect(page.match(/<details open><summary><h3>/g)).toHaveLength(
      review.transcripts.list.filter(({ same, like }) => !same && like === null).length,
    );
  });

  test('a released operation uses a mock on the base and the handler on the head', () => {
    const { base, head, same, request } = one('getCyberAsset', 'millbrookRtu');
    expect(request.line).toBe('GET /cyber-assets/ca_01kbs4t885enxtxcxapjygarsc');
    expect([headerOf(base, 'X-Answered-By'), headerOf(head, 'X-Answered-By'), same]).toEqual([
      'mock',
      'server',
      false,
    ]);
    expect(bodyOf(head)).toEqual(bodyOf(base)); // the example in the contract uses the demo data
  });

  test('an added or removed operation has a transcript only for the side that has it', () => {
    const [added, removed] = [
      one('getCurrentUser', 'plain', 'head'),
      one('validateInvitation', 'replaced', 'base'),
    ];
    expect([added.base, added.head!.line, removed.base!.line, removed.head]).toEqual([
      null,
      '200 OK',
      '200 OK',
      null,
    ]);
    expect([removed.request.line, headerOf(removed.request, 'Invitation-Token')]).toEqual([
      'GET /invitations/validate',
      'Wd2kM6xR8qJzBe9vNh3fSy5C',
    ]);
  });

  test('a changed response example appears although it is compatible', () => {
    const { base, head, same } = one('getTask', 'patchEvaluation');
    expect([bodyOf(base)['title'], bodyOf(head)['title'], same]).toEqual([
      expect.stringMatching(/^Evaluate security patches/),
      'Evaluate patches',
      false,
    ]);
    expect(one('getTask', 'firewallBaseline')).toMatchObject({
      same: true,
      request: { headers: [['Prefer', 'example="firewallBaseline"']] },
    });
  });

  test('the examples of both documents are sent to both sides for a planned operation', () => {
    const [of, by] = [one('createTask', 'baselineUpdate', 'base'), one('createTask', 'urgent', 'head')];
    expect([of.base!.line, of.head!.line]).toEqual(['201 Created', '400 Bad Request']);
    expect(bodyOf(of.head)['details']).toEqual([
      { field: 'priority', message: expect.any(String) as string },
    ]);
    expect([by.base!.line, by.head!.line]).toEqual(['400 Bad Request', '201 Created']);
  });

  test('generated ids and times do not count as differences for an available operation', () => {
    const { base, same } = one('createCyberAsset', 'secondRtu');
    expect([same, base!.line, headerOf(base, 'X-Answered-By'), headerOf(base, 'Location')]).toEqual([
      true,
      '201 Created',
      'server',
      '/cyber-assets/ca_(new)',
    ]);
    expect(bodyOf(base)).toMatchObject({ id: 'ca_(new)', name: 'MLB345-RTU02', created_at: '(now)' });
  });

  test('each request starts with the initial demo data', () => {
    expect(one('createCyberAsset', 'uuid').base!.line).toBe('201 Created'); // uses the same name again
    const [rename, move] = [one('updateCyberAsset', 'rename'), one('updateCyberAsset', 'move')];
    expect([rename.base!.line, rename.head!.line]).toEqual(['200 OK', '400 Bad Request']);
    expect([move.same, bodyOf(move.base)['name']]).toEqual([true, 'MLB345-RTU01']);
  });

  test('a transcript reports a handler that violates the head', () => {
    expect(one('getControlCenter', 'primaryControlCenter').head!.line).toMatch(
      /^500 Internal Server Error: getControlCenter returned a 200 that breaks the contract: .*region/,
    );
  });

  test('transcripts omit unchanged operations and headers that differ between runs', () => {
    expect(review.transcripts.list.map(({ operation }) => operation.operationId)).not.toContain(
      'getFacilities',
    );
    const headers = new Set(
      review.transcripts.list.flatMap(({ base, head }) =>
        [base, head].flatMap((message) => message?.headers.map(([name]) => name) ?? []),
      ),
    );
    expect(
      [...headers].filter((name) =>
        ['Date', 'X-Request-Id', 'X-Contract-Version', 'RateLimit'].includes(name),
      ),
    ).toEqual([]);
  });

  test('the text shows the request once, then both responses, or one line when they are equal', () => {
    const text = textReport(review);
    expect(text).toMatch(
      /\ncreateCyberAsset POST \/cyber-assets: secondRtu\n {4}POST \/cyber-assets\n {4}Content-Type: application\/json\n\n {4}\{[^}]*\}\n {2}same response: 201 Created\n/,
    );
    expect(text).toMatch(
      /\nupdateCyberAsset PATCH \/cyber-assets\/\{id\}: rename\n[^]*?\n {2}base\n {4}200 OK\n[^]*?\n {2}head\n {4}400 Bad Request\n/,
    );
    expect(text).toMatch(
      /\ngetTask GET \/tasks\/\{id\}: held\n[^}]*\n {2}same responses as patchEvaluation\n/,
    );
  });

  test('the markdown is collapsed, and shows every transcript', () => {
    expect(markdownReport(review)).toMatch(
      /<details><summary><code>updateCyberAsset [^\n]*<code>rename<\/code><\/summary>\n\n```http\nPATCH /,
    );
    const list = Array.from({ length: 40 }, () => review.transcripts.list).flat();
    const long = markdownReport({ ...review, transcripts: { list, notes: [] } });
    const different = list.filter(({ same, like }) => !same && like === null);
    expect(long.match(/^\*\*Head\*\*$/gm)).toHaveLength(different.length);
  });
});

describe('of external documents', () => {
  const NAME = '\u001b[31mx```\n</details><script>alert(1)</script>[x](http://x.example)';
  const items = { type: 'object', properties: { name: { type: 'string', nullable: true } } };
  /** OpenAPI 3.0 without operation ids, with unnamed examples. */
  const externalDocument = (deprecated: boolean, zones = 60) => ({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: {
          deprecated,
          parameters: [
            {
              name: 'limit',
              in: 'query',
              schema: { type: 'integer' },
              examples: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((value) => [`l${value}`, { value }])),
            },
          ],
          responses: {
            200: {
              description: 'All.',
              content: {
                'application/json': {
                  schema: { type: 'array', items },
                  example: [{ name: deprecated ? NAME : 'Rex' }],
                },
              },
            },
          },
        },
        post: {
          deprecated,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: items, examples: { [NAME]: { value: { name: NAME } } } },
            },
          },
          responses: { 201: { description: 'Made.' } },
        },
      },
      '/pets/{id}': {
        get: {
          deprecated,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'One.' } },
        },
      },
      ...Object.fromEntries(
        Array.from({ length: zones }, (_, index) => [
          `/zones/${index}`,
          { get: { deprecated, responses: { 204: { description: 'None.' } } } },
        ]),
      ),
    },
  });

  test('they are mocked, omitted examples are counted, and texts are escaped', async () => {
    const review = await reviewed(externalDocument(false), externalDocument(true));
    const { list, notes } = review.transcripts;
    const lines = list.map(({ request, base, head }) => [request.line, base?.line, head?.line]);
    expect(lines).toContainEqual(['POST /pets', '201 Created', '201 Created']);
    expect(lines).toContainEqual(['GET /pets?limit=4', '200 OK', '200 OK']);
    expect(lines.filter(([line]) => line!.startsWith('GET /pets'))).toHaveLength(5);
    expect(new Set(list.map(({ operation: { method, path } }) => method + path)).size).toBeLessThanOrEqual(
      50,
    );
    expect(notes).toEqual([
      expect.stringMatching(/has no usable example: GET \/pets\/\{\}\.$/),
      '13 more changed operations are not shown: the limit is 50.',
      '3 more examples are not shown: the limit is 5 per operation.',
    ]);
    const [text, markdown] = [textReport(review), markdownReport(review)];
    expect(text).not.toMatch(/\u001b/);
    // A fence in a text does not end the code block.
    const outside = markdown.replace(/^(`{3,})http\n[^]*?\n\1$/gm, '');
    expect([markdown.includes('<script>'), outside.includes('<script>'), outside.includes('](')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('review explains missing transcripts of a document that the sandbox cannot serve', async () => {
    const unservable = externalDocument(true, 0);
    Object.assign(unservable.paths['/pets'].get.responses, { 404: null });
    const files = [
      '--base',
      fileOf('unservable', unservable),
      '--head',
      fileOf('strange', externalDocument(false, 0)),
    ];
    const { stdout, stderr } = await cli(['review', ...files, '--transcripts']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^Passed: no breaking edits[^]*\nTranscripts[^\n]*\n {2}The transcripts could not be created: the sandbox cannot serve the base: [^\n]+\n$/,
    );
  });
});

test('rehearses the error examples that differ, in the document of each', async () => {
  type Example = { value: { message: string } };
  const [base, head] = [partOfContract(['/facilities/{id}']), partOfContract(['/facilities/{id}'])];
  const { content } = head.components['responses']!['NotFound'] as {
    content: Record<string, { examples: Record<string, Example> }>;
  };
  content['application/json']!.examples['unknownId']!.value.message = 'No facility has this id.';
  const { transcripts } = await reviewed(base, head);
  const rehearsed = transcripts.list.filter(({ example }) => example === '404 unknownId');
  expect(rehearsed.map(({ operation, of }) => [operation.operationId, of])).toContainEqual([
    'getFacility',
    'both',
  ]);
  const { base: before, head: after, same } = rehearsed[0]!;
  expect([before!.line, after!.line, same]).toEqual(['404 Not Found', '404 Not Found', false]);
  expect([bodyOf(before).message, bodyOf(after).message]).toEqual([
    expect.not.stringContaining('No facility has this id.'),
    'No facility has this id.',
  ]);
});
