import ts from 'typescript'

const ATTRIBUTES_OF_CODE =
  /^(class\w*|\w+ClassName|id|href|to|type|name|key|role|variant|tone|size|htmlFor|d|viewBox|fill|stroke\w*|transform|side|align|as|rel|target|method|action|accept|autoComplete|inputMode|lang|src|srcSet|sizes|style|icon|mode|value|form|data-.*|aria-(live|current|controls|describedby|labelledby|haspopup|hidden|sort|orientation|atomic|autocomplete))$/

const NAMES_OF_WORDS =
  /^(title|label|aria-?label|placeholder|description|children|hint|words|sentence|message|fault|empty\w*|text|note|why|heading|subtitle|subject|summary|confirm\w*|alt|aria-?(description|roledescription|valuetext)|unit|legend|caption|prompt|body|reason|name|short|long|one|many|what|question|answer|lead|action|done|\w*(Label|Title|Words|Text|Sentence|Hint|Name|Empty|Action))$/

/* Calls whose strings are for the machine, or for the person who runs the server. */
const CALLS_OF_CODE =
  /^(cx|sql|call|Error|TypeError|RangeError|URL|RegExp|Set|Map|Headers|require|import|serverUrl|addEventListener|removeEventListener|querySelector\w*|closest|matches|getElementById|createElement|getAttribute|setAttribute|getContext|select\w*|where\w*|orWhere|orderBy|groupBy|innerJoin|leftJoin|insertInto|updateTable|deleteFrom|selectFrom|returning\w*|onConflict|ref|raw|as|split|join|includes|startsWith|endsWith|indexOf|replace|replaceAll|test|match|describe|getItem|setItem|removeItem|localeCompare|performance|mark|measure|header|type|register|on|once|emit|info|warn|error|debug|fatal|trace|log|defineEndpoint|endpoint|matchMedia|DateTimeFormat|NumberFormat|PluralRules|Collator|toLocale\w*|formatIn|format|pick|omit|enum|literal|discriminatedUnion|has|get|set|delete|fontFamily|font|expression|execFile|spawn|exec|digest|createHash|createHmac|query|toString|Buffer|from)$/

/** Whether the text of a node is never read by a person: names, types, comparisons, attributes and calls of code. */
export function isPositionOfCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node))
    return true
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true
  if (ts.isJsxAttribute(node)) return ATTRIBUTES_OF_CODE.test(node.name.getText()) && !isChosenWords(node)
  const { parent } = node
  if (!parent) return false
  if (isComparison(parent) || ts.isCaseClause(parent) || ts.isElementAccessExpression(parent) || ts.isLiteralTypeNode(parent))
    return isText(node)
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true
  if (ts.isPropertyAssignment(parent) && ATTRIBUTES_OF_CODE.test(nameOf(parent)) && nameOf(parent) !== 'name') return isText(node)
  return isArgumentOfCode(node, parent)
}

/** Whether the text of a node is read by a person even when it is one word in small letters: a child, a label, a title. */
export function isPositionOfWords(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isPositionOfWords(parent) : true
  if (ts.isJsxAttribute(parent)) return NAMES_OF_WORDS.test(parent.name.getText()) && parent.name.getText() !== 'name'
  if (ts.isPropertyAssignment(parent)) return NAMES_OF_WORDS.test(nameOf(parent)) && /[A-Z\s]/.test(node.getText())
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isPositionOfWords(parent)
  if (ts.isParenthesizedExpression(parent)) return isPositionOfWords(parent)
  if (ts.isBinaryExpression(parent)) return !isComparison(parent) && isPositionOfWords(parent)
  return false
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

const nameOf = (property: ts.PropertyAssignment) => property.name.getText().replace(/^'|'$/g, '')

/* `action="Undo"` is a word, `action="/pay"` is not. */
function isChosenWords({ initializer }: ts.JsxAttribute): boolean {
  return initializer !== undefined && ts.isStringLiteral(initializer) && /^\p{Lu}\p{Ll}+( |$)/u.test(initializer.text)
}

function isComparison(node: ts.Node): node is ts.BinaryExpression {
  if (!ts.isBinaryExpression(node)) return false
  const { kind } = node.operatorToken
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
    ts.SyntaxKind.EqualsEqualsToken,
  ].includes(kind)
}

function isArgumentOfCode(node: ts.Node, parent: ts.Node): boolean {
  if (!(ts.isCallExpression(parent) || ts.isNewExpression(parent)) || !parent.arguments?.some((argument) => argument === node)) return false
  const callee = parent.expression
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
  return CALLS_OF_CODE.test(name)
}
