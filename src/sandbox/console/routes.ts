// Serves the console pages and their data before authentication, at paths that no operation has.
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { notFound } from '../../base/errors';
import { codingFor, compress, WORK_DONE } from '../../server/api/response';
import { BROWSER_PATHS, INSTANCE_HEADER } from '../control/guard';
import { json } from '../control/routes';
import type { createConsole } from './console';
import { GUIDE_FOLDER, WEB_FOLDER } from './folders';
import { type AllowedOrigin, allowOrigins, requestOrigin } from '../../server/api/cross-origin';

type Console = ReturnType<typeof createConsole>;

/** Proxies close idle connections, and the console reports a sandbox that sends none. */
const HEARTBEAT_MILLISECONDS = 5000;
/** A subscriber with more unread bytes gets the next event once it has read them. */
const MAX_UNREAD_EVENT_BYTES = 64 * 1024;

/** Frees the slot of a response at the client's pace. */
const releaseSlot: RequestHandler = (_request, response, next) => {
  response.emit(WORK_DONE);
  next();
};

/** Sends server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) at the client's pace. */
function streamEvents(request: Request, response: Response, log: Console['log']): void {
  const [lastEventId] = /^\d{1,15}$/.exec(request.get('Last-Event-ID') ?? '') ?? [];
  let sent = lastEventId === undefined ? log.lastId() : Number(lastEventId);
  const isFull = (): boolean => response.writableLength > MAX_UNREAD_EVENT_BYTES;
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  // An EventSource shows no headers. The id of the last event stays.
  response.write(`retry: 1000\nevent: instance\ndata: ${response.get(INSTANCE_HEADER)}\n\n`);
  function sendEvents(): void {
    for (let event = log.eventAfter(sent); event && !response.destroyed; event = log.eventAfter(sent)) {
      if (isFull()) {
        // It has missed an event, and reads nothing. It can reconnect with the id of the last event that it has read.
        if (event.id > sent + 1) response.destroy();
        return;
      }
      sent = event.id;
      response.write(`id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
    }
  }
  response.on('drain', sendEvents);
  const heartbeat = setInterval(() => {
    if (!isFull()) response.write('event: heartbeat\ndata:\n\n');
  }, HEARTBEAT_MILLISECONDS).unref();
  sendEvents();
  const unsubscribe = log.subscribe({ wake: sendEvents, end: () => void response.end() });
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
}

/** Sends JSON of many kilobytes. */
async function sendLarge(request: Request, response: Response, value: unknown): Promise<void> {
  const body = JSON.stringify(value);
  const coding = codingFor(request, 'application/json');
  response.vary('Accept-Encoding').type('json');
  if (coding) response.set('Content-Encoding', coding);
  response.send(coding ? await compress(body, coding) : body);
}

const sendPage =
  (name: string, root = WEB_FOLDER): RequestHandler =>
  (_request, response) =>
    response.sendFile(name, { root });

/** Pages of `origins` may read the contract. */
export function createConsoleRoutes(console: Console, origins: AllowedOrigin[]): Router {
  const { log, documentAt } = console;
  const router = Router({ caseSensitive: true, strict: true });
  const forTools = allowOrigins(origins);
  router.get('/', releaseSlot, sendPage('index.html'));
  router.get('/docs', releaseSlot, sendPage('docs.html'));
  router.get('/docs/openapi.json', forTools, (request, response) =>
    sendLarge(request, response, documentAt(requestOrigin(request))),
  );
  router.get('/docs/openapi.yaml', forTools, async (request, response) => {
    response.type('application/yaml').send(await console.yamlAt(requestOrigin(request)));
  });
  const forAll = allowOrigins(['*']);
  router.get('/llms.txt', forAll, releaseSlot, sendPage('llms.txt', GUIDE_FOLDER));
  router.get('/docs/guide/:page.md', forAll);
  router.get('/docs/journeys.json', (request, response) => sendLarge(request, response, console.journeys()));

  router.get('/docs/guide', (_request, response) => response.redirect(301, '/docs/guide/'));
  router.use(
    '/docs/guide',
    releaseSlot,
    express.static(GUIDE_FOLDER, { extensions: ['html'], redirect: false, cacheControl: false }),
  );

  router.get(
    '/console/settings.json',
    json((request) => console.settings(requestOrigin(request))),
  );
  router.get('/console/events', releaseSlot, (request, response) => streamEvents(request, response, log));
  router.get('/console/requests', json(log.lines));
  router.get(
    '/console/requests/:id',
    json(({ params }) => log.find(Number(params.id)) ?? Promise.reject(notFound())),
  );
  router.delete('/console/requests', json(log.clear));
  router.get(
    '/console/worlds/:id/people',
    json(({ params }) => console.readPeople(params.id)),
  );
  router.get('/console/worlds', json(console.listWorlds));
  router.get(
    '/console/worlds/:id',
    json(({ params }) => console.readWorld(params.id)),
  );

  router.use(
    '/console',
    releaseSlot,
    express.static(WEB_FOLDER, { index: false, redirect: false, cacheControl: false }),
  );
  router.get('/favicon.ico', releaseSlot, sendPage('icon.svg'));
  router.use(['/console', '/docs', ...BROWSER_PATHS], () => {
    throw notFound();
  });
  return router;
}
