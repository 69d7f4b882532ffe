// Records calls in a new world of a sandbox.
import { type Access, UnusableCandidate, createControl, messageOf } from './candidate';
import { type Recording, type StartingPoint, parseRecording } from './har';
import { type Send, createSend } from './send';

/** Runs `work` in a world of its own and returns what it sent. @throws UnusableCandidate. */
export async function record(
  sandbox: Access,
  name: string,
  { from, now }: StartingPoint,
  work: (send: Send) => Promise<unknown>,
): Promise<Recording> {
  const control = createControl(sandbox);
  const created = await control('POST', '', { from, ...(now === null ? {} : { now }) });
  if (created.status !== 201)
    throw new UnusableCandidate(`${sandbox.url} cannot create a world: ${messageOf(created.body)}`);
  const { id, key } = created.body as { id: string; key: string };
  try {
    await work(createSend(sandbox.url, key));
    return parseRecording(name, (await control('GET', `/${id}/calls`)).text);
  } finally {
    await control('DELETE', `/${id}`);
  }
}
