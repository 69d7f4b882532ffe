// Why a command was not carried out, as a sentence for the person who called it.

/** An empty message means that the command has said it already. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly exitStatus = 1,
  ) {
    super(message);
  }
}
