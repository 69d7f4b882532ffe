// Why a command was not carried out, as a sentence for the person who called it.

/** An empty message means that the command has said it already. */
export class Refusal extends Error {
  readonly lines: readonly string[];

  /** Takes a sentence, or a list with a sentence for each line. */
  constructor(
    sentences: string | readonly string[],
    readonly exitStatus = 1,
  ) {
    const lines = [sentences].flat();
    super(lines.join('\n'));
    this.lines = lines;
  }
}
