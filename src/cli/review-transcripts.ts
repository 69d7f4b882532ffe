// The child process of `review --transcripts`: serves base and head in a sandbox each, and sends requests.
import { type SandboxInventory, openSandbox, startSandbox } from '../app/sandbox';
import type { ContractDocument } from '../contract/document';
import { createLogger } from '../base/logger';
import { NoResponse, createSend } from '../review/replay/send';
import type { Side } from '../review/model/document';
import { type TranscriptExchange, type TranscriptPlan, planTranscripts } from '../review/transcripts/plan';
import { type TranscriptRequest, sendableBody } from '../review/transcripts/requests';
import {
  type TranscriptResponse,
  type Transcripts,
  createTranscript,
  markRepeated,
} from '../review/transcripts/transcript';
import { onTask } from './child-process';
import type { TranscriptsTask } from './review';

const CONFIG = { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] };

async function run(task: TranscriptsTask): Promise<Transcripts> {
  const { exchanges, notes } = createPlan(task);
  if (exchanges.length === 0) return { list: [], notes };
  const { folder, base, head } = task;
  const baseResponses = await sendAll('base', base, `${folder}/base.sqlite`, exchanges);
  const headResponses = await sendAll('head', head, `${folder}/head.sqlite`, exchanges);
  const list = exchanges.map((exchange, index) =>
    createTranscript(exchange, baseResponses[index], headResponses[index]),
  );
  return { list: markRepeated(list), notes };
}

function createPlan({ base, head, changes }: TranscriptsTask): TranscriptPlan {
  try {
    return planTranscripts(base, head, changes);
  } catch (error) {
    throw new Error(`the examples cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the responses of one document. @throws Error when the sandbox cannot serve the document. */
async function sendAll(
  side: Side,
  document: ContractDocument,
  databaseFile: string,
  exchanges: TranscriptExchange[],
): Promise<(TranscriptResponse | undefined)[]> {
  const sandbox = await openSandbox(`sqlite:${databaseFile}`);
  try {
    const { logger, takeError } = createErrorRecorder();
    // Two versions of an example are compared, not two states of the records.
    const options = { config: CONFIG, document, logger, stateless: true };
    const server = await startSandbox(sandbox, options).catch((error: unknown) => {
      throw new Error(`the sandbox cannot serve the ${side}: ${(error as Error).message}`, { cause: error });
    });
    try {
      const responses: (TranscriptResponse | undefined)[] = [];
      for (const { sides, request } of exchanges)
        responses.push(
          sides.includes(side) ? await send(server.url, sandbox, request, takeError) : undefined,
        );
      return responses;
    } finally {
      await server.close();
    }
  } finally {
    await sandbox.inventory.close();
  }
}

/** Records the last logged error, because a 500 response does not contain its cause. */
function createErrorRecorder() {
  let message: string | undefined;
  const logger = createLogger('silent');
  logger.error = ({ err }: { err: Error }) => void (message = err.message);
  const takeError = (): string | undefined => {
    const taken = message;
    message = undefined;
    return taken;
  };
  return { logger, takeError };
}

/** Sends one request and restores the demo data if the handler can have changed it. */
async function send(
  url: string,
  { worlds, key, defaultWorld }: SandboxInventory,
  request: TranscriptRequest,
  takeError: () => string | undefined,
): Promise<TranscriptResponse> {
  const since = Date.now();
  const { method, target: path, headers } = request;
  const body = sendableBody(request);
  try {
    const reply = await createSend(
      url,
      key,
    )({
      ...{ method, path },
      // A fixed request id keeps error responses equal.
      headers: { ...headers, 'X-Request-Id': 'transcript' },
      ...(body === undefined ? {} : { body }),
    });
    const until = Date.now();
    if (method !== 'GET' && reply.headers.get('x-answered-by') === 'server') await worlds.reset(defaultWorld);
    const error = takeError();
    return {
      line: `${reply.status} ${reply.statusText}${error === undefined ? '' : `: ${error}`}`,
      headers: Object.fromEntries(reply.headers),
      body: reply.text,
      since,
      until,
    };
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { line: `no response: ${error.message}`, headers: {}, body: '', since, until: since };
  }
}

onTask(run);
