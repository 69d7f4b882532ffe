// The access log as a test reads it: a line is written just after its answer is out, so a reader waits for it.
import type { TestServer } from './server';

export type LogLine = Record<string, unknown>;

const isAccess = (line: LogLine): boolean => 'status' in line && 'milliseconds' in line;

export const accessLines = ({ logs }: Pick<TestServer, 'logs'>, requestId: string): LogLine[] =>
  logs.filter((line) => line['requestId'] === requestId && isAccess(line));

/** The access line of a request, as soon as it is there. */
export async function accessLine(test: Pick<TestServer, 'logs'>, requestId: string): Promise<LogLine> {
  for (;;) {
    const [line] = accessLines(test, requestId);
    if (line) return line;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
