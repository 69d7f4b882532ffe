// Reads a parameter of a recorded call, serialized as the base declares it.
import { isJson, parseJson } from '../../base/values';
import type { EffectiveParameter } from '../model/messages';
import type { RecordedCall } from './recordings';
import { SentText } from './sent-text';

/** A call of a known operation. */
export interface RoutedCall extends RecordedCall {
  /** The values of the path parameters, by name. */
  pathValues: Map<string, string>;
  /** The parameters that the operation declares in the base. */
  declaredParameters: EffectiveParameter[];
  /** The statuses that the operation declares in the base. */
  declaredStatuses: string[];
}

interface ParameterPlace {
  location: string;
  name: string;
  /** The path into the value, for example `[]` or `name`. */
  inside: string | undefined;
}

type Pair = [name: string, text: string];

/** The separators of the items in one text. The other styles have commas. */
const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** Returns the value of a parameter, or undefined if the call omits it. */
export function readParameter(place: ParameterPlace, call: RoutedCall): unknown {
  const { location, name } = place;
  const declared = call.declaredParameters.find(
    (each) => each.in === location && (each.name === name || each.key === `header ${name.toLowerCase()}`),
  );
  const { style = 'form', explode = true } = declared ?? {};
  const texts = listTexts(place, call);
  const json = isJson(style) ? parseJson(texts.join()) : undefined;
  if (json !== undefined) return json;
  const split = (text: string): string[] => {
    const items = text.split(SEPARATORS[style] ?? ',');
    return location === 'header' ? items.map((item) => item.trim()) : items;
  };
  const isInQuery = location === 'query';
  const isRepeated = isInQuery && explode;
  const items = isRepeated ? texts : texts.flatMap(split);
  const bracketed = isInQuery ? bracketedIn(call.query, name) : [];
  const isSpread = isRepeated && style === 'form' && bracketed.length === 0;
  const fields = [
    ...bracketed,
    ...(isRepeated ? [] : toPairs(items, explode)),
    ...(isSpread ? spreadFields(declared, place, call) : []),
  ];
  if (texts.length + fields.length === 0) return undefined;
  const listed = bracketed.filter(([key]) => /^\d*$/.test(key)).map(([, text]) => text);
  return new SentText(texts, [...items, ...listed], fields);
}

function listTexts({ location, name }: ParameterPlace, { query, request, pathValues }: RoutedCall): string[] {
  if (location === 'query') return query.getAll(name);
  const { headers } = request;
  if (location === 'cookie') {
    const cookies = (headers.get('cookie') ?? '').split(/;\s*/).map(toPair);
    return cookies.flatMap(([key, text]) => (key === name ? [text] : []));
  }
  const text = location === 'path' ? pathValues.get(name) : headers.get(name.toLowerCase());
  return text === undefined ? [] : [text];
}

/** Splits a text at its first `=`. */
function toPair(text: string): Pair {
  const [name = '', ...rest] = text.split('=');
  return [name, rest.join('=')];
}

/** Returns the parts of a list or object that the query has as `name[]`, `name[0]` or `name[field]`. */
const bracketedIn = (query: URLSearchParams, name: string): Pair[] =>
  [...query].flatMap(([key, text]): Pair[] =>
    key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), text]] : [],
  );

/** Returns the fields of an exploded object, each of which is a query parameter of its own. */
function spreadFields(
  declared: EffectiveParameter | undefined,
  { inside }: ParameterPlace,
  { query, declaredParameters }: RoutedCall,
): Pair[] {
  const names = new Set(declared?.fieldNames());
  const others = new Set(declaredParameters.map((parameter) => parameter.name));
  const isObject = inside !== undefined && !inside.startsWith('[');
  return [...query].filter(([key]) => names.has(key) || (isObject && !others.has(key)));
}

/** Reads an object in one text: `a,1,b,2`, or `a=1,b=2` if it is exploded. */
const toPairs = (items: string[], explode: boolean): Pair[] =>
  explode
    ? items.filter((item) => item.includes('=')).map(toPair)
    : items.flatMap((item, index): Pair[] =>
        index % 2 === 0 && index + 1 < items.length ? [[item, items[index + 1]!]] : [],
      );
