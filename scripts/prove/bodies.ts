/** A JSON schema as in openapi.json. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  maxLength?: number
  minLength?: number
  maxItems?: number
  minItems?: number
  minimum?: number
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
export type Components = Record<string, Schema>

/** The filling of a body: the length of its texts and lists, and their content. */
export type Filling = { unit: string; longest: number; most: number }
export const HARMLESS: Filling = { unit: 'Ann', longest: 3, most: 1 }

/** Characters that make patterns slow when there are many of them. */
export const UNITS = [' ', '.', '<br', '@', '1 ', '\n', '",', "-('"]

/** Default length of a text in characters, and of a list in items, if the schema sets none: together below the limit of a body. */
export const LONGEST = 20_000
export const MOST = 500
const DEEPEST = 12

/** A body of a schema, as long as allowed, with one filling. */
export function bodyOf(schema: Schema, components: Components, filling: Filling, depth = 0): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema
  const again = (inner: Schema) => bodyOf(inner, components, filling, depth + 1)
  if (depth > DEEPEST) return null
  if ($ref) return again(components[$ref.split('/').at(-1) ?? ''] ?? {})
  if (allOf) return Object.assign({}, ...allOf.map(again))
  const choice = (anyOf ?? oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return again(choice)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'array') {
    // Only the outermost list is long, and its items are short, or a body would have no end.
    const item = bodyOf(
      schema.items ?? {},
      components,
      { ...filling, longest: Math.min(filling.longest, 100), most: Math.min(filling.most, 2) },
      depth + 1,
    )
    return Array.from({ length: countOf(schema, filling) }, () => item)
  }
  if (type === 'object' || schema.properties) return objectOf(schema, filling, again)
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  return textOf(schema, filling)
}

const countOf = ({ minItems = 0, maxItems = MOST }: Schema, { most }: Filling) => Math.max(minItems, Math.min(maxItems, most))

function objectOf({ properties = {}, additionalProperties }: Schema, { most }: Filling, again: (inner: Schema) => unknown) {
  const named = Object.entries(properties).map(([name, inner]) => [name, again(inner)])
  if (typeof additionalProperties !== 'object') return Object.fromEntries(named)
  return Object.fromEntries([...named, ...Array.from({ length: most }, (_, n) => [`k${n}`, again(additionalProperties)])])
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01990000-0000-7000-8000-000000000000',
  'date-time': '2026-11-24T09:00:00.000Z',
  date: '2026-11-24',
  time: '09:00',
  email: 'ann@example.com',
  uri: 'https://example.com/',
}

function textOf({ format, pattern, maxLength = LONGEST, minLength = 0 }: Schema, { unit, longest }: Filling): string {
  if (format && FORMATS[format] !== undefined) return FORMATS[format]
  const length = Math.max(minLength, Math.min(maxLength, longest))
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  // Between two letters, so that trimming removes nothing before the check.
  return pattern || length < 3 ? text : `a${text.slice(1, -1)}b`
}
