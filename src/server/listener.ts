// A listening server, and its end: requests under way finish, idle connections close.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Measure } from '../api/access-log';
import { type AdmissionLimits, createAdmission } from './admission';
import { handleConnectionErrors } from './connection-errors';
import type { CertificateFiles } from './certificate';
import { createGracefulShutdown } from './graceful-shutdown';
import { closeConnection } from './close-connection';
import { createHttpsServer } from './https';
import { createResponseOrder } from './pipelining';
import { listenOn } from './listen-on';
import { messageClasses } from './message-classes';
import { CONNECTION_SHARES, maxOpenFiles } from './open-files';
import { originForm } from '../api/http-syntax';
import { closeAfterUpgrade } from './upgrade';

const GRACE_MILLISECONDS = 8000;

/** So many may knock at once; for who comes then, the system waits a second and more before it knocks again. */
const BACKLOG = 4096;

/**
 * Maximum number of connections of a process. Each uses memory and one of the listener's share of open files.
 */
const MAX_CONNECTIONS = 10_000;

export interface Listener {
  /** `http://127.0.0.1:3000`, or with https, with the port that the system gave when 0 was asked for. */
  url: string;
  isListening(): boolean;
  /** Stops accepting connections. The server still serves requests on open connections. */
  stopListening(): Promise<void>;
  /** Takes no new connections, and ends those that are still busy after `grace` milliseconds, eight seconds if it is left out. */
  close(grace?: number): Promise<void>;
}

/** In milliseconds. */
export interface Timeouts {
  /** Until all headers are there. */
  headers: number;
  /** Until all of the request is there. */
  request: number;
  /** Between two requests of a connection. */
  idle: number;
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 15_000, idle: 30_000 };

export interface ListenOptions {
  host: string;
  port: number;
  logger: Logger;
  timeouts?: Timeouts | undefined;
  admission?: AdmissionLimits | undefined;
  /** Share of the process's open files that connections may use, from 0 to 1. */
  connectionShare?: number;
  /** For HTTPS. */
  tls?: CertificateFiles | undefined;
  /** Receives the expiry of the served certificate. */
  onCertificate?: ((expires: Date) => void) | undefined;
  /** Is told of requests that are refused before the application sees them. */
  measure?: Measure | undefined;
}

/** @throws Error, with the system's code, when the address cannot be had. */
export async function listen(
  app: Express,
  {
    host,
    port,
    logger,
    timeouts = TIMEOUTS,
    admission,
    connectionShare = CONNECTION_SHARES.api,
    tls,
    onCertificate,
    measure,
  }: ListenOptions,
): Promise<Listener> {
  const classes = messageClasses(app);
  const { admit, reject } = createAdmission(app, logger, admission, measure);
  const inTurn = createResponseOrder();
  const application = (incoming: IncomingMessage, response: ServerResponse): void => {
    incoming.url = originForm(incoming.url!);
    inTurn(
      incoming.socket,
      response,
      () => admit(incoming, response),
      () => reject(incoming, response),
    );
  };
  const { headers, request, idle } = timeouts;
  const options = {
    ...classes,
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: Math.min(headers, 1000),
    requireHostHeader: false,
  };
  const server = tls
    ? createHttpsServer(options, application, { files: tls, logger, onCertificate })
    : createServer(options, application);
  server.maxConnections = Math.min(MAX_CONNECTIONS, Math.floor(connectionShare * maxOpenFiles()));
  server.maxHeadersCount = 0; // their size is limited; past a count, Node would drop them in silence, If-Match included
  const end = createGracefulShutdown(server);
  handleConnectionErrors(server, logger, measure);
  closeAfterUpgrade(server);
  // Otherwise Node answers these by itself: the one without a body, the other before anything about the request is judged.
  for (const event of ['checkExpectation', 'checkContinue'])
    server.on(event, (incoming, response) => server.emit('request', incoming, response));
  server.on('connect', (incoming: IncomingMessage, stream: Duplex) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy()); // Node has left it to whoever makes the tunnel, and without anybody it would end the process
    incoming.url = '/'; // the target is no path, and the same refusal stands at every path
    const response = new classes.ServerResponse(incoming);
    response.shouldKeepAlive = false;
    response.once('finish', () => closeConnection(socket));
    const begin = (): void => {
      response.assignSocket(socket);
      admit(incoming, response);
    };
    inTurn(socket, response, begin, () => socket.destroy());
  });
  const url = await listenOn(server, { host, port, backlog: BACKLOG });
  return {
    url,
    isListening: () => server.listening,
    stopListening: end.stopListening,
    close: (grace = GRACE_MILLISECONDS) => end.close(grace),
  };
}
