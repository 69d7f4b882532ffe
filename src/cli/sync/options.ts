// Options of the `sync` commands.
import { InvalidArgumentError, Option } from 'commander';
import type { Approval } from '../../../generated/files';
import type { MaxDelete } from '../../sync/plan/guards';
import type { PrepareOptions } from '../../sync/plan/prepare';
import type { Claimed } from '../../sync/inventory/claims';
import type { Scope } from '../../sync/inventory/inventory';
import { baseUrl, oneLine, parserOf, wholeNumber } from '../support/arguments';

export const DEFAULT_URL = 'http://127.0.0.1:3000';

const FORMATS = ['text', 'markdown', 'html'] as const;

export interface ShowFlags {
  all?: boolean;
  format?: (typeof FORMATS)[number];
  json?: boolean;
}

export interface SourceFlags extends ShowFlags {
  source: string;
  map: string;
}

/** The options of `undo` and `plan`. */
export interface UndoFlags
  extends ShowFlags, Approval, Pick<PrepareOptions, 'delete' | 'maxDelete' | 'allowRatingChange' | 'claim'> {
  url?: string;
  keyFromEnv: string;
  state?: string;
  out?: string;
}

export interface PlanFlags
  extends
    UndoFlags,
    SourceFlags,
    Pick<PrepareOptions, 'minSourceRatio' | 'complete' | 'createPossibleRenames'> {
  scope: Scope[];
  pair: Map<string, string>;
}

export interface ApplyFlags extends Approval {
  rate?: number;
  concurrency: number;
  receipts?: string;
  json?: boolean;
}

const maxDelete = parserOf((text): MaxDelete | undefined => {
  const [, number, percent] = /^(?:(\d+)|(\d+(?:\.\d+)?)%)$/.exec(text) ?? [];
  if (number !== undefined) return { count: Number(number) };
  return Number(percent) <= 100 ? { percent: Number(percent) } : undefined;
}, 'Use a number of assets, for example 10, or a percentage, for example 2%.');

const ratio = parserOf((text) => {
  const value = Number(text);
  return /^\d+(\.\d+)?$/.test(text) && value <= 1 ? value : undefined;
}, 'Use a number from 0 to 1, for example 0.9.');

const KINDS: Record<string, Scope['kind']> = {
  facility: 'facility',
  'control-center': 'control_center',
  system: 'system',
};

/** @throws InvalidArgumentError. */
function scope(text: string, before: Scope[]): Scope[] {
  const at = text.indexOf('=');
  const kind = KINDS[text.slice(0, Math.max(0, at))];
  const nameOrId = text.slice(at + 1);
  if (kind === undefined || nameOrId === '')
    throw new InvalidArgumentError(
      `Use ${Object.keys(KINDS)
        .map((each) => `${each}=NAME`)
        .join(', ')}, with a name or an id.`,
    );
  return [...before, { kind, nameOrId }];
}

/** Splits at the last `=`, because a key may contain one. @throws InvalidArgumentError. */
function pair(text: string, before: Map<string, string>): Map<string, string> {
  const at = text.lastIndexOf('=');
  const [key, id] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (key === '' || !id.startsWith('ca_'))
    throw new InvalidArgumentError(
      'Use KEY=ID, with a key of the source and the id of an asset, ' +
        'for example 8a4f=ca_01kbs4t885enxtxcxapjygarsc.',
    );
  return new Map(before).set(key, id);
}

/** @throws InvalidArgumentError. */
function claim(text: string, before: Claimed): Claimed {
  if (text === 'all' || before === 'all') return 'all';
  if (text.startsWith('ca_')) return new Set([...before, text]);
  throw new InvalidArgumentError(
    'Use the id of an asset, for example ca_01kbs4t885enxtxcxapjygarsc, or all.',
  );
}

export const SERVER = [
  new Option('--url <url>', `the address of the server (default: SYNC_URL, or ${DEFAULT_URL})`).argParser(
    baseUrl,
  ),
  new Option('--key-from-env <name>', 'the environment variable with the API key').default('API_KEY'),
];

export const GUARDS = [
  new Option('--delete', 'delete assets that this source owns and no longer contains'),
  new Option('--max-delete <n|n%>', 'maximum number of deletions, or percentage of the owned assets')
    .argParser(maxDelete)
    .default({ count: 10 }, '10'),
  new Option('--allow-rating-change', 'allow moves that change an impact rating'),
  new Option(
    '--claim <id|all>',
    'make this source the owner of the asset, even if another writer changed it; repeatable',
  )
    .argParser(claim)
    .default(new Set(), 'none'),
];

export const SOURCE = [
  new Option('--source <file>', 'the export of the CMDB: .csv, .json or .ndjson').makeOptionMandatory(),
  new Option('--map <file>', 'the map: the meaning of its columns and values (YAML)').makeOptionMandatory(),
];

export const OUT = new Option('--out <file>', 'write the plan to this file');

export const PLAN = [
  ...SOURCE,
  new Option('--state <file>', 'the state file (default: in the folder of the map)'),
  new Option(
    '--scope <kind=name>',
    'sync only this facility=, control-center= or system=, by name or id; repeatable',
  )
    .argParser(scope)
    .default([], 'everything'),
  ...SERVER,
  ...GUARDS,
  new Option(
    '--min-source-ratio <ratio>',
    'stop when the source contains less than this part of the assets that it owns',
  )
    .argParser(ratio)
    .default(0.9),
  new Option(
    '--complete',
    'accept a source that may be truncated as complete: one of exactly 10,000 rows, or NDJSON without the line with its number of rows',
  ),
  new Option('--pair <key=id>', 'match this key of the source to this asset; repeatable')
    .argParser(pair)
    .default(new Map(), 'none'),
  new Option('--create-possible-renames', 'create assets for rows that may be renames'),
  OUT,
];

export const APPLY = [
  new Option('--rate <n>', 'maximum number of requests a second').argParser(wholeNumber(1, 10_000)),
  new Option('--concurrency <n>', 'maximum number of concurrent requests')
    .argParser(wholeNumber(1, 64))
    .default(4),
  new Option('--receipts <folder>', 'the folder for the receipt (default: the folder of the plan)'),
];

/** The plan and the receipt keep them. */
export const APPROVAL = [
  new Option('--change <number>', 'the number of the change, for example CHG-20418').argParser(oneLine),
  new Option('--approver <name>', 'the name of the person who approves the change').argParser(oneLine),
];

export const ALL = new Option('--all', 'show all rows, not only the first 50 of each table');

export const FORMAT = [
  ALL,
  new Option('--format <format>', 'for the terminal, for a ticket, or for printing')
    .choices(FORMATS)
    .default('text'),
];
