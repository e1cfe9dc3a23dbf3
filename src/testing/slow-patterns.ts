import { analyse, type Report } from 'scslre'
import ts from 'typescript'

/** A regular expression whose time grows faster than its input, where it is, and what makes it slow. */
export type SlowPattern = { line: number; pattern: string; why: string }

/**
 * The regular expressions of a TypeScript file that take more than linear time on some input, written as literals or given to `RegExp` as
 * constant text. One built of parts can't be judged, so it is named too. A comment `// linear: …` on the line above gives the reason why
 * one may stay.
 */
export function slowPatternsIn(fileName: string, text: string): SlowPattern[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const lines = text.split('\n')
  const found: SlowPattern[] = []
  const visit = (node: ts.Node): void => {
    const pattern = patternAt(node)
    const why = pattern && whySlow(pattern)
    if (pattern && why) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (!lines[line - 1]?.includes('// linear: ')) found.push({ line: line + 1, pattern: pattern.source, why })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Pattern = { source: string; flags: string; isBuilt?: true }

function patternAt(node: ts.Node): Pattern | undefined {
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node)
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || node.expression.getText() !== 'RegExp') return undefined
  const [given, flags] = node.arguments ?? []
  // Judged where it was written.
  if (given && ts.isPropertyAccessExpression(given) && given.name.text === 'source') return undefined
  const source = given && textOf(given)
  if (source === undefined) return { source: given?.getText() ?? '', flags: '', isBuilt: true }
  return { source, flags: (flags && textOf(flags)) ?? '' }
}

function literalOf({ text }: ts.RegularExpressionLiteral): Pattern {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

/** The text an expression has whenever it runs, where it is made of constants of its own file; else undefined. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return constantOf(node, textOf)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [textOf(node.left), textOf(node.right)]
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source' && ts.isIdentifier(node.expression))
    return constantOf(node.expression, (value) => (ts.isRegularExpressionLiteral(value) ? literalOf(value).source : undefined))
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw'
  const template = isRaw ? node.template : node
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText ?? template.text
  if (!ts.isTemplateExpression(template)) return undefined
  const said = ({ text, rawText }: ts.TemplateLiteralLikeNode) => (isRaw ? (rawText ?? text) : text)
  const parts = template.templateSpans.map(({ expression, literal }) => [textOf(expression), said(literal)])
  return parts.some(([part]) => part === undefined) ? undefined : said(template.head) + parts.flat().join('')
}

/** The value of a constant of the file. */
function constantOf(name: ts.Identifier, read: (value: ts.Expression) => string | undefined): string | undefined {
  for (const statement of name.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue
    const found = statement.declarationList.declarations.find((one) => one.name.getText() === name.text)
    if (found?.initializer) return read(found.initializer)
  }
  return undefined
}

function whySlow({ source, flags, isBuilt }: Pattern): string | undefined {
  if (isBuilt) return 'it is built of parts and cannot be judged'
  const [report] = analyse({ source, flags }, { maxReports: 1, reportTypes: { Trade: true, Self: true, Move: true } }).reports
  return report && describe(report)
}

const describe = ({ type, exponential, character }: Report): string =>
  `${exponential ? 'exponential' : 'quadratic or worse'} on many /${character.literal.source}/ (${WHY[type]})`

const WHY: Record<Report['type'], string> = {
  Move: 'it is tried again from each of them',
  Self: 'one repetition shares them out with itself',
  Trade: 'two repetitions share them out',
}
