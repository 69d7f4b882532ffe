// Runs `redocly lint` once for several documents, because each startup takes a second.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
const config = join(root, 'spec/rules/redocly.yaml');

export interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { source: { ref: string }; pointer?: string }[];
}

/** Returns the problems of each file, in the order of the files. */
export function lint(files: string[]): Problem[][] {
  const run = spawnSync(
    process.execPath,
    [cli, 'lint', '--format=json', '--max-problems=1000', '--config', config, ...files],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  // Redocly writes one JSON object per document without a separator.
  const reports = run.stdout.split(/(?<=^\})(?=\{)/m).filter((text) => text.trim());
  if (reports.length !== files.length)
    throw new Error(`Redocly reported ${reports.length} of ${files.length} documents:\n${run.stderr}`);
  return reports.map((text) => (JSON.parse(text) as { problems: Problem[] }).problems);
}
