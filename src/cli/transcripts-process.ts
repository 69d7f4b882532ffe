// The process behind transcripts.ts: serves base and head, each in a sandbox of its own, and asks both.
import { createLogger } from '../logger';
import { openSandbox, startSandbox } from '../app/sandbox';
import type { ContractDocument } from '../contract/document';
import { type TranscriptResponse, transcriptOf, withLikes } from '../review/transcripts/messages';
import { type TranscriptExchange, planOf } from '../review/transcripts/plan';
import type { Transcripts } from '../review/transcripts/transcript';
import type { Side } from '../review/source';
import { onTask } from './child-process';
import { createSend } from './transcripts-send';
import type { Task } from './transcripts';

const CONFIG = { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] };

/** Keeps why a request failed, which its answer does not tell: an example or a handler that breaks the contract. */
function createFaults() {
  let fault: string | undefined;
  const logger = createLogger('silent');
  logger.error = ({ err }: { err: Error }) => void (fault = err.message);
  const takeFault = (): string | undefined => {
    const taken = fault;
    fault = undefined;
    return taken;
  };
  return { logger, takeFault };
}

/** The answers of one side in the order of the exchanges. @throws Error that says whose document cannot be served. */
async function answersOf(
  side: Side,
  document: ContractDocument,
  file: string,
  exchanges: TranscriptExchange[],
): Promise<(TranscriptResponse | undefined)[]> {
  const { inventory, key } = await openSandbox(`sqlite:${file}`);
  try {
    const { logger, takeFault } = createFaults();
    const options = { config: CONFIG, document, logger };
    const server = await startSandbox(inventory, options).catch((error: unknown) => {
      throw new Error(`the sandbox cannot serve the ${side}: ${(error as Error).message}`, { cause: error });
    });
    try {
      const send = createSend(server.url, key, takeFault);
      const answers: (TranscriptResponse | undefined)[] = [];
      for (const { sides, request } of exchanges)
        answers.push(sides.includes(side) ? await send(request) : undefined);
      return answers;
    } finally {
      await server.close();
    }
  } finally {
    await inventory.close();
  }
}

function plan(...documentsAndChanges: Parameters<typeof planOf>): ReturnType<typeof planOf> {
  try {
    return planOf(...documentsAndChanges);
  } catch (error) {
    throw new Error(`the examples cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

async function run({ folder, base, head, changes }: Task): Promise<Transcripts> {
  const { exchanges, notes } = plan(base, head, changes);
  if (exchanges.length === 0) return { list: [], notes };
  const was = await answersOf('base', base, `${folder}/base.sqlite`, exchanges);
  const is = await answersOf('head', head, `${folder}/head.sqlite`, exchanges);
  const list = exchanges.map((exchange, index) => {
    const [baseAnswer, headAnswer] = [was[index], is[index]];
    return transcriptOf(exchange, {
      ...(baseAnswer ? { base: baseAnswer } : {}),
      ...(headAnswer ? { head: headAnswer } : {}),
    });
  });
  return { list: withLikes(list), notes };
}

onTask(run);
