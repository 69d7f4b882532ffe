// Colors the code of the guide: comments, texts, numbers and words of the language.

const HASH = '(?<![^\\s])#[^\\n]*';
const SLASHES = '//[^\\n]*|/\\*[^]*?\\*/';
const DASHES = '--[^\\n]*';
const TEXT = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'`;
const NUMBER = '\\b\\d[\\d_.]*\\b';
const SCRIPT = 'import|from|export|const|let|await|async|function|return|new|if|for|of|type|interface|throw';
const SQL =
  'create|alter|grant|revoke|select|from|where|on|to|in|role|user|database|table|with|set|insert|update|delete';
const PYTHON = 'import|from|def|with|as|return|for|in|if|yield|assert|class';
const SHELL = 'export|if|then|fi|for|do|done|in';

const NONE = '(?!)';

/** The comments, the words and the numbers of each language. */
const LANGUAGES = {
  sh: [HASH, SHELL, NONE], // addresses and versions are no numbers
  bash: [HASH, SHELL, NONE],
  yaml: [HASH, 'true|false|null'],
  js: [SLASHES, SCRIPT],
  ts: [SLASHES, SCRIPT],
  json: [NONE, 'true|false|null'],
  python: [HASH, PYTHON],
  sql: [DASHES, SQL],
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns HTML in which spans have the classes of the pages' JSON: `muted`, `string`, `number`, `literal`. */
export function highlight(code, language) {
  const [comment, words, numbers = NUMBER] = LANGUAGES[language] ?? [];
  if (!comment) return escaped(code);
  const token = new RegExp(
    `(?<muted>${comment})|(?<string>${TEXT})|(?<number>${numbers})|(?<literal>\\b(?:${words})\\b(?![-/.:=]))`,
    language === 'sql' ? 'gi' : 'g',
  );
  let [html, end] = ['', 0];
  for (const match of code.matchAll(token)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    html += `${escaped(code.slice(end, match.index))}<span class="${kind}">${escaped(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escaped(code.slice(end));
}
