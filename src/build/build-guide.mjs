// Renders the guide as HTML pages that the sandbox serves at /docs/guide/ or /sandbox/docs/guide/. A part of
// `npm run build`.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const content = this.parser.parseInline(tokens);
      return depth === 1
        ? `<h1>${content}</h1>\n`
        : `<h${depth} id="${anchorOf(text)}">${content}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      if (/^(https?:|#)/.test(href)) return `<a href="${escaped(href)}">${content}</a>`;
      const page = /^([\w-]+)\.md(#.+)?$/.exec(href);
      // The package does not contain the repository, so a link to one of its files becomes text.
      return page ? `<a href="${page[1]}${page[2] ?? ''}">${content}</a>` : content;
    },
    html: () => '', // comments
  },
});

/** Returns the navigation: the headings and the links of the index page. */
function navigationOf(index, current) {
  const lines = index.split('\n').flatMap((line) => {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading) return `<h2>${escaped(heading)}</h2>`;
    const [, title, name] = /^\| \[(.+)\]\(([\w-]+)\.md\)/.exec(line) ?? [];
    if (!name) return [];
    return `<a href="${name}"${name === current ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;
  });
  return lines.join('\n        ');
}

const pageOf = (title, navigation, content) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} · Compliance Inventory API guide</title>
    <link rel="icon" href="../../console/icon.svg">
    <link rel="stylesheet" href="../../console/base.css">
    <link rel="stylesheet" href="../../console/guide.css">
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header class="bar">
      <a class="brand" href="../../"><img src="../../console/icon.svg" alt="">Compliance Inventory API</a>
      <span class="badge mock">Sandbox</span>
      <nav aria-label="Pages">
        <a href="../../">Console</a><a href="../../docs">Docs</a><a href="./" aria-current="page">Guide</a>
      </nav>
    </header>
    <div class="guide">
      <main id="main" class="text">
${content}
      </main>
      <nav aria-label="Guide">
        <a href="./">Overview</a>
        ${navigation}
      </nav>
    </div>
  </body>
</html>
`;

/** Returns Markdown in which a link to a file outside of the guide is text, as on the HTML page. */
const withOwnLinks = (text) => text.replace(/\[([^\]\n]+)\]\(\.\.[^)\n]*\)/g, '$1');

/**
 * Writes a page for each Markdown file of `source` to `target`, as HTML and as Markdown, and copies the other files. The
 * API reference searches `pages.json`, which has every page as `{ name, title, html }`.
 */
export function buildGuide(source, target) {
  mkdirSync(target, { recursive: true });
  const index = readFileSync(join(source, 'index.md'), 'utf8');
  const pages = [];
  for (const file of readdirSync(source)) {
    if (/\.(png|svg)$/.test(file)) copyFileSync(join(source, file), join(target, file));
    if (!file.endsWith('.md')) continue; // the scripts and their data are in the pages
    const name = file.replace(/\.md$/, '');
    const text = readFileSync(join(source, file), 'utf8');
    const [, title] = /^# (.+)/m.exec(text);
    const html = markdown.parse(text);
    pages.push({ name, title, html });
    writeFileSync(join(target, file), withOwnLinks(text));
    writeFileSync(join(target, `${name}.html`), pageOf(title, navigationOf(index, name), html));
  }
  writeFileSync(join(target, 'pages.json'), JSON.stringify(pages));
  // The sandbox serves it at `/llms.txt`, and its contract, which can be a branch, in OpenAPI 3.1 only.
  const overview = readFileSync(join(source, 'llms.txt'), 'utf8');
  writeFileSync(
    join(target, 'llms.txt'),
    overview
      .replace('](../../generated/', '](docs/')
      .replace(/^- .*\.\.\/generated\/.*\n/m, '')
      .replace(/\]\(([\w-]+\.md)/g, '](docs/guide/$1'),
  );
}
