// Reads the messages that the server, the commands and the Settings pages can print from the source: the texts of errors,
// of warnings in the log, and of forms. An inserted value is `…`. `npm run guide` lists them on the troubleshooting page.
import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';

/** The sections of the page, each with its places in `src/`. A longer place of a file wins. */
export const SECTIONS = {
  Startup: [
    'app/server.ts',
    'app/sandbox',
    'base',
    'cli/program.ts',
    'cli/serve',
    'contract/active-contract.ts',
    'sandbox/control',
  ].concat(['server/api', 'server/http', 'server/monitoring', 'server/workers']),
  'Arguments of commands': ['base/csv', 'base/read-file.ts', 'cli/support'],
  'Organizations, keys and imports': [
    'cli/import.ts',
    'cli/key.ts',
    'cli/organization',
    'server/import',
    'server/organizations',
    'server/operations/asset-file.ts',
  ],
  'Sign-in and Settings pages': ['app/settings.ts', 'cli/admin', 'server/settings', 'server/users'],
  'Migration, backup and move': ['cli/database.ts', 'database'],
  'Activity log and inventory': ['cli/activity', 'cli/inventory.ts', 'server/audit', 'server/history'],
  Sync: ['cli/sync', 'sync'],
  'Review, conformance and replay': ['cli/review', 'contract/load-document.ts', 'review'],
};

/** Errors that a caller of the API, a developer of this project or a library sees, not its operator. */
const OTHER_ERRORS = /^(ApiError|TypeError|RangeError|SyntaxError|AggregateError|ResolveError)$/;
/** Texts between programs, which no user sees, and findings of reports, each with its file. */
const INTERNAL = [
  'base/errors.ts',
  'contract/generated-values.ts',
  'database/sqlite/transaction.ts',
  'review/conformance/checks/generated.ts',
  'review/conformance/session.ts',
  'server/api/body.ts',
];

const K = ts.SyntaxKind;
const cross = (left, right) => left.flatMap((start) => right.map((end) => start + end));

function sourcesIn(root) {
  const names = readdirSync(new URL('src', root), { recursive: true }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((file) => {
      const text = readFileSync(new URL(`src/${file}`, root), 'utf8');
      return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    });
}

function visit(node, action) {
  action(node);
  ts.forEachChild(node, (child) => visit(child, action));
}

/** Returns the functions and constants of all files by name. */
function declarationsIn(sources) {
  const found = new Map();
  const add = (name, node) => found.set(name, [...(found.get(name) ?? []), node]);
  for (const source of sources)
    visit(source, (node) => {
      if (ts.isFunctionDeclaration(node) && node.name) add(node.name.text, node);
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
        add(node.name.text, node.initializer);
    });
  return found;
}

function returnsOf(fn) {
  if (fn.body && !ts.isBlock(fn.body)) return [fn.body];
  const found = [];
  visit(fn, (node) => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
  });
  return found;
}

/** Returns every text that an expression can have, through constants, conditions and functions of this project. */
function textsOf(node, declarations, depth = 0) {
  if (depth > 5) return ['…'];
  const again = (part) => textsOf(part, declarations, depth + 1);
  const declared = (name) => {
    const all = declarations.get(name) ?? [];
    return (
      all.find((each) => each.getSourceFile() === node.getSourceFile()) ??
      (all.length === 1 ? all[0] : undefined)
    );
  };
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) => {
        // A short inserted text is a value, as is a count with its noun; a long one is a part of the sentence.
        const isPart = (text) => text.includes(' ') && /[^… ()]/.test(text);
        const inserted = again(expression).map((text) => (isPart(text) ? text : '…'));
        return cross(
          texts,
          inserted.map((text) => text + literal.text),
        );
      },
      [node.head.text],
    );
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === K.PlusToken) return cross(again(node.left), again(node.right));
    return [...again(node.left), ...again(node.right)];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return again(node.expression);
  if (ts.isSpreadElement(node)) return again(node.expression);
  if (ts.isConditionalExpression(node)) return [...again(node.whenTrue), ...again(node.whenFalse)];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(again);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((part) => (ts.isPropertyAssignment(part) ? again(part.initializer) : []));
  if (ts.isElementAccessExpression(node)) return again(node.expression);
  if (ts.isFunctionLike(node)) return returnsOf(node).flatMap(again);
  const name = ts.isIdentifier(node) ? node.text : ts.isCallExpression(node) ? node.expression.getText() : '';
  const target = declared(name);
  if (target === undefined || ts.isCallExpression(node) !== ts.isFunctionLike(target)) return ['…'];
  return again(target);
}

const LOG = /\b(logger|log)\.(warn|error|fatal)$/;
const PRINTED =
  /^(reader\.reject|this\.reject|command\.error|unavailable|explainDenied|console\.error|(\w+\.)?faults\.push)$/;

/** Returns the expressions with the messages that a node throws, prints or logs. `trip` takes two parts of a guard's. */
function messagesAt(node) {
  if (ts.isNewExpression(node)) return thrownBy(node);
  if (!ts.isCallExpression(node)) return [];
  const name = node.expression.getText();
  const given = node.arguments;
  if (LOG.test(name)) return given.slice(-1);
  if (['fileError', 'trip', 'parserOf'].includes(name)) return given.slice(1, 2);
  return PRINTED.test(name) || name === 'super' ? given.slice(0, 1) : [];
}

function thrownBy({ expression, arguments: given }) {
  const name = expression.getText();
  const isError =
    /Error$|^(Un|No|Can|Missing)[a-z]+[A-Z]?|Refused|Changed|Lost|Locked|Stopped|Limit|Archived|Failed/.test(
      name,
    );
  return isError && !OTHER_ERRORS.test(name) ? (given ?? []).slice(0, 1) : [];
}

/** Texts of forms: two sentences, the fault and the remedy. */
const FORM_TEXT = /^[A-Z“"][^]*[a-z’”"]\. [A-Z][^]*\.$/;
const hasForms = (file) => /^server\/(settings\/|users\/passwords)/.test(file);

function sectionOf(file) {
  const places = Object.entries(SECTIONS).flatMap(([section, names]) => names.map((name) => [section, name]));
  const fitting = places
    .filter(([, name]) => file.startsWith(name))
    .sort(([, a], [, b]) => b.length - a.length);
  return fitting[0]?.[0];
}

/** Returns the messages of each section. @returns {Map<string, string[]>} */
export function messagesBySection(root) {
  const sources = sourcesIn(root);
  const declarations = declarationsIn(sources);
  const found = new Map(Object.keys(SECTIONS).map((section) => [section, new Set()]));
  for (const source of sources) {
    const section = sectionOf(source.fileName);
    if (section === undefined || INTERNAL.includes(source.fileName)) continue;
    const add = (texts) => {
      for (const text of texts) if (/[a-z]{3}.* |… [a-z]/.test(text)) found.get(section).add(text.trim());
    };
    visit(source, (node) => {
      for (const message of messagesAt(node)) add(textsOf(message, declarations));
      if (
        hasForms(source.fileName) &&
        (ts.isStringLiteralLike(node) || ts.isBinaryExpression(node) || ts.isTemplateExpression(node))
      )
        // The lead of a form says what it is for.
        if (!ts.isBinaryExpression(node.parent) && node.parent.name?.getText() !== 'lead')
          add(textsOf(node, declarations).filter((text) => FORM_TEXT.test(text)));
    });
  }
  return new Map([...found].map(([section, texts]) => [section, [...texts].sort()]));
}

const IMPERATIVE =
  '(?:(?:To|Add|Apply|Ask|Check|Choose|Connect|Contact|Copy|Correct|Create|Delete|Enter|Export|Find|For|Give|Grant|If|Keep|Leave|Let|List|Make|Migrate|' +
  'Move|Name|Omit|Open|Otherwise|Pass|Paste|Plan|Put|Read|Record|Reload|Rename|Renew|Replace|Restore|Revoke|Run|See|Select|Send|Set|Sign|Split|Start|' +
  'Stop|Then|Try|Type|Undo|Unset|Use|Verify|Wait|Without|Write)\\b|`)';
const SENTENCE = new RegExp(`^([^]*?[.?!…])\\s+(${IMPERATIVE}[^]*)$`);
const CLAUSE = new RegExp(`^([^]*?)[;:] (?:and )?(${IMPERATIVE}[^]*)$`, 'i');

/** Splits a message into the fault and the remedy, which is undefined when the message has none. */
export function partsOf(message) {
  if (new RegExp(`^${IMPERATIVE}`).test(message)) return [message, message];
  const [, wrong, remedy] = SENTENCE.exec(message) ?? CLAUSE.exec(message) ?? [];
  return remedy === undefined ? [message, undefined] : [wrong, remedy[0].toUpperCase() + remedy.slice(1)];
}

/** Returns the metrics with their help texts: objects with `name` and `help`, and calls that add one. */
export function metricsIn(root) {
  const sources = sourcesIn(root).filter(({ fileName }) => /^server\/(monitoring|workers)\//.test(fileName));
  const found = [];
  for (const source of sources)
    visit(source, (node) => {
      const add = (name, help, labels = []) => {
        if (name && help && ts.isStringLiteralLike(name))
          found.push({ name: name.text, help: textsOf(help, new Map())[0], labels });
      };
      if (ts.isCallExpression(node)) {
        const texts = (nodes) => nodes.filter(ts.isStringLiteralLike).map(({ text }) => text);
        const [first, second, third, , labels] = node.arguments;
        const name = node.expression.getText();
        if (['count', 'counter', 'newGauge', 'addCounts'].includes(name))
          add(first, second, texts(node.arguments.slice(2)));
        if (name === 'addGauge') add(second, third, texts(labels?.elements ?? []));
      }
      if (ts.isArrayLiteralExpression(node) && ts.isFunctionLike(node.elements[2] ?? node))
        add(...node.elements.slice(0, 2));
      if (!ts.isObjectLiteralExpression(node)) return;
      const valueOf = (key) => node.properties.find((part) => part.name?.getText() === key)?.initializer;
      const labels = valueOf('labelNames')?.elements.map(({ text }) => text);
      add(valueOf('name'), valueOf('help'), labels);
    });
  return found.sort((one, other) => one.name.localeCompare(other.name));
}
