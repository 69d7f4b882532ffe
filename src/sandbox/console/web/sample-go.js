// Writes a request as a Go program.
const text = JSON.stringify;
const CHECK = '\tif err != nil {\n\t\tpanic(err)\n\t}';

function form(files) {
  const parts = files.flatMap(({ name, fileName, type, content }) => [
    '\tpart, err := form.CreatePart(textproto.MIMEHeader{',
    `\t\t"Content-Disposition": {${text(`form-data; name="${name}"; filename="${fileName}"`)}},`,
    `\t\t"Content-Type":        {${text(type)}},`,
    `\t})\n${CHECK}`,
    ...(content === undefined
      ? [`\tfile, err := os.ReadFile(${text(fileName)})\n${CHECK}`, '\tpart.Write(file)']
      : [`\tpart.Write([]byte(${text(content)}))`]),
  ]);
  return ['\tbody := &bytes.Buffer{}', '\tform := multipart.NewWriter(body)', ...parts, '\tform.Close()'];
}

/** A raw string needs no escapes, but cannot contain a backtick. */
const rawText = (body) => (/[`\r]/.test(body) ? text(body) : `\`${body}\``);

/** `request` is as in samples.js. */
export function go({ method, url, headers, body, files }) {
  const isForm = files.length > 0;
  const hasBody = isForm || body !== undefined;
  const imports = ['fmt', 'io', 'net/http'].concat(
    isForm ? ['bytes', 'mime/multipart', 'net/textproto'] : hasBody ? ['strings'] : [],
    files.some(({ content }) => content === undefined) ? ['os'] : [],
  );
  const setHeaders = Object.entries(headers).map(
    ([name, value]) => `\trequest.Header.Set(${text(name)}, ${text(value)})`,
  );
  return [
    'package main\n',
    `import (\n${imports
      .sort()
      .map((name) => `\t${text(name)}\n`)
      .join('')})\n`,
    'func main() {',
    ...(isForm ? form(files) : hasBody ? [`\tbody := strings.NewReader(${rawText(body)})`] : []),
    `\trequest, err := http.NewRequest(${text(method)}, ${text(url)}, ${hasBody ? 'body' : 'nil'})`,
    CHECK,
    ...setHeaders,
    ...(isForm ? ['\trequest.Header.Set("Content-Type", form.FormDataContentType())'] : []),
    `\tresponse, err := http.DefaultClient.Do(request)\n${CHECK}`,
    '\tdefer response.Body.Close()',
    `\tcontent, err := io.ReadAll(response.Body)\n${CHECK}`,
    '\tfmt.Println(response.StatusCode, string(content))',
    '}',
  ].join('\n');
}
