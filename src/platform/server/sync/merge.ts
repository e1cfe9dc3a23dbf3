import type { FieldWriters } from '#platform/server/sync/columns.ts'

/** How a table's columns merge (sync.md, Field merge). Every other column is asked about when two devices changed it. */
export type MergePolicy = {
  /** Columns that change hands together, under the group's name. */
  groups?: Record<string, readonly string[]>
  /** Columns and groups of which the last applied wins; nobody is asked. */
  free?: readonly string[]
  /** Texts of which both are kept, the later below a line that says whose it is, and how long the two may be together; longer ones ask. */
  both?: Record<string, number>
  /** Columns whose values only go on, in this order, and take their group with them without asking; only a reopening goes back. */
  monotonic?: Record<string, readonly unknown[]>
}

type Values = Readonly<Record<string, unknown>>

export type Change = {
  /** Revision the change was made on; without it nothing can conflict. */
  baseRev?: number | undefined
  deviceId: string | null
  policy?: MergePolicy | undefined
  /** Says whose the second of two kept texts is: `— Tom, on the iPad, Tue 24 Nov:`. */
  mark: string
  /** Takes back what otherwise only goes on. */
  isReopening?: boolean
}

/** `fields` and `names` are columns, or the names of the groups they belong to. */
export type Merged =
  | { kind: 'nothing' }
  | { kind: 'conflict'; fields: string[] }
  | { kind: 'write'; values: Record<string, unknown>; names: string[] }

/**
 * The merge rule: a value applies when it stands there already, or when no other device wrote the field after `baseRev`; else the field is in
 * conflict, and nothing of the change applies. That this device wrote it since changes nothing: it may have been a decision about a conflict,
 * and this a change made before it. The policy says which fields never ask.
 */
export function merge(row: { current: Values; fw: FieldWriters; rev: number }, changes: Values, how: Change): Merged {
  const { policy = {} } = how
  const advancing = Object.entries(changes).filter(([column, value]) => value !== undefined && !same(row.current[column], value))
  const { ahead, back } = steps(row.current, advancing, policy)
  const values: Record<string, unknown> = {}
  const conflicts = new Set<string>()
  for (const [column, mine] of advancing) {
    const name = fieldOf(column, policy)
    if (back.has(name) && !how.isReopening) continue
    const value = isUnseen(row.fw[name], how) && !ahead.has(name) ? mergeValue(row.current[column], mine, column, how) : mine
    if (value === CONFLICT) conflicts.add(name)
    else if (!same(row.current[column], value)) values[column] = value
  }
  if (conflicts.size > 0) return { kind: 'conflict', fields: [...conflicts] }
  const names = new Set(Object.keys(values).map((column) => fieldOf(column, policy)))
  return names.size === 0 ? { kind: 'nothing' } : { kind: 'write', values, names: [...names] }
}

/** Fields another device wrote after `baseRev`: a removal would take what its author never saw. */
export const unseenFields = (fw: FieldWriters, how: Pick<Change, 'baseRev' | 'deviceId'>): string[] =>
  Object.keys(fw).filter((name) => isUnseen(fw[name], how))

/** Who wrote each field once `names` were written at `rev`; `o` remembers the last time another device had. */
export function writersAfter(fw: FieldWriters, names: readonly string[], rev: number, deviceId: string | null): FieldWriters {
  const written = names.map((name) => {
    const other = lastOfOthers(fw[name], deviceId)
    return [name, { r: rev, d: deviceId, ...(other === undefined ? {} : { o: other }) }]
  })
  return { ...fw, ...Object.fromEntries(written) }
}

/** The group a column changes hands with, or the column itself. */
const fieldOf = (column: string, policy: MergePolicy): string =>
  Object.entries(policy.groups ?? {}).find(([, columns]) => columns.includes(column))?.[0] ?? column

const CONFLICT = Symbol('ask')

function mergeValue(theirs: unknown, mine: unknown, column: string, { policy, mark }: Change): unknown {
  const name = fieldOf(column, policy ?? {})
  if (policy?.free?.includes(name)) return mine
  const longest = policy?.both?.[column]
  if (longest === undefined) return CONFLICT
  const both = keepBoth(textOf(theirs), textOf(mine), mark)
  return both.length > longest ? CONFLICT : both
}

/**
 * Theirs, a blank line, the mark, mine; one of them alone when it is the whole of both. Kept once, mine is not kept again: the change may
 * come a second time after the server lost time.
 */
function keepBoth(theirs: string, mine: string, mark: string): string {
  if (!mine || isPart(theirs, mine)) return theirs
  if (!theirs || mine.startsWith(theirs)) return mine
  return `${theirs}\n\n${mark}\n${mine}`
}

// A part begins the text or follows a mark, and ends the text or is followed by one.
const isPart = (text: string, part: string) => `:\n${text}\n\n— `.includes(`:\n${part}\n\n— `)

const isUnseen = (last: FieldWriters[string] | undefined, { baseRev = Infinity, deviceId }: Pick<Change, 'baseRev' | 'deviceId'>) =>
  (lastOfOthers(last, deviceId) ?? 0) > baseRev

/** When another device last wrote the field. */
const lastOfOthers = (last: FieldWriters[string] | undefined, deviceId: string | null) =>
  last && !isOwn(last.d, deviceId) ? last.r : last?.o

/** What came by no device is nobody's own: two such writers may be two people. */
const isOwn = (writer: string | null, deviceId: string | null) => deviceId !== null && writer === deviceId

/** The groups whose monotonic column a change takes on, and those it would take back. */
function steps(current: Values, changes: [string, unknown][], policy: MergePolicy) {
  const [ahead, back] = [new Set<string>(), new Set<string>()]
  for (const [column, value] of changes) {
    const order = policy.monotonic?.[column]
    if (!order) continue
    const isAhead = order.indexOf(value ?? null) > order.indexOf(current[column] ?? null)
    ;(isAhead ? ahead : back).add(fieldOf(column, policy))
  }
  return { ahead, back }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Equal as they would be stored: instants by their time, objects whatever order their keys came in, absent and null alike. */
export const same = (a: unknown, b: unknown): boolean => asText(a) === asText(b)

const asText = (value: unknown) => JSON.stringify(value ?? null, inOrder)

const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
