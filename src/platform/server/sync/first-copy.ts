import { sql } from 'kysely'
import { FirstCopy, type SyncedName, type SyncRow } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { jsonIn } from '#platform/server/sync/json-in.ts'
import { isSeen, type SyncRegistry, syncRowOf } from '#platform/server/sync/sync.ts'

type Whose = { registry: SyncRegistry; actor: Actor }
type Page = { rows: SyncRow[]; more: boolean; first: { whole: string[]; before: Record<string, number>; total?: number } }

/**
 * The next page of a first copy: the rows at or before `upTo`, kind by kind, so that a device knows of each kind when it has all of it. First the
 * kinds a screen waits for, then each after those it names, the newest rows of each first. What changes meanwhile moves past `upTo`, and comes as news.
 * @throws bad_request
 */
export async function pullFirst(
  tx: PracticeTx,
  { registry, actor }: Whose,
  { asked, upTo, limit }: { asked: string; upTo: number; limit: number },
): Promise<Page> {
  const { whole: had, before: from, want } = jsonIn(FirstCopy, asked)
  const seen = syncedNames().filter((entity) => isSeen(registry, entity, actor))
  const [whole, before] = [new Set(had), { ...from }]
  const isFirst = had.length === 0 && Object.keys(from).length === 0
  const rows: SyncRow[] = []
  for (const entity of inOrder(seen, want)) {
    if (whole.has(entity)) continue
    const room = limit - rows.length
    const found = await newest(tx, entity, { before: from[entity] ?? upTo + 1, limit: room + 1 })
    const taken = found.slice(0, room)
    rows.push(...taken.map((row) => syncRowOf({ registry, actor, entity }, row)))
    if (found.length > room) {
      before[entity] = taken.at(-1)?.seq ?? from[entity] ?? upTo + 1
      break
    }
    whole.add(entity)
    delete before[entity]
  }
  const more = seen.some((entity) => !whole.has(entity))
  const total = isFirst ? await countRows(tx, seen) : undefined
  return { rows, more, first: { whole: [...whole], before, ...(total === undefined ? {} : { total }) } }
}

const inOrder = (seen: readonly SyncedName[], want: readonly string[]) => [
  ...seen.filter((entity) => want.includes(entity)),
  ...seen.filter((entity) => !want.includes(entity)),
]

const newest = (tx: PracticeTx, entity: SyncedName, { before, limit }: { before: number; limit: number }) =>
  tx
    .selectFrom(entity as 'clients')
    .selectAll()
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

async function countRows(tx: PracticeTx, seen: readonly SyncedName[]): Promise<number> {
  const counts = await allEnded(
    seen.map((entity) =>
      tx
        .selectFrom(entity as 'clients')
        .select(sql<number>`count(*)::int`.as('rows'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { rows }) => sum + rows, 0)
}
