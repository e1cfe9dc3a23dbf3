import type { FieldWriters } from '#platform/server/sync/columns.ts'

/** How a table's columns merge (sync.md, Field merge). Every other column conflicts when two devices changed it. */
export type MergePolicy = {
  /** Columns that change together, under the group's name. */
  groups?: Record<string, readonly string[]>
  /** Columns and groups in which the last applied change wins, without a conflict. */
  free?: readonly string[]
  /**
   * Texts of which both are kept, the later below a line that names its author, and the longest the two may be together; longer ones conflict.
   */
  both?: Record<string, number>
  /** Columns whose values only advance, in this order, and take their group with them without a conflict; only a reopening goes back. */
  monotonic?: Record<string, readonly unknown[]>
}

type Values = Readonly<Record<string, unknown>>

export type Change = {
  /** Revision the change was made on; without it nothing can conflict. */
  baseRev?: number | undefined
  deviceId: string | null
  policy?: MergePolicy | undefined
  /** Names the author of the second of two kept texts: `— Tom, on the iPad, Tue 24 Nov:`. */
  mark: string
  /** Lets a monotonic column go back. */
  isReopening?: boolean
}

/** `fields` and `names` are columns, or the names of the groups they belong to. */
export type Merged =
  | { kind: 'nothing' }
  | { kind: 'conflict'; fields: string[] }
  | { kind: 'write'; values: Record<string, unknown>; names: string[] }

/**
 * The merge rule: a value applies when the row has it already, or when no other device wrote the field after `baseRev`; else the field is in
 * conflict, and nothing of the change applies. That this device wrote the field since makes no difference: that may have been a decision about a
 * conflict, and this a change made before it. The policy lists the fields that never conflict.
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

/** The writers of each field once `names` were written at `rev`; `o` keeps the last revision of another device. */
export function writersAfter(fw: FieldWriters, names: readonly string[], rev: number, deviceId: string | null): FieldWriters {
  const written = names.map((name) => {
    const other = lastOfOthers(fw[name], deviceId)
    return [name, { r: rev, d: deviceId, ...(other === undefined ? {} : { o: other }) }]
  })
  return { ...fw, ...Object.fromEntries(written) }
}

/** The group a column changes with, or the column itself. */
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
 * Theirs, a blank line, the mark, mine; only one of them when it contains the other. A text of mine that is already kept is not added again: the
 * change may arrive a second time after the server lost time.
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

/** A write without a device is never the caller's own: two such writers may be two people. */
const isOwn = (writer: string | null, deviceId: string | null) => deviceId !== null && writer === deviceId

/** The groups whose monotonic column a change advances, and those it would move back. */
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

/** Equal as stored: instants by their time, objects regardless of the order of their keys, absent and null alike. */
export const same = (a: unknown, b: unknown): boolean => asText(a) === asText(b)

const asText = (value: unknown) => JSON.stringify(value ?? null, inOrder)

const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
