// Replays the recording of a world in a sandbox.
import { contractDocument } from '../../../src/contract/document';
import { openCandidate } from '../../../src/review/replay/candidate';
import { createContractParts } from '../../../src/review/replay/contract-parts';
import type { HarEntry, HarWorld } from '../../../generated/files';
import { parseRecording } from '../../../src/review/probe/har';
import { type RecordingResult, replayRecording } from '../../../src/review/replay/replay';

/** A recording of a world. */
export interface Har {
  log: { version: string; creator: object; _world: HarWorld; entries: FullEntry[] };
}
type FullEntry = HarEntry & {
  time: number;
  request: { queryString: { name: string; value: string }[] };
};

const parts = createContractParts(contractDocument);

export async function replayed(har: Har, { url }: { url: string }): Promise<RecordingResult> {
  const candidate = await openCandidate({ url, key: undefined, token: undefined });
  return replayRecording(parseRecording('test.har', JSON.stringify(har)), candidate, parts);
}
