// Creates a source, a map and a state in a folder and syncs them with a running server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan, Receipt } from '../../generated/files';
import { createClient } from '../../src/client/index';
import { type ApplyOptions, apply } from '../../src/sync/apply/apply';
import { writePlan } from '../../src/sync/plan/plan-file';
import { type PrepareOptions, type Prepared, prepare } from '../../src/sync/plan/prepare';
import { readReceipt } from '../../src/sync/apply/receipt-file';
import { type Remote, createRemote } from '../../src/sync/inventory/remote';
import { prepareUndo } from '../../src/sync/undo';

export interface Row {
  key: string;
  name: string;
  system: string;
  type?: string;
}

const MAP =
  'source: {name: cmdb}\nkey: key\n' +
  'fields: {name: name, asset_type: {column: type, empty: hardware}, cyber_system: system}\n';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const toCsv = (rows: readonly Row[]): string =>
  [
    'key,name,system,type',
    ...rows.map(({ key, name, system, type = '' }) => [key, name, system, type].map(quoted).join(',')),
  ].join('\n') + '\n';

export interface SyncFolder {
  file(name: string): string;
  source(rows: readonly Row[]): void;
  remote: Remote;
  plan(options?: Partial<PrepareOptions>): Promise<Prepared>;
  undo(receipt: Receipt, options?: Partial<PrepareOptions>): Promise<Prepared>;
  apply(plan: Plan, options?: Partial<ApplyOptions>): Promise<Receipt>;
  /** Plans and applies without limits. */
  sync(rows: readonly Row[]): Promise<Receipt>;
}

/** `remote` replaces the client of the server at `url`. */
export function openSync(
  folder: string,
  { url, key, remote: given }: { url: string; key: string; remote?: Remote },
): SyncFolder {
  const file = (name: string): string => join(folder, name);
  const remote = given ?? createRemote(createClient({ baseUrl: url, apiKey: key, deadline: 20_000 }));
  const defaults: PrepareOptions = {
    sourceFile: file('source.csv'),
    mapFile: file('map.yaml'),
    stateFile: file('map.state.json'),
    planFile: file('plan.json'),
    server: url,
    by: 'engineer@test',
    scopes: [],
    delete: true,
    pairs: new Map(),
    createPossibleRenames: true,
    maxDelete: { count: 1000 },
    minSourceRatio: 0,
    allowRatingChange: true,
    complete: true,
    claim: new Set(),
    approval: {},
  };
  writeFileSync(file('map.yaml'), MAP);

  const self: SyncFolder = {
    file,
    remote,
    source: (rows) => writeFileSync(file('source.csv'), toCsv(rows)),
    plan: (options = {}) => prepare({ ...defaults, ...options }, remote),
    async undo(receipt, options = {}) {
      writeFileSync(file('receipt.json'), JSON.stringify(receipt));
      const read = await readReceipt(file('receipt.json'));
      return prepareUndo(read, { ...defaults, sourceFile: file('receipt.json'), ...options }, remote);
    },
    async apply(plan, options = {}) {
      await writePlan(file('plan.json'), plan);
      return apply(plan, {
        planFile: file('plan.json'),
        stateFile: file('map.state.json'),
        resume: false,
        by: 'engineer@test',
        approval: {},
        remote,
        concurrency: 4,
        stop: new AbortController().signal,
        onProgress: () => undefined,
        keep: () => Promise.resolve(),
        ...options,
      });
    },
    async sync(rows) {
      self.source(rows);
      return self.apply((await self.plan()).plan);
    },
  };
  return self;
}
