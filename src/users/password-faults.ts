// What is wrong with a password that somebody chooses. What is too easy to guess, zxcvbn says; it is loaded when it is asked.

export const MIN_CHARACTERS = 12;
export const MAX_CHARACTERS = 128;
/** 10^10 guesses and more: what withstands a stolen digest for long. One less lets a season and a year in. */
const MIN_SCORE = 4;
/** zxcvbn takes long over long texts, in which nothing else is answered meanwhile; and what follows makes a password no weaker. */
const LOOKED_AT = 32;
/** A shorter name may be part of any password. */
const SHORTEST_NAME = 4;

type IsGuessable = (password: string, known: string[]) => boolean;
let isGuessable: Promise<IsGuessable> | undefined;

async function load(): Promise<IsGuessable> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, known) => zxcvbn.check(password.slice(0, LOOKED_AT), known).score < MIN_SCORE;
}

/** A sentence for the person who chose it; undefined for a good one. */
export async function passwordFault(password: string, email: string): Promise<string | undefined> {
  const length = [...password.normalize('NFKC')].length;
  if (length < MIN_CHARACTERS)
    return `Choose a password of at least ${MIN_CHARACTERS} characters. Several words that do not belong together are good.`;
  if (length > MAX_CHARACTERS) return `Choose a password of at most ${MAX_CHARACTERS} characters.`;
  const [name, domain] = email.split('@') as [string, string];
  if (name.length >= SHORTEST_NAME && password.toLowerCase().includes(name))
    return 'Choose a password without your e-mail address in it.';
  isGuessable ??= load();
  const known = [
    'compliance',
    'inventory',
    email,
    domain,
    domain.split('.')[0]!,
    ...email.split(/[^\p{L}\p{N}]+/u),
  ];
  return (await isGuessable)(password, known)
    ? 'This password is too easy to guess. Choose several words that do not belong together, or let a password manager make one.'
    : undefined;
}
