// Keeps the memory of a server that waits small: starting leaves much garbage behind, and the room that V8 makes for it would stay (spec/decisions/0018-speed.md).
import { setFlagsFromString } from 'node:v8';

const growYoungGeneration = (factor: number): void =>
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
/** What V8 does unless it is told otherwise. */
const USUAL = 2;

/** V8's young generation stays as it is until what this returns is called. Its factor of growth is read whenever it would grow, and so can change while it runs. */
export function startSmall(): () => void {
  growYoungGeneration(1);
  return () => growYoungGeneration(USUAL);
}
