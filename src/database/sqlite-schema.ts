// What the migrations do for SQLite alone: it has no roles, and orders text by its bytes.
import type { SchemaDialect } from './schema-dialect';

export const sqliteSchema: SchemaDialect = {
  // It writes, and so waits for whoever migrates at the same time; what is found after that is settled.
  async prepare(transaction, migrations) {
    await transaction.raw('create table if not exists ?? (name varchar(80) not null primary key, applied_at varchar(24) not null)', [migrations]);
  },
  isolate: () => Promise.resolve(),
  admitKeys: () => Promise.resolve(),
};
