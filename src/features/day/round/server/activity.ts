import type { ActivityItem } from '#features/day/round/contract.ts'
import { type ListedActivity, listActivity } from '#features/day/round/server/activity-queries.ts'
import { namesThen } from '#features/day/round/server/names-then.ts'
import { capital } from '#lib/capital.ts'
import { isUuid } from '#lib/ids.ts'
import type { JournalKind } from '#lib/journal-kinds.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type ActivityRow, declarationOf, declarations, type Journal, type JournalLine } from '#platform/server/entity.ts'
import { mayUndo, undoOf } from '#platform/server/undo.ts'

type Page = { limit: number; after?: string | undefined; kind?: JournalKind | undefined; memberId?: string | undefined }

/**
 * The journal in a farrier's words, newest first, a page at a time, each line worded by the feature of its record. Spec §3 Activity item.
 */
export async function activityPage(tx: PracticeTx, actor: Actor, { limit, after, kind, memberId }: Page): Promise<ActivityItem[]> {
  const rows = await listActivity(tx, actor.practiceId, { limit, after, memberId, entities: kind && entitiesOf(kind) })
  const named = rows.flatMap((row) => (row.undone ? [row, row.undone] : [row]))
  const ids = named.flatMap((row) => [row.entity_id, row.member_id, ...NAMING.map((column) => idIn(row, column))])
  const guests = rows.map(({ guest }) => guest?.clientId ?? null)
  const nameThen = await namesThen(tx, actor.practiceId, [...new Set([...ids, ...guests].filter((id) => id !== null))])
  const namesAt = (line: ActivityRow): Names => ({ get: (id) => nameThen(id, { id: line.id, at: new Date(line.at) }) })
  return rows.map((row) => ({
    id: row.id,
    title: row.undone ? `Undone: ${titleOf(row.undone, namesAt(row.undone))}` : titleOf(row, namesAt(row)),
    description: descriptionOf(row, namesAt(row), actor.zone),
    time: row.at.toISOString(),
    canUndo: canUndo(row, actor),
  }))
}

/** Columns whose record a title may name. */
const NAMING = ['horse_id', 'client_id', 'payer_client_id']

/** What records were called when a line was written. */
type Names = { get: (id: string) => string | undefined }

function entitiesOf(kind: JournalKind): string[] {
  const { synced, tables, acts } = declarations()
  const all: [string, { journal?: Journal }][] = Object.entries({ ...synced, ...tables, ...acts })
  return all.flatMap(([name, { journal }]) => (journal?.kind === kind ? [name] : []))
}

const canUndo = (row: ListedActivity, actor: Actor): boolean =>
  !row.is_undone && !row.is_gone && undoOf(row) !== undefined && mayUndo(actor, row)

function titleOf(row: ActivityRow, names: Names): string {
  const line = lineOf(row, names)
  return declarationOf(row.entity)?.journal?.title?.(line) ?? `${capital(row.verb)} ${line.named}`
}

function descriptionOf(row: ListedActivity, names: Names, zone: string): string {
  return [declarationOf(row.entity)?.journal?.detail?.(lineOf(row, names), zone), doerOf(row, names)].filter(Boolean).join(', ')
}

/** Who did it: a program by its key, a member by name, or an owner through their portal, by name as far as the client is known. */
function doerOf({ member_id, by_person, key_name, guest }: ListedActivity, names: Names): string | undefined {
  if (key_name) return `by key ${key_name}`
  const member = member_id ? names.get(member_id) : undefined
  if (member) return `by ${member}`
  if (!by_person) return undefined
  const client = guest ? names.get(guest.clientId) : undefined
  if (!client) return 'Owner'
  if (guest?.role === 'sharer') return `Somebody who shares a horse (${client})`
  return guest?.role === 'helper' ? `Owner's helper (${client})` : `Owner (${client})`
}

function lineOf(row: ActivityRow, names: Names): JournalLine {
  const { entity, verb, before, after } = row
  const textIn = (column: string) => textOf(row, column)
  const nameIn = (column: string) => names.get(idIn(row, column) ?? '')
  const named = names.get(row.entity_id) ?? textIn('name') ?? textIn('label') ?? declarationOf(entity)?.journal?.noun ?? 'something'
  return { verb, before, after, named, nameIn, textIn }
}

function textOf(row: ActivityRow, column: string): string | undefined {
  const value = row.after?.[column] ?? row.before?.[column]
  return typeof value === 'string' ? value : undefined
}

function idIn(row: ActivityRow, column: string): string | null {
  const id = textOf(row, column)
  return id && isUuid(id) ? id : null
}
