// The servers of a URL with a primary and its standbys. Connections lead to the one that takes changes.
import type { ClientBase, Connection } from 'pg';
import { rejectsStandbys, serverUrls } from '../../base/database-url';
import { readOnlyError } from './dialect';

/** PostgreSQL 14 and later report these settings when a connection opens, and when they change. */
const READ_ONLY_SETTINGS = ['in_hot_standby', 'default_transaction_read_only'];

interface Setting {
  parameterName: string;
  parameterValue: string;
}

/** The types of pg do not describe the connection of a client. */
const toConnection = (client: ClientBase): Connection =>
  (client as unknown as { connection: Connection }).connection;

/** The pool has no free connection. That says nothing about the server. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

export class Servers {
  private readonly urls: string[];
  private readonly writableOnly: boolean;
  private place = 0;
  private readonly readOnly = new WeakSet<ClientBase>();

  constructor(url: string) {
    this.urls = serverUrls(url);
    this.writableOnly = rejectsStandbys(url);
  }

  /** The server that the next connection opens. */
  get url(): string {
    return this.urls[this.place]!;
  }

  /** Notes whether the server of a client reports that it is read-only. */
  watch(client: ClientBase): void {
    if (!this.writableOnly) return;
    const note = ({ parameterName, parameterValue }: Setting): void => {
      if (READ_ONLY_SETTINGS.includes(parameterName) && parameterValue === 'on') this.readOnly.add(client);
    };
    toConnection(client).on('parameterStatus', note);
  }

  /** @throws the error of a read-only server. */
  requireWritable(client: ClientBase): void {
    if (this.readOnly.has(client)) throw readOnlyError();
  }

  /** Connects to the current server, or else to the next ones. @throws Error with the errors of all servers. */
  async reach<Client>(connect: () => Promise<Client>): Promise<Client> {
    const errors: unknown[] = [];
    for (;;) {
      const tried = this.place;
      try {
        return await connect();
      } catch (error) {
        errors.push(error);
        if (this.urls.length === 1 || isPoolBusy(error)) throw error;
        // Another connection may have moved on already.
        if (this.place === tried) this.place = (tried + 1) % this.urls.length;
        if (errors.length === this.urls.length)
          throw new Error(errors.map((each) => (each as Error).message).join('; '), { cause: errors });
      }
    }
  }
}
