// Valid and invalid values of cyber asset fields.

export const READ_ONLY: [field: string, value: string][] = [
  ['id', 'ca_mine'],
  ['impact_rating', 'high'],
  ['created_at', '2026-01-31T08:15:30.123Z'],
  ['updated_at', '2026-01-31T08:15:30.123Z'],
  ['organization_slug', 'other-power'],
];

export const UNKNOWN: [field: string, means: string][] = [
  ['cyberSystemId', 'cyber_system_id'],
  ['CYBER_SYSTEM_ID', 'cyber_system_id'],
  ['cyber-system-id', 'cyber_system_id'],
  ['assetType', 'asset_type'],
  ['Name', 'name'],
];

const FIELDS = ['name', 'cyber_system_id', 'asset_type'];
const WRONG_TYPES = [5, true, ['x'], { x: 'x' }, null];

/** Combines each field with each wrong type. */
export const WRONG_TYPE = FIELDS.flatMap((field) =>
  WRONG_TYPES.map((value): [field: string, json: string, value: unknown] => [
    field,
    JSON.stringify(value),
    value,
  ]),
);

export const BAD_NAMES: [what: string, name: string][] = [
  ['empty', ''],
  ['blank', '   '],
  ['of 256 characters', 'x'.repeat(256)],
  ['of 256 characters outside the basic plane', '🔌'.repeat(256)],
  ['of 50,000 characters', 'x'.repeat(50_000)],
  ['with a space before it', ' RTU'],
  ['with a space after it', 'RTU '],
  ['with a no-break space after it', 'RTU\u00a0'],
  ['with an ideographic space before it', '\u3000RTU'],
  ['with a line break inside', 'RTU\n01'],
  ['with a tab inside', 'RTU\t01'],
  ['with NUL inside', 'RTU\u000001'],
  ['with DEL inside', 'RTU\u007f01'],
  ['with a C1 control inside', 'RTU\u008501'],
  ['with a lone high surrogate', 'RTU\ud800'],
  ['with a lone low surrogate', '\udc00RTU'],
  ['with surrogates in reverse order', 'RTU\udd0c\ud83d01'],
  ['with a right-to-left override', 'RTU\u202e10'],
  ['with a left-to-right mark', 'RTU\u200e01'],
  ['with an Arabic letter mark', 'RTU\u061c01'],
  ['with a bidirectional isolate', 'RTU\u206601\u2069'],
  ['with a zero-width space', 'RTU\u200b01'],
  ['with a zero-width joiner', 'RTU\u200d01'],
  ['with a word joiner', 'RTU\u206001'],
  ['with a byte order mark inside', 'RTU\ufeff01'],
  ['with a soft hyphen', 'RTU\u00ad01'],
  ['with a tag character', 'RTU\u{e0041}01'],
];

/** Pairs of names that conflict within one organization. */
export const TWINS: [what: string, name: string, twin: string][] = [
  ['identical', 'TWIN 1', 'TWIN 1'],
  ['different letter case', 'MLB345-RTU09', 'mlb345-rtu09'],
  ['composed and decomposed', 'Umspannwerk Gr\u00fcnau', 'Umspannwerk Gru\u0308nau'],
  ['decomposed and in capitals', 'Poste Pr\u00e9vost', 'POSTE PRE\u0301VOST'],
  ['a Greek letter with an iota below and its capital', 'x\u1fb7', 'x\u1fbc\u0342'],
  ['ß and SS', 'Talstraße', 'TALSTRASSE'],
  ['ß and its capital', 'Bergstraße', 'BERGSTRAẞE'],
  ['capital ẞ and SS', 'WALDSTRAẞE', 'WALDSTRASSE'],
  ['the two small sigmas', 'σταθμός 2', 'σταθμόσ 2'],
  ['Cyrillic in different letter case', 'ПОДСТАНЦИЯ', 'подстанция'],
  ['the Kelvin sign and K', '\u212a-RTU', 'k-rtu'],
  ['combining marks in a different order', 'a\u0323\u0307-RTU', 'a\u0307\u0323-RTU'],
  ['letters outside the basic plane', '\u{10400}-RTU', '\u{10428}-rtu'],
];

/** Names that the server must accept and store unchanged. */
export const GOOD_NAMES: [what: string, name: string][] = [
  ['of one character', 'X'],
  ['of 255 characters', 'y'.repeat(255)],
  ['of 255 characters outside the basic plane', '🔌'.repeat(255)],
  ['with /, # and spaces', 'Bay 4 / Relay #21 (P)'],
  ['in Chinese', '变电站 一号'],
  ['in Arabic', 'محطة فرعية'],
  ['in Devanagari', 'उपकेंद्र'],
  ['decomposed', 'Zu\u0308rich'],
  ['with an SQL injection', `'); DROP TABLE cyber_assets; --`],
  ['with a quote, a backslash and a percent sign', `50% "A" \\ 'B' _ ? ?? :name $1 \\u0041`],
  ['with HTML', '<script>alert(1)</script>&amp;'],
  ['that looks like JSON', '{"__proto__": {"x": 1}}'],
  ['__proto__', '__proto__'],
  ['null', 'null'],
  ['that looks like a number', '007'],
];
