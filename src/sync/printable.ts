// Text for a terminal.

/** Names, sources and servers are other people's: a terminal must not act on what they say. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
