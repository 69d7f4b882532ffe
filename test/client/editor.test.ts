// Tests the help and the errors that an editor shows for the client, with the language service of TypeScript.
import { join } from 'node:path';
import ts from 'typescript';
import contract from '../../generated/openapi.json';
import { ROOT } from '../support/cli';

const folder = join(ROOT, 'src/client');
const file = join(folder, 'editor-probe.ts');
const SOURCE = `import { type CreateCyberAssetRequest, createClient, unwrap } from './index.js';
const client = createClient({ baseUrl: '', apiKey: '' });
const body: CreateCyberAssetRequest = { name: '', cyber_system_id: '', asset_type: 'hardware' };
export const created = await client.POST('/cyber-assets', { body });
export const rating = unwrap(created).impact_rating;
export const systems = await client.GET('/cyber-systems');
export const path = { id: unwrap(created).id };
export const read = await client.GET('/cyber-assets/{id}', { params: { path } });
export const tasks = await client.GET('/tasks');
`;
const WRONG = `import { createClient } from './index.js';
const client = createClient({ baseUrl: '', apiKey: '' });
await client.POST('/cyber-assets', { body: { name: '', cyberSystemId: '', asset_type: 'hardware' } });
await client.POST('/cyber-assets', { body: { name: '', cyber_system_id: '', asset_type: 'virtual' } });
`;

/** Returns the language service of a file in the folder of the client. */
function serviceOf(source: string): ts.LanguageService {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  )!;
  return ts.createLanguageService({
    ...ts.sys,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => config.options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  });
}

const service = serviceOf(SOURCE);

/** Returns the text that an editor shows for the end of `text` in the source. */
function hover(text: string): { signature: string; docs: string } {
  const info = service.getQuickInfoAtPosition(file, SOURCE.indexOf(text) + text.length - 1)!;
  const tags = (info.tags ?? []).flatMap((tag) => tag.text ?? []);
  return {
    signature: ts.displayPartsToString(info.displayParts),
    docs: ts.displayPartsToString([...(info.documentation ?? []), ...tags]),
  };
}

test('a call shows the summary and the description of its operation, and a signature of two lines', () => {
  const operation = contract.paths['/cyber-assets/{id}'].get;
  const { signature, docs } = hover('const read = await client.GET');
  expect(docs).toBe(`${operation.summary}\n\n${operation.description}`);
  expect(signature.split('\n')).toHaveLength(2);
  expect(signature).toContain('init: Init<"getCyberAsset">');
});

test('a call of a planned operation shows that it is planned', () => {
  expect(hover('const tasks = await client.GET').docs).toMatch(/^List tasks\n[^]*\n\nPlanned: /);
});

test('results, bodies and fields show the names of their schemas', () => {
  expect(hover('const created').signature).toBe('const created: Result<CyberAsset>');
  expect(hover('const systems').signature).toBe('const systems: Result<CyberSystem[]>');
  expect(hover('const body').signature).toBe('const body: CreateCyberAssetRequest');
  expect(hover('const rating').signature).toBe('const rating: ImpactRating');
});

test('a field shows its description, also when it refers to another schema', () => {
  expect(hover('.impact_rating').docs).toBe(contract.components.schemas.ImpactRating.description);
  expect(hover(', cyber_system_id').docs).toBe(
    contract.components.schemas.CreateCyberAssetRequest.properties.cyber_system_id.description,
  );
});

test('every schema of the contract is an exported type with its description', () => {
  const checker = service.getProgram()!.getTypeChecker();
  const index = service.getProgram()!.getSourceFile(join(folder, 'index.ts'))!;
  const symbols = new Map(
    checker.getExportsOfModule(checker.getSymbolAtLocation(index)!).map((symbol) => [symbol.name, symbol]),
  );
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    const symbol = symbols.get(name);
    const type = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const [tag] = type?.getJsDocTags(checker).filter(({ name: tagName }) => tagName === 'description') ?? [];
    expect([name, ts.displayPartsToString(tag?.text)]).toEqual([name, schema.description]);
  }
});

test('a wrong call names the wrong field or value', () => {
  const messages = serviceOf(WRONG)
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(messages).toEqual([
    expect.stringContaining("Did you mean to write 'cyber_system_id'?"),
    expect.stringContaining(`Type '"virtual"' is not assignable to type 'AssetType'.`),
  ]);
});
