// Writes a request as a program in several languages: curl, JavaScript, Python, Go and Java.
// A request is `{ method, url, headers, body, files }`. A file is `{ name, fileName, type, content? }`. A sample has the
// content, and reads a file without content from the disk.
import { curlLine } from './curl.js';
import { quoted } from './dom.js';
import { go } from './sample-go.js';
import { java } from './sample-java.js';

/** The command first writes the examples to files. */
function curl({ method, url, headers, body, files }) {
  const written = files
    .filter(({ content }) => content !== undefined)
    .map(({ fileName, content }) => `printf '%s' ${quoted(content)} > ${quoted(fileName)}\n`);
  const parts = files.map(({ name, fileName, type }) => `-F ${quoted(`${name}=@${fileName};type=${type}`)}`);
  const data = body === undefined ? parts : [`--data-raw ${quoted(body)}`];
  return written.join('') + curlLine({ method, url, headers, body: data });
}

/** JSON strings are also strings of the other languages. */
const text = JSON.stringify;
const indented = (lines, indent) => lines.replaceAll('\n', `\n${indent}`);

/** Returns JSON with line breaks, or undefined for a body that is not JSON. */
function formatted(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 4);
  } catch {
    return undefined;
  }
}

function javaScript({ method, url, headers, body, files }) {
  const json = formatted(body);
  const parts = files.map(({ name, fileName, type, content }) => {
    const bytes = content === undefined ? `await readFile(${text(fileName)})` : text(content);
    const blob = `new Blob([${bytes}], { type: ${text(type)} })`;
    return `form.append(${text(name)}, ${blob}, ${text(fileName)});`;
  });
  return [
    ...(files.some(({ content }) => content === undefined)
      ? ["import { readFile } from 'node:fs/promises';\n"]
      : []),
    ...(files.length > 0 ? ['const form = new FormData();', ...parts] : []),
    `const response = await fetch(${text(url)}, {`,
    `    method: ${text(method)},`,
    `    headers: ${indented(JSON.stringify(headers, null, 4), '    ')},`,
    ...(files.length > 0 ? ['    body: form,'] : []),
    ...(body === undefined
      ? []
      : [`    body: ${json ? `JSON.stringify(${indented(json, '    ')})` : text(body)},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

const PYTHON_LITERALS = { true: 'True', false: 'False', null: 'None' };
const pythonOf = (json) =>
  json.replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => PYTHON_LITERALS[token] ?? token);

function python({ method, url, headers, body, files }) {
  const json = formatted(body);
  const parts = files.map(({ name, fileName, type, content }) => {
    const bytes = content === undefined ? `open(${text(fileName)}, "rb")` : `${text(content)}.encode()`;
    return `        ${text(name)}: (${text(fileName)}, ${bytes}, ${text(type)}),\n`;
  });
  return [
    'import requests\n',
    'response = requests.request(',
    `    ${text(method)},`,
    `    ${text(url)},`,
    `    headers=${indented(JSON.stringify(headers, null, 4), '    ')},`,
    ...(files.length > 0 ? [`    files={\n${parts.join('')}    },`] : []),
    ...(body === undefined
      ? []
      : [json ? `    json=${indented(pythonOf(json), '    ')},` : `    data=${text(body)}.encode(),`]),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

/** Each language with the function that writes a request in it. */
export const LANGUAGES = { curl, JavaScript: javaScript, Python: python, Go: go, Java: java };
