// Serves the console pages and their data before authentication, at paths that no operation has.
import express, { type Response, Router } from 'express';
import { notFound } from '../../base/errors';
import { WORK_DONE } from '../../server/api/response';
import { type AllowedOrigin, allowOrigins, requestOrigin } from '../../server/api/cross-origin';

interface Subscriber {
  event(name: string, data: object): void;
  end(): void;
}

/** The part of the console that the routes use. */
export interface ConsolePages {
  /** Folder of the static files. */
  folder: string;
  /** Where the rendered guide is. */
  guideFolder: string;
  log: {
    lines(): object[];
    find(number: number): object | undefined;
    clear(): void;
    /** Returns a function that unsubscribes. */
    subscribe(subscriber: Subscriber): () => void;
  };
  listWorlds(): Promise<object[]>;
  readWorld(id: string): Promise<object>;
  readRecord(world: string, collection: string, id: string): Promise<object>;
  settings(url: string): object;
  journeys(): object[];
  documentAt(url: string): object;
  yamlAt(url: string): string;
}

/** Proxies close idle connections. */
const HEARTBEAT_MILLISECONDS = 20_000;

function streamEvents(response: Response, subscribe: ConsolePages['log']['subscribe']): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.emit(WORK_DONE); // an open stream must not count as a running request
  response.write('retry: 1000\n\n');
  const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), HEARTBEAT_MILLISECONDS).unref();
  const unsubscribe = subscribe({
    event: (name, data) => void response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void response.end(),
  });
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
}

/** Pages of `origins` may read the contract. */
export function createConsoleRoutes(
  {
    folder,
    guideFolder,
    log,
    listWorlds,
    readWorld,
    readRecord,
    settings,
    journeys,
    documentAt,
    yamlAt,
  }: ConsolePages,
  origins: AllowedOrigin[],
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const forTools = allowOrigins(origins);
  router.get('/', (_request, response) => response.sendFile('index.html', { root: folder }));
  router.get('/docs', (_request, response) => response.sendFile('docs.html', { root: folder }));
  router.get(
    '/docs/openapi.json',
    forTools,
    (request, response) => void response.json(documentAt(requestOrigin(request))),
  );
  router.get(
    '/docs/openapi.yaml',
    forTools,
    (request, response) => void response.type('application/yaml').send(yamlAt(requestOrigin(request))),
  );
  router.get('/docs/journeys.json', (_request, response) => void response.json(journeys()));

  router.get('/docs/guide', (_request, response) => response.redirect(301, '/docs/guide/'));
  router.use(
    '/docs/guide',
    express.static(guideFolder, { extensions: ['html'], redirect: false, cacheControl: false }),
  );

  router.get(
    '/console/settings.json',
    (request, response) => void response.json(settings(requestOrigin(request))),
  );
  router.get('/console/events', (_request, response) => streamEvents(response, log.subscribe));
  router.get('/console/requests', (_request, response) => void response.json(log.lines()));
  router.get('/console/requests/:number', (request, response) => {
    const entry = log.find(Number(request.params.number));
    if (!entry) throw notFound();
    response.json(entry);
  });
  router.delete('/console/requests', (_request, response) => {
    log.clear();
    response.status(204).end();
  });
  router.get('/console/worlds', async (_request, response) => void response.json(await listWorlds()));
  router.get(
    '/console/worlds/:id',
    async ({ params }, response) => void response.json(await readWorld(params.id)),
  );
  router.get('/console/worlds/:id/:collection/:record', async ({ params }, response) => {
    response.json(await readRecord(params.id, params.collection, params.record));
  });

  router.use('/console', express.static(folder, { index: false, redirect: false, cacheControl: false }));
  router.use(['/console', '/docs'], () => {
    throw notFound();
  });
  return router;
}
