// Runs `redocly` without telemetry. Each startup takes a second, so that one run takes several files.
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
export const CONTRACT_RULES = ['--config', join(root, 'spec/rules/redocly.yaml')];
/** The rules of Arazzo documents. */
export const JOURNEY_RULES = ['--extends', 'recommended-strict'];

const options = {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
} as const;

export interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { source: { ref: string }; pointer?: string }[];
}

/** Returns the problems of each file, in the order of the files. */
export function lint(files: string[], rules = CONTRACT_RULES): Problem[][] {
  const run = spawnSync(
    process.execPath,
    [cli, 'lint', '--format=json', '--max-problems=1000', ...rules, ...files],
    options,
  );
  // Redocly writes one JSON object per document without a separator.
  const reports = run.stdout.split(/(?<=^\})(?=\{)/m).filter((text) => text.trim());
  if (reports.length !== files.length)
    throw new Error(`Redocly reported ${reports.length} of ${files.length} documents:\n${run.stderr}`);
  return reports.map((text) => (JSON.parse(text) as { problems: Problem[] }).problems);
}

/** Runs Arazzo documents against a server. Returns the exit status and the report without colors. */
export function respect(
  files: string[],
  url: string,
  inputs: Record<string, string>,
): Promise<{ status: number; report: string }> {
  const args = [cli, 'respect', ...files, '--server', `inventory=${url}`, '--input', JSON.stringify(inputs)];
  return new Promise((resolve) =>
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, report: stdout + stderr }),
    ),
  );
}
