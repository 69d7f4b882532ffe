// Checks that the contract has no lint errors, and that each rule reports the fault that is planted for it
// and no other fault.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { lint, type Problem } from './redocly';
import { faults, type Fault } from './planted-faults';
import { soundDocument } from './sound-document';

const root = join(__dirname, '../..');
const contract = join(root, 'spec/openapi.yaml');

/** Returns a copy of the sound document with one fault. */
function plant({ at, put }: Pick<Fault, 'at' | 'put'>): unknown {
  const document = JSON.parse(JSON.stringify(soundDocument)) as unknown;
  const parent = at
    .slice(0, -1)
    .reduce((node, key) => (node as Record<string, unknown>)[key], document) as Record<string, unknown>;
  const key = at.at(-1) as string;
  if (put === undefined && !(key in parent)) throw new Error(`Nothing to remove at ${at.join(' > ')}.`);
  if (put === undefined) delete parent[key];
  else parent[key] = put;
  return document;
}

describe('lint of the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  let ofContract: Problem[] | undefined;
  let ofSound: Problem[] | undefined;
  let ofFaults: Problem[][];

  beforeAll(() => {
    const write = (name: string, document: unknown) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document, null, 2));
      return file;
    };
    const planted = faults.map((fault, index) => write(`fault-${index}`, plant(fault)));
    [ofContract, ofSound, ...ofFaults] = lint([contract, write('sound', soundDocument), ...planted]);
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  test('finds no problems in the contract', () => {
    expect(
      ofContract?.map(({ ruleId, message, location }) => [
        ruleId,
        message,
        location[0]?.source.ref,
        location[0]?.pointer,
      ]),
    ).toEqual([]);
  });

  test('finds no problems in a sound document', () => {
    expect(ofSound).toEqual([]);
  });

  test.each(faults.map((fault, index) => ({ ...fault, index })))(
    '$rule reports $fault',
    ({ rule, index }) => {
      const found = (ofFaults[index] ?? []).map(({ ruleId, severity }) => ({ ruleId, severity }));
      expect(new Set(found.map(({ ruleId }) => ruleId))).toEqual(new Set([rule]));
      expect(found.every(({ severity }) => severity === 'error')).toBe(true);
    },
  );

  test('every project rule has a planted fault', () => {
    const { rules, preprocessors } = parse(
      readFileSync(join(root, 'spec/rules/redocly.yaml'), 'utf8'),
    ) as Record<'rules' | 'preprocessors', Record<string, unknown>>;
    const isHouse = (rule: string) => rule.startsWith('house/');
    const planted = new Set(faults.map(({ rule }) => rule).filter(isHouse));
    expect([...planted].sort()).toEqual(
      Object.keys({ ...rules, ...preprocessors })
        .filter(isHouse)
        .sort(),
    );
  });
});
