// The callers that use the changed part of an edit, from recordings and usage exports.

/** The recorded use of the changed part of one edit. */
export interface Callers {
  /** The number of recordings with such a request. */
  recordings: number;
  /** The number of all recordings. */
  of: number;
  calls: number;
  /** The first such request. `call` starts at 1. */
  first: { file: string; call: number } | null;
  /** The API keys that used the operations, from usage exports. Null without a usage export. */
  keys: { count: number; lastDay: string | null } | null;
}

/** Returns for example `2 of 14 recordings, 31 calls; first: acme.har #12`. */
export function callersText({ recordings, of, calls, first, keys }: Callers): string {
  const used = first
    ? `${recordings} of ${of} recordings, ${calls} ${calls === 1 ? 'call' : 'calls'}; first: ${first.file} #${first.call}`
    : `0 of ${of} recordings`;
  const texts = of > 0 || !keys ? [used] : [];
  if (keys) texts.push(keysText(keys));
  return texts.join('; ');
}

function keysText({ count, lastDay }: NonNullable<Callers['keys']>): string {
  if (lastDay === null) return 'no key used this operation';
  return `${count} ${count === 1 ? 'key' : 'keys'} used this operation, last on ${lastDay}`;
}
