// The operations listener: health checks and metrics without an API key. It exposes no secrets.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { ApiError, notFound } from '../../base/errors';
import { handleConnectionErrors } from '../http/connection-errors';
import { errorResponse, unexpectedError, writeLastResort } from '../api/error-response';
import { CONNECTION_SHARES, limitConnections, maxConnections } from '../http/connection-limits';
import { closeAfterUpgrade, createResponseOrder, listenOn, trackConnections } from '../http/connections';
import { messageClasses } from '../http/messages';
import { isLoopbackHost } from '../../base/addresses';
import { type Readiness, isReadyForReads } from './readiness';

export interface OperationsOptions {
  host: string;
  port: number;
  /** Returns whether the processes that serve requests respond. */
  isAlive: () => boolean;
  readiness: () => Promise<Readiness>;
  metrics: () => Promise<string>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

interface MonitoringResponse {
  status: number;
  headers: Record<string, string | number>;
  body: string;
}

const TIMEOUTS = {
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1000,
};
const IDLE_MILLISECONDS = 30_000;
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const ok = (type: string, body: string, status = 200): MonitoringResponse => ({
  status,
  headers: { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' },
  body,
});
const json = (value: object, status = 200): MonitoringResponse =>
  ok('application/json; charset=utf-8', JSON.stringify(value), status);
const toResponse = (error: ApiError): MonitoringResponse => ({
  status: error.status,
  ...errorResponse(error),
});

/** Its code is not in the catalog of the API, because only this listener returns it. */
const MISDIRECTED = json(
  {
    error: 'misdirected_request',
    message:
      'Health and metrics are served at localhost, 127.0.0.1 and [::1] only. ' +
      'Use one of these as Host, or set OPERATIONS_HOST.',
  },
  421,
);

async function route(
  path: string,
  { isAlive, readiness, metrics }: OperationsOptions,
): Promise<MonitoringResponse> {
  switch (path) {
    case '/health/live':
      if (!isAlive())
        throw new ApiError('unavailable', 'The server does not respond: only its operations listener runs.');
      return json({ status: 'live' });
    case '/health/ready':
    case '/health/ready/reads': {
      const found = await readiness();
      const ready = path === '/health/ready' ? found.ready : isReadyForReads(found);
      return json({ status: ready ? 'ready' : 'not ready', checks: found.checks }, ready ? 200 : 503);
    }
    case '/metrics':
      return ok(METRICS_TYPE, await metrics());
    default:
      throw notFound();
  }
}

type AcceptsHost = (host: string) => boolean;

/** Accepts requests without `Host`: browsers always send it, HTTP/1.0 checks of load balancers do not. */
async function respond(
  { method, url = '/', headers }: IncomingMessage,
  options: OperationsOptions,
  accepts: AcceptsHost,
): Promise<MonitoringResponse> {
  if (headers.host !== undefined && !accepts(headers.host)) return MISDIRECTED;
  try {
    if (method !== 'GET' && method !== 'HEAD')
      throw new ApiError('method_not_allowed', 'Health and metrics accept GET and HEAD only.', {
        headers: { Allow: 'GET, HEAD' },
      });
    return await route(url.split('?')[0]!, options);
  } catch (error) {
    return toResponse(
      error instanceof ApiError
        ? error
        : unexpectedError(error, options.logger, {
            message: 'unexpected error of the operations listener',
            advice: 'See the log for details.',
          }),
    );
  }
}

/** Node omits the body for HEAD. */
function write(response: ServerResponse, { status, headers, body }: MonitoringResponse): void {
  response.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff' }).end(body);
}

/** @throws Error, with the system's code, when the address cannot be used. */
export async function listenForOperations(options: OperationsOptions) {
  const { host, port, logger } = options;
  let accepts: AcceptsHost = isLoopbackHost;
  const classes = messageClasses((socket) => guard.suspect(socket));
  const server: Server = createServer({ ...TIMEOUTS, ...classes });
  const connections = trackConnections(server);
  const max = maxConnections(CONNECTION_SHARES.operations);
  const guard = limitConnections(server, connections, { max, logger });
  const inOrder = createResponseOrder(guard);
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    inOrder(request.socket, response, () => {
      respond(request, options, accepts)
        .then((written) => write(response, written))
        .catch((error: unknown) => writeLastResort(error, response, logger));
    }),
  );
  handleConnectionErrors(server, connections, logger);
  closeAfterUpgrade(server);
  server.setTimeout(IDLE_MILLISECONDS); // for clients that do not read
  const url = await listenOn(server, { host, port });
  // Monitoring systems use host names that the server does not know.
  if (!isLoopbackHost(new URL(url).host)) accepts = () => true;
  return {
    url,
    async close(): Promise<void> {
      const closed = promisify(server.close.bind(server))();
      server.closeAllConnections();
      await closed;
    },
  };
}
