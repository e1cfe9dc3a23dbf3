import { z } from 'zod'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'

type Shape = {
  $ref?: string
  allOf?: Shape[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  type?: string
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

const DAY = '2026-01-15'

/** Values for fields with a pattern or a rule. */
const BY_NAME: Record<string, unknown> = {
  endpoint: 'https://push.example.com/1',
  localStart: '08:00',
  localEnd: '17:00',
  roundRank: 'i',
  workingHours: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, isWorking: true, startTime: '09:00', endTime: '17:00' })),
  dayMove: { id: uuidv7(), reason: 'Snow' },
  from: DAY,
  ownedFrom: DAY,
  workDate: DAY,
  to: DAY,
  requestId: uuidv7(),
  // Null: alone it is of nothing.
  extendedWhy: null,
}

/** What a body may have: each field with a value that its shape takes, where one can be derived from the shape. */
export function fieldsOf(schema: z.ZodType): Map<string, unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape & { $defs?: Record<string, Shape> }
  const known = (shape: Shape): Shape => (shape.$ref ? known(root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] ?? {}) : shape)
  const sampleOf = (asked: Shape, name: string): unknown => {
    const shape = known(asked)
    if (name === 'id') return uuidv7()
    if (name in BY_NAME) return BY_NAME[name]
    const [first] = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
    if (first && !shape.type) return sampleOf(first, name)
    if (shape.const !== undefined || shape.enum) return shape.const ?? shape.enum?.[0]
    if (shape.type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => sampleOf(shape.items ?? {}, ''))
    if (shape.type === 'object')
      return Object.fromEntries((shape.required ?? []).map((each) => [each, sampleOf(shape.properties?.[each] ?? {}, each)]))
    return plainValue(shape, name)
  }
  const all = (asked: Shape): [string, unknown][] => {
    const shape = known(asked)
    const own = Object.entries(shape.properties ?? {}).map(([name, field]): [string, unknown] => [name, sampleOf(field, name)])
    return [...own, ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(all)]
  }
  return new Map(all(root))
}

function plainValue({ type, format, minimum, exclusiveMinimum }: Shape, name: string): unknown {
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, (exclusiveMinimum ?? 0) + 1, 1)
  if (format === 'date' || /(On|Day)$/.test(name)) return DAY
  if (format === 'date-time' || /(At|Time)$/.test(name)) return currentTime().toISOString()
  if (format === 'time') return '10:00'
  if (format === 'email') return 'somebody@example.com'
  if (format === 'uuid') return uuidv7()
  return type === 'string' ? 'Something' : null
}
