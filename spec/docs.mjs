// `npm run spec:docs` writes the sandbox's documentation page (decision 30) and the guide as one file that needs no
// server. It reads the built pages.
// Browsers import no modules from file://, so TypeScript converts the modules to CommonJS in one script.
// Limits: modules of the page's folder only, no top-level await, no circular imports.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/contract.html' } } });

const root = new URL('..', import.meta.url);
const web = new URL('dist/src/sandbox/console/web/', root);
const read = (file) => readFileSync(new URL(file, web), 'utf8');

/** Returns the modules of an entry, dependencies first. */
function modulesOf(entry, found = new Map()) {
  const text = read(entry);
  for (const { fileName } of ts.preProcessFile(text).importedFiles)
    if (!found.has(fileName)) modulesOf(fileName, found);
  return found.set(`./${entry.replace('./', '')}`, text);
}

function scriptOf(entry) {
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
    removeComments: true, // except licenses
  };
  const parts = [...modulesOf(entry)].map(
    ([name, text]) =>
      `define(${JSON.stringify(name)}, (exports, require) => {\n${ts.transpileModule(text, { compilerOptions }).outputText}});\n`,
  );
  return `const modules = {};\nconst define = (name, run) => run((modules[name] = {}), (needed) => modules[needed]);\n${parts.join('')}`;
}

/** Replaces a text. @throws Error unless it appears exactly once. */
function swap(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`docs.html contains this text ${parts.length - 1} times instead of once: ${from}`);
  return parts.join(to);
}

const between = (text, from, to) => text.slice(text.indexOf(from), text.indexOf(to) + to.length);
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const contract = readFileSync(new URL('generated/openapi.json', root), 'utf8');
const { info } = JSON.parse(contract);
// The guide's pictures belong to the server.
const guide = read('../guide/pages.json').replace(/<img [^>]*>/g, '');
const journeys = readFileSync(new URL('generated/journeys.json', root), 'utf8');
const script = scriptOf('docs-offline.js');
const style = ['base.css', 'search.css', 'docs.css', 'guide.css'].map(read).join('\n');
for (const text of [script, style])
  if (/<\/(script|style)|<!--/i.test(text))
    throw new Error('A script or style sheet contains a closing tag.');
const icon = `data:image/svg+xml;base64,${Buffer.from(read('icon.svg')).toString('base64')}`;
// Allows this script and style only, and no requests.
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const header = `<header class="bar">
      <a class="brand" href="#"><img src="${icon}" alt="">${escaped(info.title)}</a>
      <span class="version">Contract <span id="version"></span></span>
    </header>`;

/** Returns an element with JSON. `<` is escaped, so that no description can close the element. */
const data = (id, json) =>
  `<script type="application/json" id="${id}">${JSON.stringify(JSON.parse(json)).replaceAll('<', '\\u003c')}</script>`;

const page = read('docs.html');
const swaps = [
  [
    '<meta charset="utf-8">',
    `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  ],
  [between(page, '<title>', '</title>'), `<title>${escaped(info.title)}</title>`],
  ['<link rel="icon" href="console/icon.svg">', `<link rel="icon" href="${icon}">`],
  ['<link rel="stylesheet" href="console/base.css">', `<style>${style}</style>`],
  ['    <link rel="stylesheet" href="console/search.css">\n', ''],
  ['    <link rel="stylesheet" href="console/docs.css">\n', ''],
  ['    <link rel="preload" href="docs/openapi.json" as="fetch" crossorigin>\n', ''],
  ['    <script type="module" src="console/docs.js"></script>\n', ''],
  [between(page, '<header class="bar">', '</header>'), header],
  [between(page, '<noscript>', '</noscript>'), '<noscript>This page needs JavaScript.</noscript>'],
  [
    '</body>',
    `  ${data('contract', contract)}\n    ${data('journeys', journeys)}\n    ${data('guide', guide)}\n    <script>${script}</script>\n  </body>`,
  ],
];
const html = swaps.reduce((text, [from, to]) => swap(text, from, to), page);

const out = resolve(values.out);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, html);
console.log(`${values.out}: ${info.title} ${info.version}, ${Math.round(html.length / 1024)} KB`);
