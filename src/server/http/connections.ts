// The connections of every listener: opens, tracks and closes them, and decides when their requests start: in the order of
// the connection, and few in one turn of the event loop. Node accepts one connection in a turn, and clients that connect
// wait for as many turns as others wait before them.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { toNetwork, toOrigin } from '../../base/addresses';

/** Time in which a client can read the last response of its connection. */
const LINGER_MILLISECONDS = 1000;

/**
 * Starts listening and returns the server's origin, with the port that the system chose for port 0.
 * @throws Error with the system's code when the address is unavailable
 */
export async function listenOn(server: Server, options: ListenOptions): Promise<string> {
  await once(server.listen(options), 'listening');
  const { address, port } = server.address() as AddressInfo;
  return toOrigin(server instanceof TlsServer, address, port);
}

const ignore = (): void => {};

/**
 * Closes the connection after a response, when the rest of the request has not arrived. What still arrives is discarded
 * unparsed: the reset of a connection with unread bytes could overtake the response.
 */
export function closeAfterResponse(response: Pick<ServerResponse, 'shouldKeepAlive' | 'req'>): void {
  response.shouldKeepAlive = false;
  const { socket } = response.req;
  // Node calls this method after the last response of a connection.
  socket.destroySoon = () => {
    socket.removeAllListeners('data').on('data', ignore).resume();
    closeConnection(socket);
  };
}

/** Sends the last bytes, if any, and closes the connection, also when the client keeps its side open. */
export function closeConnection(socket: Duplex, lastBytes?: string): void {
  socket.end(lastBytes);
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
}

/**
 * Ignores `Upgrade`, as RFC 9110, section 7.8, allows, and closes the connection. Node drops the bytes behind
 * such a request in its packet, so that the next packet could begin in the middle of a request.
 */
export function closeAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('Connection', 'close');
  });
}

/** The response that a connection sends at present. */
export interface SentResponse {
  /** The organization of the caller, or its address while no valid key is known. */
  readonly tenant: string;
  /** The body, when other responses can share it. */
  readonly body: string | Buffer | undefined;
  /** Time of performance.now(). */
  readonly since: number;
}

/**
 * State of an open connection. A map with an entry for each request would keep finished requests in memory
 * until a full garbage collection (spec/decisions/0018-speed.md).
 */
export interface Connection {
  /** The socket of its requests: over TLS, after the handshake, not the TCP socket. */
  socket: Socket;
  readonly network: string;
  /** Whether no request has arrived yet. */
  isSilent: boolean;
  /** The last of the responses that are not finished; requests can be pipelined. */
  last?: ServerResponse | undefined;
  /** The last request and its response, until the request is complete and the response is closed. */
  current?: { request: IncomingMessage; response: ServerResponse } | undefined;
  /** The response that is being made or sent. The others of the connection wait for it. */
  sent?: SentResponse | undefined;
  /** Bytes at the end of the last response. More bytes mean that a request is arriving. */
  bytesRead: number;
}

export type Connections = Map<Duplex, Connection>;

/** Returns whether a connection is between two requests. Node would call it idle while a slow client still reads. */
export const isIdle = ({ isSilent, last, bytesRead, socket }: Connection): boolean =>
  !isSilent && last === undefined && socket.bytesRead === bytesRead;

/** Returns the TCP socket of a connection, for which Node has no public name over TLS. */
export const findTcpSocket = (socket: Duplex): Duplex => (socket as { _parent?: Duplex })._parent ?? socket;

export function trackConnections(server: Server): Connections {
  const connections: Connections = new Map();
  const add = (socket: Socket, connection: Connection): void => {
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
  };
  server.on('connection', (socket: Socket) =>
    add(socket, { socket, network: toNetwork(socket.remoteAddress ?? ''), isSilent: true, bytesRead: 0 }),
  );
  server.on('secureConnection', (socket: Socket) => {
    const tcpSocket = findTcpSocket(socket);
    const connection = connections.get(tcpSocket);
    if (!connection) return; // closed during the handshake
    connections.delete(tcpSocket);
    connection.socket = socket;
    add(socket, connection);
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return; // closed before Node emitted its request
    connection.isSilent = false;
    connection.last = response;
    connection.current = { request, response };
    const setBytesRead = () => void (connection.bytesRead = socket.bytesRead);
    response.once('close', () => {
      setBytesRead();
      connection.sent = undefined;
      // The rest of a rejected body can still arrive.
      if (!request.complete) request.once('close', setBytesRead);
      if (connection.last === response) connection.last = undefined;
      if (request.complete && connection.current?.response === response) connection.current = undefined;
    });
  });
  return connections;
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/([^/?]*)/i;

/**
 * Removes the origin of a target, which servers must accept, and takes the Host from it (RFC 9112, section 3.2.2).
 * Express responds to an origin that it cannot parse with an HTML page, before authentication.
 */
export function useOriginForm(request: IncomingMessage): void {
  const target = request.url!;
  if (target.startsWith('/')) return;
  const [origin = '', host] = ORIGIN.exec(target) ?? [];
  const isHost = host === '' || (host !== undefined && URL.canParse(`http://${host}`));
  if (isHost) request.headers.host = host;
  const path = target.slice(origin.length);
  request.url = path.startsWith('/') ? path : `/${path}`;
}

/** Maximum number of requests that start in one turn of the event loop. */
const MAX_STARTS = 32;
/** The same in a turn that accepts a connection. */
const MAX_STARTS_WITH_CONNECTION = 2;

export function createTurns(server: Server) {
  const waiting: (() => void)[] = [];
  let left = MAX_STARTS;
  let hasConnection = false;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(startNext);
    isScheduled = true;
  }
  function startNext(): void {
    isScheduled = false;
    left = hasConnection ? MAX_STARTS_WITH_CONNECTION : MAX_STARTS;
    hasConnection = false;
    const starts = waiting.splice(0, left);
    left -= starts.length;
    if (starts.length > 0) schedule();
    for (const start of starts) start();
  }
  function startLater(start: () => void): void {
    waiting.push(start);
    schedule();
  }
  server.on('connection', () => {
    hasConnection = true;
    schedule();
  });
  return {
    startLater,
    /** Calls `start` in this turn, if it has room, or in a later one. */
    start(start: () => void): void {
      if (left === 0 || waiting.length > 0) return startLater(start);
      left -= 1;
      schedule();
      start();
    },
  };
}

/** Maximum number of requests that wait on a connection. Node itself has no limit. */
const MAX_WAITING = 64;

/** A connection with more waiting requests is parsed in slices. */
const MAX_TRUSTED = 8;

export interface ConnectionGuard {
  turns: ReturnType<typeof createTurns>;
  /** Closes a connection that pipelines too many requests. */
  closePipelined: (socket: Duplex) => void;
  /** Parses the data of a connection's network in slices, for a minute. */
  suspect: (socket: Duplex) => void;
}

/**
 * Starts the requests of one connection in order, because the second may read what the first deletes (RFC 9112,
 * section 9.3.2), and at most one in a turn of the event loop, so that other connections have their turns between.
 * Returns a function that calls `start` after the previous response is sent. The guard closes a connection with too many.
 */
export function createResponseOrder({ turns, suspect, closePipelined }: ConnectionGuard) {
  const queues = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  return (socket: Socket, response: ServerResponse, start: () => void): void => {
    if (socket.destroyed) return; // The parser still reads the packet that made the guard close it.
    // On a connection that ends, Node never sends the response and emits no event for it.
    const startOpen = (): void => void (socket.writable && start());
    const queue = queues.get(socket);
    // Until `close`: before it, Node has not assigned the connection to the next response.
    response.once('close', () => queues.get(socket)?.last === response && queues.delete(socket));
    if (queue === undefined) {
      queues.set(socket, { last: response, waiting: 0 });
      return turns.start(startOpen);
    }
    if (queue.waiting === MAX_WAITING) return closePipelined(socket);
    if (queue.waiting === MAX_TRUSTED) suspect(socket);
    const previous = queue.last;
    queue.last = response;
    queue.waiting += 1;
    previous.once('close', () =>
      turns.startLater(() => {
        queue.waiting -= 1;
        startOpen();
      }),
    );
  };
}
