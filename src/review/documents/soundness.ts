// Finds errors in a document: structure, references and examples. This project's contract has more rules.
import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Document, localResolver } from '../../contract/load-document';
import { splitPointer, under, valueAt } from '../../contract/pointer';
import { patternFaults } from '../../contract/slow-patterns';
import { groupBy } from '../../base/values';
import DOCUMENT_RULES from './document-rules.json';
import type { LoadedDocument } from './load';

export interface DocumentFault {
  rule: string;
  message: string;
  file: string;
  line: number;
}
/** A fault with a JSON pointer in its file. */
type PlacedFault = DocumentFault & { pointer: string };

/** Which errors of a document block its review: those that the base does not have, all, or none. */
export type FaultPolicy = 'new' | 'all' | 'off';

/** The lint rules of this project's contract. document-rules.json has those of every document, and none of style. */
const PROJECT_RULES = 'spec/rules/redocly.yaml';

/** Recommendations that two of the rules report besides errors. */
const RECOMMENDATION =
  /^Every operation should have security defined|is not used in the server's `url` field/;

/** Ajv compiles patterns with the flag `u`, which rejects escapes that OpenAPI permits, for example `\-`. */
const INVALID_WITH_FLAG = 'Invalid regular expression: /';

/** Returns whether an example was not checked because of a pattern that is valid without the flag `u`. */
function isUncheckedPattern(message: string): boolean {
  const [, rest] = message.split(INVALID_WITH_FLAG, 2);
  const end = rest?.lastIndexOf('/u: ') ?? -1;
  const pattern = end < 0 ? undefined : rest!.slice(0, end);
  try {
    return pattern !== undefined && new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Examples of other media types are text and cannot be checked against the schema. */
const isJsonExample = (from: string): boolean =>
  /[/+]json(;|$)/i.test(splitPointer(decodeURIComponent(from)).at(-1) ?? '');

/**
 * @param isOwn whether the document is the contract of this project, which has more rules.
 * @param known its files, by path, which are not read again.
 */
export async function findFaults(
  file: string,
  isOwn: boolean,
  known?: ReadonlyMap<string, Document>,
): Promise<PlacedFault[]> {
  const { createConfig, getLineColLocation, lint, loadConfig } = await import('@redocly/openapi-core');
  const config =
    isOwn && existsSync(PROJECT_RULES)
      ? await loadConfig({ configPath: PROJECT_RULES })
      : await createConfig(DOCUMENT_RULES as Parameters<typeof createConfig>[0]);
  // The resolver reads no other files.
  config.skipPreprocessors(['house/local-references']);
  const faults: PlacedFault[] = [];
  // Redocly runs the patterns on the examples, so that it must not see slow ones.
  const parsedFiles = new Map<string, unknown>();
  const take = ({ source, parsed }: Document): void => {
    parsedFiles.set(source.absoluteRef, parsed);
    for (const { pointer, message: text, parent } of [...patternFaults(parsed)]) {
      const { line } = getLineColLocation({ source, pointer, reportOnKey: true }).start;
      const message = `${pointer} ${text}`;
      faults.push({ rule: 'pattern', message, file: source.absoluteRef, line, pointer });
      delete parent[splitPointer(pointer).at(-1)!];
    }
  };
  known?.forEach(take);
  const externalRefResolver = await localResolver(file, take, known);
  const problems = await lint({ ref: file, config, externalRefResolver });
  /** Redocly knows references in it only. OpenAPI permits names of schemas too. */
  const isMappedName = (pointer = ''): boolean => {
    const root = parsedFiles.get(file);
    const name = valueAt(root, pointer.replace(/^#/, ''));
    const isMapping = /\/discriminator\/mapping\/[^/]+$/.test(pointer);
    return (
      isMapping && typeof name === 'string' && valueAt(root, under('/components/schemas', name)) !== undefined
    );
  };
  const isAllowed = ({ message, ruleId, from, location }: (typeof problems)[number]): boolean =>
    RECOMMENDATION.test(message) ||
    isUncheckedPattern(message) ||
    (ruleId === 'no-unresolved-refs' && isMappedName(location[0]?.pointer)) ||
    // Redocly expects a map of media types there. OpenAPI 3.2 has a media type.
    (ruleId === 'struct' && location[0]?.pointer?.startsWith('#/components/mediaTypes/') === true) ||
    (ruleId === 'no-invalid-media-type-examples' &&
      from?.pointer !== undefined &&
      !isJsonExample(from.pointer));
  const others = problems
    .filter((problem) => problem.severity === 'error' && !problem.ignored && (isOwn || !isAllowed(problem)))
    .map(({ ruleId: rule, message, location: [location] }) => {
      const at = location && getLineColLocation(location);
      const place = { file: at?.source.absoluteRef ?? file, line: at?.start.line ?? 1 };
      return { rule, message, ...place, pointer: location?.pointer ?? '' };
    });
  return [...faults, ...others];
}

/** Returns the lines of a report, each once. */
const shown = (faults: PlacedFault[], { nameOf }: LoadedDocument): DocumentFault[] => {
  const lines = faults.map(({ rule, message, file, line }) => ({ rule, message, file: nameOf(file), line }));
  return [...new Map(lines.map((fault) => [JSON.stringify(fault), fault])).values()];
};

/** Returns the errors that block a review. The base is checked only when the head has errors. */
export async function blockingFaults(
  policy: FaultPolicy,
  { base, head, isOwn }: { base: LoadedDocument; head: LoadedDocument; isOwn: boolean },
): Promise<DocumentFault[]> {
  if (policy === 'off' || (policy === 'new' && haveEqualFiles(base, head))) return [];
  const faults = await findFaults(head.files[0]!.path, isOwn, head.parsed);
  if (policy === 'all' || faults.length === 0) return shown(faults, head);
  return shown(newFaults(await findFaults(base.files[0]!.path, isOwn, base.parsed), faults), head);
}

/** An unchanged document has no new errors. */
const haveEqualFiles = (base: LoadedDocument, head: LoadedDocument): boolean => {
  const listTexts = ({ files: [entry, ...others] }: LoadedDocument) => [
    ['', entry!.text],
    ...others.map(({ path, text }) => [relative(dirname(entry!.path), path), text]),
  ];
  return isDeepStrictEqual(listTexts(base).sort(), listTexts(head).sort());
};

/** Returns the faults that the base does not have. A fault can move within the document. */
function newFaults(base: PlacedFault[], head: PlacedFault[]): PlacedFault[] {
  const exact = ({ rule, message, pointer }: PlacedFault): string => [rule, message, pointer].join('\n');
  const loose = ({ rule, message }: PlacedFault): string => [rule, message].join('\n');
  const [known, current] = [new Set(base.map(exact)), new Set(head.map(exact))];
  const missing = base.filter((fault) => !current.has(exact(fault)));
  const gone = groupBy(missing, loose);
  return head.filter((fault) => !known.has(exact(fault)) && gone.get(loose(fault))?.pop() === undefined);
}
