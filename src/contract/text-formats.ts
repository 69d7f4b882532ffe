// The formats of texts that this project adds to JSON Schema (decision 32). The document explains them; other tools
// ignore them.

export interface TextFormat {
  allowed: RegExp;
  /** The sentence about any other text. */
  fault: string;
}

export const TEXT_FORMATS = new Map<string, TextFormat>(
  Object.entries({
    'single-line-text': {
      allowed: /^[^\x00-\x1F\x7F-\x9F]*$/u,
      fault: 'must not contain control characters',
    },
    'multi-line-text': {
      allowed: /^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$/u,
      fault: 'must not contain control characters',
    },
    'visible-text': {
      allowed:
        /^[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}](?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}])?$/u,
      fault: 'must consist of visible characters, without white space at its start or end',
    },
    'entity-tag': {
      allowed: /^"[!#-~\x80-\xFF]*"$/u,
      fault: 'must be an entity tag in quotes, for example "Zk3vJ0qHkN2l8mXyT1cUaw"',
    },
    'entity-tags': {
      allowed:
        /^[ \t,]*((W\/)?"[!#-~\x80-\xFF]*"|[!#-+.-~\x80-\xFF-]+)([ \t]*,[ \t,]*((W\/)?"[!#-~\x80-\xFF]*"|[!#-+.-~\x80-\xFF-]+))*[ \t,]*$/u,
      fault: 'must be * or entity tags, for example "Zk3vJ0qHkN2l8mXyT1cUaw"',
    },
  }),
);
