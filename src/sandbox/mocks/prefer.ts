// `Prefer` (RFC 7240): which answer a partner wants to rehearse, `code=404`, `example=NAME`, `dynamic=true`, `delay=2`.
import { ApiError } from '../../errors';

export interface Preference {
  code?: number;
  example?: string;
  dynamic?: boolean;
  /** Milliseconds to wait before the answer. */
  delay?: number;
}

const MAX_DELAY_MILLISECONDS = 10_000;

// token[=value] with the value a token or a quoted string; parameters after `;` count as preferences too, as Prism takes them.
const PREFERENCE = /([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;

export function rejectPreference(message: string): ApiError {
  return new ApiError('validation_error', `The Prefer header cannot be followed: ${message}.`, {
    details: [{ field: 'Prefer', message }],
  });
}

function delayOf(text: string): number {
  const [, number, unit] = /^(\d{1,5}(?:\.\d{1,3})?)(ms|s)?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (unit === 'ms' ? 1 : 1000);
  if (!(milliseconds <= MAX_DELAY_MILLISECONDS))
    throw rejectPreference('delay is in seconds, such as 2 or 0.5 or 250ms, and at most 10');
  return milliseconds;
}

function codeOf(text: string): number {
  if (!/^[1-5]\d\d$/.test(text)) throw rejectPreference('code must be a status, such as 404');
  return Number(text);
}

function dynamicOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw rejectPreference('dynamic must be true or false');
  return text === 'true';
}

/** Preferences other than these are ignored, as the RFC asks. @throws ApiError `validation_error` for a value that is none. */
export function parsePrefer(header: string | string[] | undefined): Preference {
  const preference: Preference = {};
  if (header === undefined) return preference;
  for (const [, name, quoted, plain] of String(header).matchAll(PREFERENCE)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    switch (name!.toLowerCase()) {
      case 'code':
        preference.code ??= codeOf(value); // the first of several counts
        break;
      case 'example':
        preference.example ??= value;
        break;
      case 'dynamic':
        preference.dynamic ??= dynamicOf(value);
        break;
      case 'delay':
        preference.delay ??= delayOf(value);
    }
  }
  return preference;
}

/** What `Preference-Applied` says; undefined when nothing was. */
export function appliedText({ code, example, dynamic, delay }: Preference): string | undefined {
  const applied = [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example="${example}"`]),
    ...(dynamic ? ['dynamic=true'] : []),
    ...(delay === undefined ? [] : [`delay=${delay / 1000}`]),
  ];
  return applied.length > 0 ? applied.join(', ') : undefined;
}
