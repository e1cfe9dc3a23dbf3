import { SCOPED, type Scope, type Scoped } from '#lib/scopes.ts'

/** A field as the reference names it; `type` is in words. */
export type Field = { name: string; type: string; isRequired: boolean }
/** One endpoint that a key opens. */
export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  scope: Scope
  /** In the path or the query. */
  params: Field[]
  /** What is sent, and what comes back: the name of a shape, or words. */
  body: string | undefined
  answer: string
  /** Takes `Idempotency-Key` and `If-Match`. */
  isOfRecord: boolean
}
/** A named shape that an operation sends, answers with, or that another shape has within it. */
export type Shape = { name: string; fields: Field[] }
export type Reference = { origin: string; groups: { thing: Scoped; operations: Operation[] }[]; shapes: Shape[] }

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Described = {
  summary?: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
/** The parts of openapi.json that the reference is made of. */
export type OpenApi = { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, Schema> } }

/** What openapi.json says of the endpoints that API keys open, by what they are about; and the shapes they speak of. */
export function referenceOf({ paths, components: { schemas } }: OpenApi, origin: string): Reference {
  const shapes = new Map<string, Shape>()
  const words = wordsIn(schemas, shapes)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => operationOf({ path, method, described }, words) ?? []),
  )
  return {
    origin,
    groups: SCOPED.map((thing) => ({ thing, operations: operations.filter(({ scope }) => scope.startsWith(`${thing}:`)) })),
    shapes: [...shapes.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-GB')),
  }
}

/** How a shape reads in a line; the named shapes that it has within it are noted. */
type Words = (schema: Schema | undefined) => string
type Listed = { path: string; method: string; described: Described }

function operationOf({ path, method, described }: Listed, words: Words): Operation | undefined {
  const scope = described.security?.flatMap(({ apiKey = [] }) => apiKey)[0]
  if (!scope) return undefined
  const { summary = '', parameters = [], requestBody, responses } = described
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return {
    id: `${method}-${path.replace(/^\/api\//, '').replaceAll(/[^a-z]+/gi, '-')}`.replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    summary,
    scope: scope as Scope,
    params: parameters.flatMap(({ name, in: where, required = false, schema }) =>
      where === 'header' ? [] : [{ name, type: words(schema), isRequired: required }],
    ),
    body: requestBody && words(contentOf(requestBody.content)),
    answer: answerOf(success?.content, words),
    isOfRecord: parameters.some(({ name }) => name === 'idempotency-key'),
  }
}

function answerOf(content: Record<string, { schema: Schema }> | undefined, words: Words): string {
  const schema = content && contentOf(content)
  if (!schema) return 'nothing'
  return Object.keys(schema).length === 0 ? 'the bytes of a file' : words(schema)
}

const contentOf = (content: Record<string, { schema: Schema }>): Schema | undefined => Object.values(content)[0]?.schema

function wordsIn(schemas: Record<string, Schema>, shapes: Map<string, Shape>): Words {
  const words: Words = (schema = {}) => {
    const { $ref, anyOf, oneOf, allOf, type } = schema
    if ($ref) return named($ref.split('/').at(-1) ?? '')
    const either = anyOf ?? oneOf
    if (either) return [...new Set(either.map(words))].join(' or ')
    if (allOf && !type) return words(allOf[0])
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (Array.isArray(type)) return type.map((each) => words({ ...schema, type: each })).join(' or ')
    if (type === 'array') return `list of ${words(schema.items)}`
    return type === 'object' ? objectWords(schema) : plainWords(schema)
  }
  const objectWords = ({ properties, additionalProperties }: Schema): string => {
    if (properties)
      return `{ ${Object.entries(properties)
        .map(([name, each]) => `${name}: ${words(each)}`)
        .join('; ')} }`
    return typeof additionalProperties === 'object' ? `words, each with ${words(additionalProperties)}` : 'object'
  }
  const named = (name: string): string => {
    if (!shapes.has(name)) {
      const { properties = {}, required = [], ...rest } = schemas[name] ?? {}
      const fields: Field[] = []
      // Noted first: a shape may have itself within it.
      shapes.set(name, { name, fields })
      const of = Object.entries(properties)
      fields.push(...of.map(([field, each]) => ({ name: field, type: words(each), isRequired: required.includes(field) })))
      if (of.length === 0) fields.push({ name: '', type: words(rest), isRequired: true })
    }
    return name
  }
  return words
}

const FORMATS: Readonly<Record<string, string>> = { date: 'day', 'date-time': 'instant', uuid: 'id', email: 'e-mail address' }
const PLAIN: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
}

const plainWords = ({ type, format }: Schema): string =>
  FORMATS[format ?? ''] ?? (typeof type === 'string' ? (PLAIN[type] ?? type) : 'anything')
