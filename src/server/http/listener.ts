// The listening server of an application: limits, admission, connections and shutdown.
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Measure } from '../api/access-log';
import { countInLog } from '../../base/logger';
import { type AdmissionLimits, createAdmission } from './admission';
import { handleConnectionErrors } from './connection-errors';
import {
  CONNECTION_SHARES,
  type ConnectionMetrics,
  limitConnections,
  maxConnections,
} from './connection-limits';
import { closeAfterUpgrade, closeConnection, listenOn, trackConnections } from './connections';
import { createGracefulShutdown } from './graceful-shutdown';
import type { CertificateFiles } from '../../base/secrets/certificate';
import { messageClasses } from './messages';
import { createHttpsServer } from './tls';
import {
  UNREAD_LIMITS,
  type UnreadLimits,
  type UnreadOutcome,
  limitUnreadResponses,
} from './unread-responses';

const GRACE_MILLISECONDS = 8000;

/** Maximum number of pending TCP connections. A client beyond it waits a second or more for its retry. */
const BACKLOG = 4096;

export type Listener = Awaited<ReturnType<typeof listen>>;

/** In milliseconds: for all headers of a request, for the whole request, and between two requests of a connection. */
const TIMEOUTS = { headers: 10_000, request: 15_000, idle: 30_000 };
export type Timeouts = typeof TIMEOUTS;

interface ListenOptions {
  host: string;
  port: number;
  logger: Logger;
  timeouts?: Timeouts | undefined;
  admission?: AdmissionLimits | undefined;
  unread?: UnreadLimits | undefined;
  maxConnections?: number | undefined;
  tls?: CertificateFiles | undefined;
  onCertificate?: ((expires: Date) => void) | undefined;
  /** Counts requests that are rejected before they reach the application. */
  measure?: Measure | undefined;
  countUnread?: ((outcome: UnreadOutcome) => void) | undefined;
  connectionMetrics?: ConnectionMetrics | undefined;
}

/** @throws Error with the system's code when the address is unavailable */
export async function listen(app: Express, options: ListenOptions) {
  const { host, port, logger, timeouts = TIMEOUTS, tls, onCertificate, measure, countUnread } = options;
  const classes = messageClasses((socket) => guard.suspect(socket), app);
  const serverOptions = {
    ...classes,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: Math.min(timeouts.headers, 1000),
    requireHostHeader: false, // requireWellFormed responds in JSON.
  };
  const server = tls
    ? createHttpsServer(serverOptions, { files: tls, logger, onCertificate })
    : createServer(serverOptions);
  server.maxHeadersCount = 0; // Beyond a count, Node would silently drop headers, for example If-Match.
  const connections = trackConnections(server);
  const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const guard = limitConnections(server, connections, {
    max: options.maxConnections ?? maxConnections(CONNECTION_SHARES.api),
    isProxy: (address) => isProxy(address, 0),
    logger,
    metrics: options.connectionMetrics,
  });
  const logUnread = countInLog(logger, 'clients do not read their responses');
  const unread = limitUnreadResponses(server, connections, options.unread ?? UNREAD_LIMITS, (outcome) => {
    logUnread(outcome);
    countUnread?.(outcome);
  });
  const { admission: limits } = options;
  const admit = createAdmission(app, logger, { connections, unread, guard, limits, measure });
  server.on('request', admit);
  const shutdown = createGracefulShutdown(server, connections);
  handleConnectionErrors(server, connections, logger, measure);
  closeAfterUpgrade(server);
  // By default, Node responds to these before the application checks the request.
  for (const event of ['checkExpectation', 'checkContinue'])
    server.on(event, (request, response) => server.emit('request', request, response));
  server.on('connect', (request: IncomingMessage, stream: Duplex) => {
    const socket = stream as Socket;
    socket.removeAllListeners('data'); // of parseInSlices
    socket.on('error', () => socket.destroy()); // Node no longer handles errors of this socket.
    request.url = '/'; // The target is no path; the application rejects CONNECT on every path.
    const response = new classes.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.once('finish', () => closeConnection(socket));
    admit(request, response, () => response.assignSocket(socket));
  });
  const url = await listenOn(server, { host, port, backlog: BACKLOG });
  return {
    /** Origin, with the port that the system chose for port 0, for example `http://127.0.0.1:3000`. */
    url,
    isListening: () => server.listening,
    stopListening: shutdown.stopListening,
    /** Stops listening and closes all connections, busy ones after at most `grace` milliseconds. */
    close: (grace = GRACE_MILLISECONDS) => shutdown.close(grace),
  };
}
