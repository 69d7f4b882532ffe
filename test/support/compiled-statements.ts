// Records the SQL that a server compiles, for tests of all statements.
import type { Statement } from '../../src/database/statement';

/** The SQL of every statement since the start of the test file. */
export const compiledStatements = new Set<string>();

/** Returns the module of statements for `jest.mock`. */
export function recordCompiled() {
  const actual = jest.requireActual<typeof import('../../src/database/statement')>(
    '../../src/database/statement',
  );
  const compile = (build: Parameters<typeof actual.compile>[0]): Statement<unknown, unknown> => {
    const statement = actual.compile(build);
    compiledStatements.add(statement.sql);
    return statement;
  };
  return { ...actual, compile, once: (query: never) => compile(() => query) };
}
