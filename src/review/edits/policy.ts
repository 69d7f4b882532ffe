// The policy in review.yaml: levels of rules, of marked parts and of paths, and when a breaking change may pass.
import type { AffectedOperation, ContractChange, Edit } from './edits';
import { asObject, asString } from '../model/json';
import { ReviewError } from '../model/document';
import type { EffectiveOperation } from '../model/operations';
import { readYamlIfExists } from './waivers';
import { type Level, type RuleId, RULES } from './rules';
import { isObject } from '../../base/values';

const POLICY_LEVELS = ['breaking', 'notice', 'compatible'] as const;
type PolicyLevel = (typeof POLICY_LEVELS)[number];

export interface Policy {
  /** The level of every change with a rule. */
  rules: Partial<Record<RuleId, PolicyLevel>>;
  /** The level of breaking changes in parts that an extension marks with `true`, for example `x-internal`. */
  extensions: Record<string, PolicyLevel>;
  /** The level of breaking changes under paths, for example `/internal/*`. */
  paths: Record<string, PolicyLevel>;
  /** The minimum number of days between the announcement of a sunset and the sunset. */
  deprecationNoticeDays: number;
  /** Whether breaking changes pass when the major version in `info.version` rises. */
  allowBreakingInMajorVersion: boolean;
}

export const DEFAULT_POLICY: Policy = {
  rules: {},
  extensions: {},
  paths: {},
  deprecationNoticeDays: 90,
  allowBreakingInMajorVersion: false,
};

/**
 * Reads a policy; the default if the file does not exist.
 * @param isRequired whether a missing file is an error: a user named it.
 * @throws ReviewError with what to correct.
 */
export async function readPolicy(file: string, isRequired = false): Promise<Policy> {
  const content = await readYamlIfExists(file);
  if (content === undefined && isRequired)
    throw new ReviewError(`${file} does not exist. Name a policy file, or omit --policy.`);
  if (content === undefined || content === null) return DEFAULT_POLICY;
  const fault = (reason: string) => new ReviewError(`${file} ${reason}.`);
  if (!isObject(content)) throw fault('is not an object. Write keys such as `rules:`');
  const unknown = Object.keys(content).find((key) => !Object.hasOwn(DEFAULT_POLICY, key));
  if (unknown !== undefined)
    throw fault(`has the unknown key ${unknown}. Use ${Object.keys(DEFAULT_POLICY).join(', ')}`);
  const given = Object.entries(content).filter(([, value]) => value !== null);
  const policy = { ...DEFAULT_POLICY, ...Object.fromEntries(given) };
  for (const key of ['rules', 'extensions', 'paths'] as const) {
    if (!isObject(policy[key]))
      throw fault(`has no list of levels in ${key}. Write \`NAME: LEVEL\` under it`);
    for (const [name, level] of Object.entries(policy[key])) {
      if (!POLICY_LEVELS.includes(level))
        throw fault(`gives ${name} the level ${JSON.stringify(level)}. Use ${POLICY_LEVELS.join(', ')}`);
      if (key === 'rules' && !Object.hasOwn(RULES, name)) throw fault(`names the unknown rule ${name}`);
    }
  }
  const { deprecationNoticeDays: days, allowBreakingInMajorVersion: isAllowed } = policy;
  if (!Number.isInteger(days) || days < 0)
    throw fault(`has deprecationNoticeDays ${JSON.stringify(days)}. Write a number of days, for example 90`);
  if (typeof isAllowed !== 'boolean')
    throw fault(`has allowBreakingInMajorVersion ${JSON.stringify(isAllowed)}. Write true or false`);
  return policy;
}

/** Changes the levels that the policy sets: by path, then by extension, then by rule. */
export const applyPolicy = (changes: ContractChange[], policy: Policy): ContractChange[] =>
  changes.map((change) => ({ ...change, level: levelIn(policy, change) }));

/** Changes the level of words and annotations, which no promise limits. */
export const applyToWords = (words: Edit[], { rules }: Policy): Edit[] =>
  words.map((edit) => {
    const level = rules[edit.rule] ?? edit.level;
    const withLevel = (operation: AffectedOperation) => ({ ...operation, level });
    return { ...edit, level, operations: edit.operations.map(withLevel) };
  });

function levelIn({ rules, extensions, paths }: Policy, change: ContractChange): Level {
  const { level, rule, operation, marks } = change;
  // A release and a provisional part make no promise that could be relaxed.
  if (level === 'release' || level === 'planned') return level;
  const ofRule = rules[rule] ?? level;
  if (ofRule !== 'breaking') return ofRule;
  const ofPath = Object.entries(paths).find(([pattern]) => matchesPath(pattern, operation.path));
  const ofMark = Object.entries(extensions).find(([name]) => marks.includes(name));
  return (ofPath ?? ofMark)?.[1] ?? ofRule;
}

/** Returns a warning for each pattern that matches no path of a document. */
export function unusedPatterns({ paths }: Policy, operations: EffectiveOperation[], head: unknown): string[] {
  const known = [...operations.map(({ path }) => path), ...Object.keys(asObject(asObject(head)['paths']))];
  return Object.keys(paths)
    .filter((pattern) => !known.some((path) => matchesPath(pattern, path)))
    .map((pattern) => `The policy names ${pattern}, which matches no path. Correct or remove the pattern.`);
}

/** `*` matches any text. */
function matchesPath(pattern: string, path: string): boolean {
  const [first, ...others] = pattern.split('*') as [string, ...string[]];
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    const at = path.indexOf(part, end);
    if (at < 0) return false;
    end = at + part.length;
  }
  return path.length - last.length >= end && path.endsWith(last);
}

/** Returns the version that a document states, for example `2.1.0`, if it consists of numbers. */
export const getVersion = (document: unknown): string | undefined =>
  /^v?(\d+(\.\d+)*)/.exec(asString(asObject(asObject(document)['info'])['version']) ?? '')?.[1];

const parseMajor = (document: unknown): number => Number(getVersion(document)?.split('.')[0]);

export const isMajorVersion = (base: unknown, head: unknown): boolean => parseMajor(head) > parseMajor(base);
