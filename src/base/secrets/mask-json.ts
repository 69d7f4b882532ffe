// Masks the secrets in values of any size, in time slices. A body with as many names is not recorded.
import { nextSlice } from '../scheduling/time-slices';
import { maskBody, maskPair } from './mask-body';
import { MASK, isSecretName, maskText } from './mask-text';

async function maskMember(name: string, value: unknown): Promise<string> {
  const masked = isSecretName(name) ? JSON.stringify(MASK) : await maskJson(value);
  return `${maskText(JSON.stringify(name), 'json')}:${masked}`;
}

/** Masks JSON in a text. Another text is masked as a whole. */
async function maskLongText(text: string): Promise<string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return MASK;
  }
  return typeof value === 'string' ? MASK : maskJson(value);
}

/** Returns a value as JSON without secrets. A value with too many names for `maskBody` is masked member by member. */
export async function maskJson(value: unknown): Promise<string> {
  await nextSlice();
  const masked = maskBody(JSON.stringify(value));
  if (masked !== undefined) return masked;
  if (typeof value === 'string') return JSON.stringify(await maskLongText(value));
  const texts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) texts.push(await maskJson(item));
    return `[${texts.join()}]`;
  }
  for (const [name, member] of Object.entries(maskPair(value as object)))
    texts.push(await maskMember(name, member));
  return `{${texts.join()}}`;
}
