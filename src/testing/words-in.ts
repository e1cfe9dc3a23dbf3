import ts from 'typescript'
import { isPositionOfCode, isPositionOfWords } from '#testing/words-where.ts'

/** The strings a person reads in a TypeScript file, in the order of the code, each once. What is inserted is shown as `{name}`. */
export function wordsIn(fileName: string, text: string): string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const found = new Set<string>()
  const add = (words: string) => {
    const line = words.replace(/\s+/g, ' ').trim()
    if (/\p{L}{2}/u.test(line.replace(/\{[^{}]*\}/g, ''))) found.add(line)
  }
  const visit = (node: ts.Node): void => {
    if (isPositionOfCode(node)) return
    if (isElement(node) && hasOwnText(node)) {
      add(flattened(node))
      visitRest(node)
      return
    }
    if (isText(node)) {
      if (!isCode(shown(node)) && (isPositionOfWords(node) || looksLikeWords(shown(node)))) add(shown(node))
      if (!ts.isTemplateExpression(node)) return
    }
    ts.forEachChild(node, visit)
  }
  // What the element's own line doesn't show: attributes, and all that is computed.
  const visitRest = (node: ts.JsxElement | ts.JsxFragment): void => {
    if (ts.isJsxElement(node)) visit(node.openingElement.attributes)
    for (const child of node.children) {
      if (isElement(child)) visitRest(child)
      else if (!ts.isJsxText(child)) ts.forEachChild(child, visit)
    }
  }
  visit(source)
  return [...found]
}

type Text = ts.StringLiteralLike | ts.TemplateExpression

const isText = (node: ts.Node): node is Text => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

const isElement = (node: ts.Node): node is ts.JsxElement | ts.JsxFragment => ts.isJsxElement(node) || ts.isJsxFragment(node)

const hasOwnText = (node: ts.JsxElement | ts.JsxFragment) =>
  node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text.replace(/&\w+;/g, '')))

function flattened(node: ts.JsxElement | ts.JsxFragment): string {
  return node.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text.replace(/\s*\n\s*/g, ' ')
      if (isElement(child)) return flattened(child)
      if (ts.isJsxSelfClosingElement(child)) return child.tagName.getText() === 'br' ? ' ' : `{${child.tagName.getText()}}`
      return child.expression ? inserted(child.expression) : ''
    })
    .join('')
}

function shown(node: Text): string {
  if (ts.isStringLiteralLike(node)) return node.text
  return node.head.text + node.templateSpans.map((span) => inserted(span.expression) + span.literal.text).join('')
}

/** What replaces an expression in a sentence: its words where it is some, its name otherwise. */
function inserted(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  return `{${nameOf(node)}}`
}

function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isConditionalExpression(node)) return `${nameOf(node.whenTrue)}|${nameOf(node.whenFalse)}`
  if (ts.isCallExpression(node) && node.arguments.length > 0 && ts.isIdentifier(node.expression)) return node.expression.text
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) return nameOf(node.expression.expression)
  if (ts.isCallExpression(node)) return nameOf(node.expression)
  if (ts.isBinaryExpression(node)) return nameOf(node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? node.right : node.left)
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) return nameOf(node.expression)
  return '…'
}

/** Whether text is a path, an address, markup, a rule of style, a key or SQL. */
function isCode(text: string): boolean {
  const words = text.replace(/\{[^{}]*\}/g, 'x').trim()
  return text.length > MOST_LETTERS || PATH.test(words) || STATEMENT.test(words) || SCHEMA.test(words) || isClassList(words)
}

/* Longer text is a table. */
const MOST_LETTERS = 600
const PATH =
  /^(GET|POST|PUT|PATCH|DELETE|HEAD) |^(https?:|\/|\.|#|@|&|<|data:|--|calc\()|^[\w.+*-]+[/:][\w.+*/:-]+$|^[a-z]+[A-Z]\w*$|^[\w-]+:\s?[\w-]+;|^[MmLl]\s?-?[\d.]/
const SCHEMA =
  /^\d+(px )|\}px$|\(\?:|\[\w+\+\w+\]|^\((width|min-|max-|prefers)|max-age=|charset=|default-src|gradient\(|=> |^case when |_at as "?/
const STATEMENT = /\b(select|insert into|update|delete from|order by|where|create|alter|set local|left join|time zone)\b[\s\S]*[=_(*$"]/

/** Whether text in an unmarked place is a sentence, or a word with a capital. */
function looksLikeWords(text: string): boolean {
  const words = text.replace(/\{[^{}]*\}/g, 'x').trim()
  return words.includes(' ') ? /\p{L}{2}/u.test(words) : /^\p{Lu}\p{Ll}{2,}[.?!…:]?$/u.test(words)
}

function isClassList(text: string): boolean {
  const tokens = text.split(/\s+/)
  if (tokens.length < 2) return false
  const classes = tokens.filter(
    (token) => /^-?[a-z\d[\]&*>!@/.%()_#,'-]+[-:[][a-z\d[\]&*>!@/.%()_#,:='+-]*$/.test(token) && !/[.,:]$/.test(token),
  )
  return !/[A-Z]/.test(text.replace(/[[(].*?[\])]/g, '')) && classes.length * 2 >= tokens.length
}
