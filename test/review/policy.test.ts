// Tests the policy in review.yaml.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFAULT_POLICY,
  type Policy,
  applyPolicy,
  isMajorVersion,
  readPolicy,
} from '../../src/review/edits/policy';
import { temporaryFolder } from '../support/folder';
import { changesOf, type Doc, fields, operation } from './world';

const folder = temporaryFolder();
const read = (text: string): Promise<Policy> => {
  const file = join(folder, 'review.yaml');
  writeFileSync(file, text);
  return readPolicy(file);
};
const dropNotes = (d: Doc) => delete fields(d, 'CreateAsset').notes;
const levels = (policy: Partial<Policy>, before?: (d: Doc) => void): string[] =>
  applyPolicy(changesOf({ mutate: dropNotes, ...(before ? { before } : {}) }), {
    ...DEFAULT_POLICY,
    ...policy,
  }).map(({ level }) => level);

it('reads levels and limits, and uses the default for each missing key and a missing file', async () => {
  expect(await read('rules: { request-field-removed: notice }\ndeprecationNoticeDays: 30\n')).toEqual({
    ...DEFAULT_POLICY,
    rules: { 'request-field-removed': 'notice' },
    deprecationNoticeDays: 30,
  });
  expect(await read('')).toEqual(DEFAULT_POLICY);
  expect(await read('rules:\npaths:\n')).toEqual(DEFAULT_POLICY);
  expect(await readPolicy(join(folder, 'none.yaml'))).toEqual(DEFAULT_POLICY);
});

it.each([
  ['an unknown key', 'levels: {}', /unknown key levels\. Use rules, extensions, paths/],
  ['an unknown rule', 'rules: { none: notice }', /names the unknown rule none\./],
  [
    'an unknown level',
    'paths: { /a: ignore }',
    /gives \/a the level "ignore"\. Use breaking, notice, compatible\./,
  ],
  ['a wrong number', 'deprecationNoticeDays: soon', /Write a number of days/],
  ['a wrong switch', 'allowBreakingInMajorVersion: 1', /Write true or false/],
  ['a list', '- a', /is not an object/],
  ['a text in place of rules', 'rules: a', /Write `NAME: LEVEL` under it/],
  ['the name of a method', 'rules: { constructor: notice }', /unknown rule constructor/],
  ['invalid YAML', 'a: [', /is not valid YAML/],
])('rejects %s', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

it('sets the level of a rule', () => {
  expect(levels({})).toEqual(['breaking']);
  expect(levels({ rules: { 'request-field-removed': 'notice' } })).toEqual(['notice']);
  expect(levels({ rules: { 'request-field-added': 'notice' } })).toEqual(['breaking']);
});

it('sets the level of breaking changes under a path', () => {
  expect(levels({ paths: { '/assets': 'compatible' } })).toEqual(['compatible']);
  expect(levels({ paths: { '/a*s': 'notice' } })).toEqual(['notice']);
  expect(levels({ paths: { '/asset': 'notice', '/assets/*': 'notice' } })).toEqual(['breaking']);
});

it('sets the level of breaking changes in parts with an extension, also around the changed part', () => {
  const policy = { extensions: { 'x-internal': 'compatible' as const } };
  expect(levels(policy)).toEqual(['breaking']);
  for (const holder of [
    (d: Doc) => operation(d, 'createAsset'),
    (d: Doc) => d.components.schemas.CreateAsset,
    (d: Doc) => fields(d, 'CreateAsset').notes,
  ])
    expect(levels(policy, (d) => (holder(d)['x-internal'] = true))).toEqual(['compatible']);
});

it('compares major versions', () => {
  const version = (text: string) => ({ info: { version: text } });
  expect(isMajorVersion(version('1.9.0'), version('2.0.0'))).toBe(true);
  expect(isMajorVersion(version('1.0.0'), version('1.9.9'))).toBe(false);
  expect(isMajorVersion(version('v9'), version('v10'))).toBe(true);
  expect(isMajorVersion({}, version('2.0.0'))).toBe(false);
});
