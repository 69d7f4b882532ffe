// The question before `sync` changes anything.
import { createInterface } from 'node:readline';

/** Ctrl-C and the end of the input are a no. */
export function agrees(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(false));
    terminal.question('\nApply these changes? Only "yes" is taken: ', (answer) => {
      resolve(answer.trim() === 'yes');
      terminal.close();
    });
  });
}
