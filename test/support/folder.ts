// Creates a temporary folder and removes it after the tests of a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
