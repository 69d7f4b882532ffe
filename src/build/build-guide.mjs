// Renders the guide as HTML pages that the sandbox serves at /docs/guide/ or /sandbox/docs/guide/. A part of
// `npm run build`.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, Renderer } from 'marked';
import { highlight } from './highlight.mjs';

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
    code: ({ text, lang }) =>
      `<div class="code"><pre tabindex="0"><code>${highlight(text, lang)}</code></pre></div>\n`,
    table(token) {
      const table = Renderer.prototype.table.call(this, token).replaceAll('<th></th>', '<td></td>');
      return `<div class="wide" tabindex="0">${table}</div>\n`;
    },
    html: () => '', // comments
  },
});

/** Returns the links of the index page to pages of the guide, each once, in their order: `{ section, title, name }`. */
function linksOf(index) {
  const links = [{ title: 'Overview', name: 'index' }];
  let section;
  for (const line of index.split('\n')) {
    [, section = section] = /^## (.+)$/.exec(line) ?? [];
    if (section === undefined) continue;
    for (const [, title, name] of line.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g))
      if (!links.some((link) => link.name === name)) links.push({ section, title, name });
  }
  return links;
}

const hrefOf = (name) => (name === 'index' ? './' : name);

function navigationOf(links, current) {
  const lines = links.flatMap(({ section, title, name }, index) => [
    ...(section !== links[index - 1]?.section && section ? [`<h2>${escaped(section)}</h2>`] : []),
    `<a href="${hrefOf(name)}"${name === current ? ' aria-current="page"' : ''}>${escaped(title)}</a>`,
  ]);
  return lines.join('\n        ');
}

/** Returns the links to the pages before and after a page. */
function pagerOf(links, name) {
  const position = links.findIndex((link) => link.name === name);
  const link = (at, rel, label) => {
    const other = position < 0 ? undefined : links[at];
    if (!other) return '';
    const title = `<span>${label}</span> ${escaped(other.title)}`;
    return `<a rel="${rel}" href="${hrefOf(other.name)}">${title}</a>`;
  };
  const found = link(position - 1, 'prev', 'Previous') + link(position + 1, 'next', 'Next');
  return found && `<nav class="pager" aria-label="Previous and next page">${found}</nav>\n`;
}

const MIN_SECTIONS = 2;

/** Returns a page with the table of its contents after its title. */
function withContents(html) {
  const sections = [...html.matchAll(/<h2 id="([^"]+)">(.+?)<\/h2>/g)];
  const entries = sections.map(
    ([, id, title]) => `<li><a href="#${id}">${title.replace(/<[^>]+>/g, '')}</a></li>`,
  );
  const contents =
    sections.length < MIN_SECTIONS
      ? ''
      : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${entries.join('')}</ul></nav>\n`;
  const [title, text] = html.split(/(?<=<\/h1>\n)/);
  return `${title}${contents}<div class="content">\n${text}</div>\n`;
}

const pageOf = (title, navigation, content) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} · Compliance Inventory API guide</title>
    <link rel="icon" href="../../console/icon.svg">
    <link rel="stylesheet" href="../../console/base.css">
    <link rel="stylesheet" href="../../console/search.css">
    <link rel="stylesheet" href="../../console/guide.css">
    <script type="module" src="../../console/guide.js"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header class="bar">
      <a class="brand" href="../../"><img src="../../console/icon.svg" alt="">Compliance Inventory API</a>
      <span class="badge mock">Sandbox</span>
      <nav aria-label="Pages">
        <a href="../../">Console</a><a href="../../docs">Docs</a><a href="./" aria-current="page">Guide</a>
      </nav>
      <button type="button" class="open-search">Search <kbd>/</kbd> <kbd>Ctrl K</kbd></button>
    </header>
    <div class="guide">
      <main id="main" class="text">
${content}
      </main>
      <nav aria-label="Guide">
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
 * order of the pages is that of the links in `index.md`. The search reads `pages.json`, which has every page as
 * `{ name, title, html }`.
 */
export function buildGuide(source, target) {
  mkdirSync(target, { recursive: true });
  const links = linksOf(readFileSync(join(source, 'index.md'), 'utf8'));
  const pages = [];
  for (const file of readdirSync(source)) {
    if (/\.(png|svg)$/.test(file)) copyFileSync(join(source, file), join(target, file));
    if (!file.endsWith('.md')) continue; // the scripts and their data are in the pages
    const name = file.replace(/\.md$/, '');
    const text = readFileSync(join(source, file), 'utf8');
    const [, title] = /^# (.+)/m.exec(text);
    const html = withContents(markdown.parse(text)) + pagerOf(links, name);
    pages.push({ name, title, html });
    writeFileSync(join(target, file), withOwnLinks(text));
    writeFileSync(join(target, `${name}.html`), pageOf(title, navigationOf(links, name), html));
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
