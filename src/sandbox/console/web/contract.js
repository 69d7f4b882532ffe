// The contract as the documentation reads it: its operations, with references resolved where they are looked at.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Where the documentation shows an operation; one without a name of its own goes by its method and path. */
export const hashOf = (operationId) => `#${encodeURIComponent(operationId)}`;

export function readContract(document) {
  /** Follows references; a description beside one replaces that of its target. */
  function resolve(value) {
    if (typeof value?.$ref !== 'string') return value;
    const { $ref, ...beside } = value;
    const target = $ref
      .slice('#/'.length)
      .split('/')
      .reduce(
        (node, segment) => node[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
    return { ...resolve(target), ...beside };
  }

  /** `CyberAsset` of a reference to it. */
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
          ...resolve(response),
        })),
      };
    }),
  );
  /** The examples of a parameter or a body, by name. */
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

  return { info: document.info, operations, resolve, nameOf, examplesOf };
}
