import fc from 'fast-check'

type Json = fc.JsonValue
type Value = fc.Arbitrary<unknown>
/** A JSON schema as zod writes it. */
export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  const?: Json
  enum?: Json[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
/** Where values come from that only this database knows: ids of records, ours and another practice's. */
export type Ids = readonly string[]

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1)

const DAYS = [
  '2026-11-24',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2026-02-30',
  '2200-12-31',
  '2201-01-01',
  '9999-12-31',
  '',
]
const TIMES = [
  '2026-11-24T09:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-24T09:00:00+23:59',
  '2026-11-24',
  '24:00',
  '09:30',
  '17:00',
]
const TEXTS = [
  '',
  ' ',
  'Sarah',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  'é̀\u202e',
  "'; drop table clients; --",
  '__proto__',
  '%',
  '07700 900118',
  'x'.repeat(5000),
  '99999999999999999999',
]
const NUMBERS = [0, -1, 1, 0.5, 7, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 1e21, 1e300, -1e300]
const SHAPES = [null, true, false, [], {}, [[]], { a: 1 }, [null], deep(30), deep(3000), Array(300).fill(0)]

/** What no contract means: values of any type that servers have stumbled over. */
export const hostile: Value = fc.constantFrom<unknown>(...DAYS, ...TIMES, ...TEXTS, ...NUMBERS, ...SHAPES)
/** Ids of no record, and one that is no id. */
const strangers: Value = fc.oneof(fc.uuid(), fc.constantFrom('offline_x', 'nonsense', '', '\u0000', '\ud800', 'x'.repeat(61)))

/** Values by a JSON schema: most of them right, many at an edge, some hostile. */
export function valueFrom(schema: JsonSchema, ids: Ids, root: JsonSchema = schema): Value {
  return fc.oneof({ weight: 12, arbitrary: rightOf(schema, ids, root) }, { weight: 1, arbitrary: hostile })
}

function rightOf(schema: JsonSchema, ids: Ids, root: JsonSchema): Value {
  if (schema.$ref) return rightOf(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, ids, root)
  const some = schema.anyOf ?? schema.oneOf
  if (some) return fc.oneof(...some.map((each) => rightOf(each, ids, root)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.allOf?.[0]) return rightOf({ ...schema.allOf[0], type: schema.type ?? 'string' }, ids, root)
  if (schema.type === 'object') return objectOf(schema, ids, root)
  if (schema.type === 'array') return fc.array(valueFrom(schema.items ?? {}, ids, root), { maxLength: 3 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  if (schema.type === 'string') return textOf(schema)
  return hostile
}

function objectOf({ properties = {}, required = [] }: JsonSchema, ids: Ids, root: JsonSchema): Value {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = /Ids?$|^id$/.test(name) ? idsOf(schema, ids, root) : valueFrom(schema, ids, root)
    return [name, fc.option(value, { nil: undefined, freq: required.includes(name) ? 30 : 1 })] as const
  })
  return fc.record(Object.fromEntries(fields))
}

function idsOf(schema: JsonSchema, ids: Ids, root: JsonSchema): Value {
  const one = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: strangers },
    { weight: 1, arbitrary: valueFrom(schema, ids, root) },
  )
  return schema.type === 'array' ? fc.array(one, { maxLength: 3 }) : one
}

function numberOf({ type, minimum = -1000, maximum = 1000 }: JsonSchema): Value {
  const [min, max] = [Math.max(minimum, -(2 ** 31)), Math.min(maximum, 2 ** 31 - 1)]
  const edges = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1)
  return fc.oneof(
    {
      weight: 4,
      arbitrary:
        type === 'integer'
          ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
          : fc.float({ min: Math.fround(min), max: Math.fround(max), noNaN: true }),
    },
    { weight: 1, arbitrary: edges },
  )
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): Value {
  if (format === 'date') return fc.constantFrom(...DAYS.slice(0, 1), ...DAYS)
  if (format === 'date-time') return fc.constantFrom(...TIMES)
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (pattern && !pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern, 'u'))
  const [least, most] = [Math.min(minLength, maxLength), Math.min(maxLength, 60)]
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength: least, maxLength: Math.max(least, most), unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength + 1, 20_000))) },
  )
}
