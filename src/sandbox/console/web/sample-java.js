// Writes a request as a Java program, for Java 16 or later.
const text = JSON.stringify;
const BOUNDARY = 'boundary-of-this-form';

function formBody(files) {
  const parts = files.flatMap(({ name, fileName, type, content }) => {
    const disposition = `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`;
    return [
      `ofString(${text(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`)})`,
      content === undefined ? `ofFile(Path.of(${text(fileName)}))` : `ofString(${text(content)})`,
      `ofString(${text('\r\n')})`,
    ];
  });
  parts.push(`ofString(${text(`--${BOUNDARY}--\r\n`)})`);
  return `BodyPublishers.concat(\n${parts.map((part) => `                BodyPublishers.${part}`).join(',\n')})`;
}

const bodyOf = (body) =>
  body === undefined ? 'BodyPublishers.noBody()' : `BodyPublishers.ofString(${text(body)})`;

/** `request` is as in samples.js. */
export function java({ method, url, headers, body, files }) {
  const isForm = files.length > 0;
  const sent = {
    ...headers,
    ...(isForm && { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }),
  };
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse;',
    ...(files.some(({ content }) => content === undefined) ? ['import java.nio.file.Path;'] : []),
    '\npublic class Example {',
    '    public static void main(String[] arguments) throws Exception {',
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${text(url)}))`,
    ...Object.entries(sent).map(([name, value]) => `            .header(${text(name)}, ${text(value)})`),
    `            .method(${text(method)}, ${isForm ? formBody(files) : bodyOf(body)})`,
    '            .build();',
    '        HttpResponse<String> response =',
    '            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    '}',
  ].join('\n');
}
