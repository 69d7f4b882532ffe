// Asks an identity provider, and reads no more of its answer than such a one can have: what is larger would fill this process's memory.

const MAX_BYTES = 1024 * 1024;

/** As `fetch`. Reading a body that is larger than that fails. */
export async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  if (response.body === null) return response;
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        controller.error(new Error(`${new URL(url).origin} answered with more than ${MAX_BYTES} bytes.`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(bound), response);
}
