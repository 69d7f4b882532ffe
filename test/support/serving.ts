// `serve` as a process of its own, with health and metrics, and what it logs.
import type { ChildProcess } from 'node:child_process';
import { type Environment, cli, said, start } from './cli';

export type LogLine = Record<string, unknown>;

export interface Serving {
  child: ChildProcess;
  url: string;
  operations: string;
  key: string;
  logs: LogLine[];
  /** Waits for the line that `matches`. */
  logged(matches: (line: LogLine) => boolean): Promise<LogLine>;
}

/** A new key of a new organization. */
export async function newKey(environment: Environment, slug: string): Promise<string> {
  await cli(['organization', 'create', slug, '--name', slug], environment);
  return (await cli(['key', 'create', slug, '--label', 'x'], environment)).stdout.trim();
}

export async function serve(environment: Environment): Promise<Serving> {
  const key = await newKey(environment, 'cedar');
  const child = start(['serve'], { OPERATIONS_PORT: '0', PORT: '0', ...environment });
  const logs: LogLine[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines) logs.push(JSON.parse(line) as LogLine);
    waiting.forEach((look) => look());
  });
  const [, url, operations] = await said(child, 'stderr', /"url":"([^"]+)".*"operations":"([^"]+)"/);
  return {
    child,
    url: url!,
    operations: operations!,
    key,
    logs,
    logged: (matches) =>
      new Promise((resolve) => {
        const look = (): void => {
          const line = logs.find(matches);
          if (!line) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
      }),
  };
}
