import { sql } from 'kysely'
import { z } from 'zod'
import { Part, type SyncedName, type SyncRow } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { meetDevice, requireOwner } from '#platform/server/sync/devices.ts'
import { jsonIn } from '#platform/server/sync/json-in.ts'
import { isSeen, type SyncRegistry, syncRowOf } from '#platform/server/sync/sync.ts'

const Parts = z.array(Part).max(20)
/** More rows of one part come no sooner than with the copy. */
const MOST = 4000

type PartsParams = { deviceId: string; personId?: string | undefined; practiceId?: string | undefined; parts: string; name: string }

/**
 * What a screen shows of a copy that is not whole yet. Rows carry their revisions and are part of no order: the copy's own pages and news decide
 * what is newer.
 * @throws wrong_person, bad_request
 */
export async function readParts(tx: PracticeTx, actor: Actor, registry: SyncRegistry, params: PartsParams) {
  requireOwner(actor, params)
  const parts = jsonIn(Parts, params.parts)
  const [{ epoch }, { view, lastK, keep }] = await allEnded([
    tx.selectFrom('sync_counters').select('epoch').executeTakeFirstOrThrow(),
    meetDevice(tx, actor, { deviceId: params.deviceId, lastK: 0, name: params.name }),
  ])
  const [found] = await allEnded([allEnded(parts.map((part) => rowsOf(tx, { registry, actor }, part))), keep()])
  return { epoch, view, lastK, isFound: found.map((rows) => rows !== undefined), rows: found.flatMap((rows) => rows ?? []) }
}

/** Undefined: there is no such kind or field, or there are too many rows. */
async function rowsOf(tx: PracticeTx, whose: { registry: SyncRegistry; actor: Actor }, part: Part): Promise<SyncRow[] | undefined> {
  const entity = syncedNames().find((name) => name === part.entity)
  if (!entity || !isSeen(whose.registry, entity, whose.actor)) return undefined
  const columns = await columnsOf(tx, entity)
  const test = testOf(part, columns)
  if (!test) return undefined
  const rows = await tx
    .selectFrom(entity as 'clients')
    .selectAll()
    .where(test)
    .limit(MOST + 1)
    .execute()
  return rows.length > MOST ? undefined : rows.map((row) => syncRowOf({ ...whose, entity }, row))
}

const COLUMNS = { id: 'id', clientId: 'client_id', horseId: 'horse_id', appointmentId: 'appointment_id' } as const
/** The day a record is found by on a device, as `records.ts` there has it. */
const DAYS = ['on_day', 'work_date'] as const

function testOf(part: Part, columns: ReadonlySet<string>) {
  const { days, visitDays } = part
  const day = DAYS.find((column) => columns.has(column))
  if (days && day) return sql<boolean>`${sql.ref(day)} between ${days[0]} and ${days[1]}`
  if (visitDays && columns.has('appointment_id'))
    return sql<boolean>`(practice_id, appointment_id) in (select practice_id, id from appointments where on_day between ${visitDays[0]} and ${visitDays[1]})`
  for (const [field, column] of Object.entries(COLUMNS)) {
    const ids = part[field as keyof typeof COLUMNS]
    if (ids && columns.has(column)) return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`
  }
  return undefined
}

/* The same in every practice, and until the next start. */
const known = new Map<SyncedName, Promise<ReadonlySet<string>>>()

function columnsOf(tx: PracticeTx, entity: SyncedName) {
  const columns = known.get(entity) ?? readColumns(tx, entity)
  known.set(entity, columns)
  columns.catch(() => known.delete(entity))
  return columns
}

async function readColumns(tx: PracticeTx, entity: SyncedName): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${entity}::regclass and attnum > 0 and not attisdropped`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}
