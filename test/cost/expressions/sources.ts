// Finds the regular expressions of the sources, also those that a constructor makes of texts of the same file.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface SourceExpression {
  file: string;
  /** Undefined for an expression whose text only the running program knows. */
  expression: { source: string; flags: string } | undefined;
}

const sources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|js|mjs|cjs)$/.test(file));

/** Returns the text of an expression of literals and constants of the file; undefined for any other one. */
function textOf(node: ts.Expression, constants: Map<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && textOf(value, constants);
  }
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  const template = isRaw ? node.template : node;
  const read = ({ text, rawText = text }: ts.TemplateLiteralLikeNode): string => (isRaw ? rawText : text);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return read(template);
  if (!ts.isTemplateExpression(template)) return undefined;
  const parts = template.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, constants);
    return text === undefined ? undefined : text + read(literal);
  });
  return parts.includes(undefined) ? undefined : read(template.head) + parts.join('');
}

function* expressionsIn(file: string): Generator<SourceExpression> {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : undefined;
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const constants = new Map<string, ts.Expression>();
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const node of nodes) {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.getText())!;
      yield { file, expression: { source: source!, flags: flags! } };
    }
    if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || node.expression.getText() !== 'RegExp')
      continue;
    const [pattern, flags] = node.arguments ?? [];
    const source = pattern && textOf(pattern, constants);
    const flagText = flags ? textOf(flags, constants) : '';
    const isKnown = source !== undefined && flagText !== undefined;
    yield { file, expression: isKnown ? { source, flags: flagText } : undefined };
  }
}

export const sourceExpressions = (): SourceExpression[] =>
  sources().flatMap((file) => [...expressionsIn(file)]);
