// Reads the text of a response up to a limit, so that a small compressed response cannot fill the memory.

/** 64 MiB: a list of about 250,000 assets. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Returns undefined for a body of more bytes, counted after decompression. The rest is not received. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return undefined;
}

/** Says that a response is larger than the limit. */
export const tooLarge = (status: number, maxBytes: number): string =>
  `The response (${status}) has more than ${maxBytes.toLocaleString('en-US')} bytes.`;
