// Ranks the possible meanings of a question: words are alternatives, and stems, typing errors and synonyms count.

/** Operations come before errors and the guide, and these before fields, which have many of the same words. */
const BOOSTS = {
  ...{ operation: 3, prefix: 3, sample: 3, error: 2, header: 2, guide: 2, journey: 1.4 },
  ...{ schema: 1.2, page: 1.6, field: 0.8, parameter: 0.4 },
};

/** Words that questions have and that name nothing. */
const STOP = new Set(
  'a about again am an and any are as at be been by can cannot could do does each every find for from get gets give has have help how i if in into is it its list long make many me mean means much my of on one or our out per see should show so some something that the their them then there this those through to two use using want was we what when where which who whose why will with without work works would you your'.split(
    ' ',
  ),
);

/** Phrases and words of questions, each with the terms of the texts for it. */
const SYNONYMS = {
  'breaking changes': 'breaking edit',
  'time travel': 'advance clock',
  'time zone': 'timezone/time zones',
  'who am i': 'current user',
  'what changed': 'activity log',
  'who changed': 'activity log',
  whoami: 'current user',
  '2fa': 'second factor',
  add: 'create',
  approver: 'approve',
  audit: 'activity',
  callback: 'events',
  bulk: 'several',
  certificate: 'tls/https',
  change: 'update/replace',
  concurrent: 'conditional/If-Match',
  cors: 'browser applications',
  coworker: 'user/invite',
  device: 'cyber asset',
  docker: 'container',
  edit: 'update/replace',
  equipment: 'cyber asset',
  excel: 'csv',
  fail: 'fault/rehearse',
  fake: 'fault/mock',
  fetch: 'read/get',
  history: 'activity/versions',
  insert: 'create',
  late: 'overdue',
  login: 'api key/sign-in',
  member: 'user',
  modify: 'update/replace',
  monthly: 'recurrence',
  paginate: 'cursor/pages',
  pagination: 'cursor/pages',
  paging: 'pagination/cursor/pages',
  password: 'api key/sign-in',
  people: 'users',
  permission: 'access/roles',
  person: 'user',
  plant: 'facility',
  poll: 'activity/ETag',
  recurring: 'recurrence/task series/create task',
  remove: 'delete',
  repeat: 'recurrence/retries',
  reset: 'worlds',
  rollback: 'revert/restore',
  search: 'list/filter',
  simulate: 'fault/rehearse',
  site: 'facility',
  size: 'bytes/MiB',
  slow: 'delay/fault',
  spreadsheet: 'csv',
  ssl: 'tls/https',
  substation: 'facility',
  tenant: 'organization',
  throttling: 'rate limit',
  ticket: 'task',
  timeout: 'delay/deadline',
  timezone: 'time zones',
  todo: 'task',
  token: 'api key',
  undo: 'revert',
  upload: 'record',
  view: 'read/get',
  webhook: 'events',
};
const SYNONYM_WEIGHT = 0.7;
/** Of an operation whose whole title is in the question. */
const NAMED_BOOST = 3;

/** Splits at white space and punctuation, and `completionIntervalDays` also into its words. */
const tokenize = (text) =>
  text.split(/[\n\r\p{Z}\p{P}$<>=+|~^]+/u).flatMap((token) => {
    const words = token.split(/(?<=[a-z0-9])(?=[A-Z])/);
    return words.length > 1 ? [token, ...words] : [token];
  });

/** Returns the stem of an English word: `retry`, `retries` and `retrying` have one. */
function stemOf(word) {
  const lower = word.toLowerCase();
  const stem = lower.replace(/(?:ations?|ions?|[ea]nces?|ents?|ings?|ies|ed|ers?|es|s|e|y)$/, '');
  return stem.length < 3 ? lower : stem;
}

export async function createIndex(entries) {
  const { default: MiniSearch } = await import('./minisearch.js'); // large: only when the reader searches
  const index = new MiniSearch({
    fields: ['title', 'place', 'text'],
    storeFields: ['kind', 'href', 'title', 'place'],
    tokenize,
    processTerm: stemOf,
    searchOptions: {
      boost: { title: 4, place: 1.5 },
      boostDocument: (_id, _term, { kind }) => BOOSTS[kind],
      combineWith: 'AND',
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  return index;
}

const STEMS = new Map(Object.entries(SYNONYMS).map(([word, synonyms]) => [stemOf(word), synonyms]));

/** Returns the parts of a question, each with its synonyms. An id is found by its prefix. */
function partsOf(text) {
  let rest = ` ${text.replace(/[?!.,](?=\s|$)/g, '')} `;
  const parts = [];
  for (const [phrase, synonyms] of Object.entries(SYNONYMS)) {
    const at = phrase.includes(' ') ? rest.toLowerCase().indexOf(` ${phrase} `) : -1;
    if (at < 0) continue;
    rest = `${rest.slice(0, at)}  ${rest.slice(at + phrase.length + 2)}`;
    parts.push([phrase, synonyms]);
  }
  const words = rest.split(' ').filter((word) => word !== '');
  const meant = words.filter((word) => !STOP.has(word.toLowerCase()));
  for (const word of meant.length + parts.length > 0 ? meant : words)
    parts.push([word.replace(/^([a-z]{2,5}_)\w{10,}$/, '$1'), STEMS.get(stemOf(word)) ?? '']);
  return parts;
}

/** Returns the entries of an index for a question, best first. An entry with more of its parts is better. */
export function ranked(index, text) {
  const parts = partsOf(text);
  const found = new Map();
  for (const [word, synonyms] of parts) {
    const best = new Map();
    for (const [query, weight] of [[word, 1], ...synonyms.split('/').map((each) => [each, SYNONYM_WEIGHT])])
      for (const result of query === '' ? [] : index.search(query))
        if (result.score * weight > (best.get(result.id)?.score ?? 0))
          best.set(result.id, { ...result, score: result.score * weight });
    for (const [id, result] of best) {
      const { score = 0, count = 0 } = found.get(id) ?? {};
      found.set(id, { ...result, score: score + result.score, count: count + 1 });
    }
  }
  const asked = text.toLowerCase();
  const isNamed = ({ kind, title }) => kind === 'operation' && asked.includes(title.toLowerCase());
  const valueOf = (result) =>
    result.score * (result.count / parts.length) ** 2 * (isNamed(result) ? NAMED_BOOST : 1);
  return [...found.values()].sort((one, other) => valueOf(other) - valueOf(one));
}
