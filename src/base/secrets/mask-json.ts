// Masks the secrets in values of any size, in time slices. A body with as many names is not recorded.
import type { createTimeSlices } from '../scheduling/time-slices';
import { maskBody, maskPair } from './mask-body';
import { MASK, isSecretName, maskText } from './mask-text';

type NextSlice = ReturnType<typeof createTimeSlices>;

async function maskMember(name: string, value: unknown, nextSlice: NextSlice): Promise<string> {
  const masked = isSecretName(name) ? JSON.stringify(MASK) : await maskJson(value, nextSlice);
  return `${maskText(JSON.stringify(name), 'json')}:${masked}`;
}

/** Masks JSON in a text. Another text is masked as a whole. */
async function maskLongText(text: string, nextSlice: NextSlice): Promise<string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return MASK;
  }
  return typeof value === 'string' ? MASK : maskJson(value, nextSlice);
}

/** Returns a value as JSON without secrets. A value with too many names for `maskBody` is masked member by member. */
export async function maskJson(value: unknown, nextSlice: NextSlice): Promise<string> {
  await nextSlice();
  const masked = maskBody(JSON.stringify(value));
  if (masked !== undefined) return masked;
  if (typeof value === 'string') return JSON.stringify(await maskLongText(value, nextSlice));
  const texts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) texts.push(await maskJson(item, nextSlice));
    return `[${texts.join()}]`;
  }
  for (const [name, member] of Object.entries(maskPair(value as object)))
    texts.push(await maskMember(name, member, nextSlice));
  return `{${texts.join()}}`;
}
