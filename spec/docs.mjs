// `npm run spec:docs`: the contract as one page that works from a file, without a server and without a network.
// The page is the sandbox's own (decision 7), so that there is one look at the contract and not two.
//
// Browsers refuse to import modules from file://, so the page's modules are put into one script: TypeScript, which is here
// anyway, turns each into CommonJS, and `require` below is all that they then need. A bundler would do no more for a dozen small files.
// Its limits: modules of the page's own folder only, no top-level await, no circles.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/contract.html' } } });

const root = new URL('..', import.meta.url);
const web = new URL('src/sandbox/console/web/', root);
const read = (file) => readFileSync(new URL(file, web), 'utf8');

/** The modules that an entry needs, each after those that it imports. */
function modulesOf(entry, found = new Map()) {
  const text = read(entry);
  for (const { fileName } of ts.preProcessFile(text).importedFiles)
    if (!found.has(fileName)) modulesOf(fileName, found);
  return found.set(`./${entry.replace('./', '')}`, text);
}

function scriptOf(entry) {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const parts = [...modulesOf(entry)].map(
    ([name, text]) =>
      `define(${JSON.stringify(name)}, (exports, require) => {\n${ts.transpileModule(text, { compilerOptions }).outputText}});\n`,
  );
  return `const modules = {};\nconst define = (name, run) => run((modules[name] = {}), (needed) => modules[needed]);\n${parts.join('')}`;
}

/** Replaces what must stand there once; the page may have changed. */
function swap(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`docs.html has ${parts.length - 1} times what spec/docs.mjs replaces: ${from}`);
  return parts.join(to);
}

const between = (text, from, to) => text.slice(text.indexOf(from), text.indexOf(to) + to.length);
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const contract = readFileSync(new URL('generated/openapi.json', root), 'utf8');
const { info } = JSON.parse(contract);
const script = scriptOf('docs-offline.js');
const style = `${read('base.css')}\n${read('docs.css')}`;
for (const text of [script, style])
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error('A file of the page ends its own element.');
const icon = `data:image/svg+xml;base64,${Buffer.from(read('icon.svg')).toString('base64')}`;
// Nothing but what stands in this file runs, and nothing is asked for.
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const header = `<header class="bar">
      <a class="brand" href="#"><img src="${icon}" alt="">${escaped(info.title)}</a>
      <span class="version">Contract <span id="version"></span></span>
    </header>`;

const page = read('docs.html');
const swaps = [
  [
    '<meta charset="utf-8">',
    `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  ],
  [between(page, '<title>', '</title>'), `<title>${escaped(info.title)}</title>`],
  ['<link rel="icon" href="/console/icon.svg">', `<link rel="icon" href="${icon}">`],
  ['<link rel="stylesheet" href="/console/base.css">', `<style>${style}</style>`],
  ['    <link rel="stylesheet" href="/console/docs.css">\n', ''],
  ['    <script type="module" src="/console/docs.js"></script>\n', ''],
  [between(page, '<header class="bar">', '</header>'), header],
  [between(page, '<noscript>', '</noscript>'), '<noscript>This page needs JavaScript.</noscript>'],
  // As data: `<` is escaped, so that no description can end the element.
  [
    '</body>',
    `  <script type="application/json" id="contract">${JSON.stringify(JSON.parse(contract)).replaceAll('<', '\\u003c')}</script>\n    <script>${script}</script>\n  </body>`,
  ],
];
const html = swaps.reduce((text, [from, to]) => swap(text, from, to), page);

const out = resolve(values.out);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, html);
console.log(`${values.out}: ${info.title} ${info.version}, ${Math.round(html.length / 1024)} KB`);
