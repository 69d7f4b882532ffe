// Reads the operations of the contract for the documentation. Schemas keep their references until they are
// shown.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Returns a URL fragment of the documentation: of an operation, `hashOf('schema', 'CyberAsset', 'name')`,
 * `hashOf('errors', 'conflict')`, and the like. Without `#` it is the id of the element.
 */
export const hashOf = (...segments) => `#${segments.map(encodeURIComponent).join('/')}`;

/** Returns the URL and the header fields of a request. `given` are parameters with their `value`. */
export function placed(path, given) {
  const of = (place) => given.filter((parameter) => parameter.in === place);
  const pairsOf = (place) => of(place).map(({ name, value }) => [name, value]);
  const filled = of('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(pairsOf('query')).toString();
  return { url: filled + (query && `?${query}`), headers: Object.fromEntries(pairsOf('header')) };
}

export function readContract(document) {
  /** Follows references. A description next to a reference replaces that of its target. */
  function resolve(value) {
    if (typeof value?.$ref !== 'string') return value;
    const { $ref, ...siblings } = value;
    const target = $ref
      .slice('#/'.length)
      .split('/')
      .reduce(
        (node, segment) => node[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
    return { ...resolve(target), ...siblings };
  }

  /** Returns the component name of a reference, for example `CyberAsset`. */
  const nameOf = (value) => value?.$ref?.split('/').at(-1);

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const authored = item[method];
      return {
        ...authored,
        summary: authored.summary ?? authored.operationId,
        path,
        method: method.toUpperCase(),
        hash: hashOf(authored.operationId),
        availability: authored['x-availability'],
        tag: authored.tags?.[0] ?? 'Other',
        parameters: [...(authored.parameters ?? []), ...(item.parameters ?? [])].map(resolve),
        requestBody: resolve(authored.requestBody),
        responses: Object.entries(authored.responses ?? {}).map(([status, response]) => ({
          status,
          isShared: response.$ref !== undefined,
          ...resolve(response),
        })),
      };
    }),
  );
  /** Returns the examples of a parameter or body. */
  function examplesOf({ examples, example }) {
    const named = Object.entries(examples ?? {}).map(([name, given]) => ({
      name,
      summary: name,
      ...resolve(given),
    }));
    return example === undefined || named.length > 0
      ? named
      : [{ name: 'example', summary: 'Example', value: example }];
  }

  /** Returns the example file of a form as `{ name, fileName, type, content }`. */
  function fileOf(media, name) {
    const type = media.encoding?.[name]?.contentType?.split(/[,;]/)[0] ?? 'application/octet-stream';
    const content = String(examplesOf(media)[0]?.value?.[name] ?? 'example');
    return { name, fileName: `example.${type === 'text/csv' ? 'csv' : 'pdf'}`, type, content };
  }

  const schemas = document.components?.schemas ?? {};

  return {
    info: document.info,
    server: document.servers?.[0],
    securitySchemes: document.components?.securitySchemes ?? {},
    responses: Object.values(document.components?.responses ?? {}),
    operations,
    schemas,
    resolve,
    nameOf,
    examplesOf,
    fileOf,
  };
}
