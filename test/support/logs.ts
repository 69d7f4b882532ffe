// Reads the access log. The server writes a line after it sends the response, so readers wait for the line.
import type { TestServer } from './server';

export type LogLine = Record<string, unknown>;

const isAccess = (line: LogLine): boolean => 'status' in line && 'milliseconds' in line;

export const accessLines = ({ logs }: Pick<TestServer, 'logs'>, requestId: string): LogLine[] =>
  logs.filter((line) => line['requestId'] === requestId && isAccess(line));

/** Waits for the access log line of a request and returns it. */
export async function accessLine(test: Pick<TestServer, 'logs'>, requestId: string): Promise<LogLine> {
  for (;;) {
    const [line] = accessLines(test, requestId);
    if (line) return line;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
