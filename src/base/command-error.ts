// An error that a command explains to its user, with an exit status and without a stack.

/** Exit status for wrong arguments. */
export const WRONG_USAGE = 2;

export class CommandError extends Error {
  readonly lines: readonly string[];

  /** Takes one message or a list of lines. An empty message means that the command has printed the reason. */
  constructor(
    messages: string | readonly string[],
    readonly exitStatus = 1,
  ) {
    const lines = [messages].flat();
    super(lines.join('\n'));
    this.lines = lines;
  }
}
