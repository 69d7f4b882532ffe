// Values that callers send as text, in parameters and forms. Only the contract decides which value a text means.
import { isObject, type JsonObject, parseJson } from '../../base/values';
import { canonicalJson } from '../model/json';

/** Returns the values that one text can mean. */
function listReadings(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  if (text.trim() !== '' && Number.isFinite(Number(text))) return [text, Number(text)];
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  return json === undefined ? [text] : [text, json];
}

export class SentText {
  constructor(
    /** The texts under the name. */
    private readonly texts: string[],
    private readonly items = texts,
    private readonly pairs: [name: string, text: string][] = [],
  ) {}

  /** The values that it can mean: a list, an object, or a plain value. */
  get readings(): unknown[] {
    const object = this.pairs.length > 0 ? [Object.fromEntries(this.pairs)] : [];
    return [this.items, ...object, ...this.texts.flatMap(listReadings)];
  }

  /** The plain values in it, also those of a list in one text. */
  get plainValues(): unknown[] {
    return this.texts.flatMap((text) => [text, ...text.split(',')]).flatMap(listReadings);
  }

  get asList(): unknown[] {
    const json: unknown[] | undefined = this.texts.flatMap(listReadings).find(Array.isArray);
    return json ?? this.items.map((text) => new SentText([text]));
  }

  get asObject(): JsonObject {
    return this.texts.flatMap(listReadings).find(isObject) ?? toFields(this.pairs);
  }
}

/** Returns the fields of a form or object. The value of a field is undefined if its text was cut. */
export function toFields(entries: Iterable<[name: string, text: string | undefined]>): JsonObject {
  const texts = new Map<string, string[] | undefined>();
  for (const [name, text] of entries)
    texts.set(name, text === undefined ? undefined : [...(texts.get(name) ?? []), text]);
  return Object.fromEntries([...texts].map(([name, sent]) => [name, sent && new SentText(sent)]));
}

/** Reads an `application/x-www-form-urlencoded` form. */
export function readFields(text: string, isCut: boolean): JsonObject {
  const entries: [string, string | undefined][] = [...new URLSearchParams(text)];
  const [last] = isCut ? entries.splice(-1) : [];
  return toFields(last ? [...entries, [last[0], undefined]] : entries);
}

/** Reads a `multipart/form-data` form (RFC 7578). Returns undefined for other text. */
export function readParts(text: string): { body: JsonObject; isPartial: boolean } | undefined {
  const [delimiter] = /^--[^\r\n]*[^\s]/.exec(text.trimStart()) ?? [];
  if (delimiter === undefined) return undefined;
  const parts = `\n${text.trimStart()}`.split(`\n${delimiter}`).slice(1);
  const isPartial = !parts.at(-1)!.startsWith('--');
  const entries = parts.flatMap((part, index): [string, string | undefined][] => {
    const [head = '', between = ''] = /^[^]*?(\r?\n\r?\n)/.exec(part) ?? [];
    const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^;\s]+))/i.exec(head) ?? [];
    const name = quoted ?? plain;
    if (name === undefined || between === '') return [];
    const isCut = index === parts.length - 1;
    return [[name, isCut ? undefined : part.slice(head.length).replace(/\r$/, '')]];
  });
  return { body: toFields(entries), isPartial };
}

/** Returns whether a value can match an alternative, for example `kind=building,floor=1`. A name without values excludes none. */
export function canBeOf(label: string, value: unknown): boolean {
  if (!isObject(value) || !/^[\w$-]+=/.test(label) || label.includes('…')) return true;
  return label.split(/,(?=[\w$-]+=)/).every((constant) => {
    const name = constant.slice(0, constant.indexOf('='));
    const text = constant.slice(name.length + 1);
    const sent = value[name];
    const readings = sent instanceof SentText ? sent.readings : [sent];
    // A discriminator can have several values for one alternative.
    const allowed = [text, ...text.split(',')];
    return sent === undefined || readings.some((each) => allowed.includes(asText(each)));
  });
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : canonicalJson(value));
