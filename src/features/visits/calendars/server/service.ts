import { labelOf } from '#features/records/kinds/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { toTimeOff } from '#features/visits/appointments/server/list-time-off.ts'
import type { CalendarLevel } from '#features/visits/calendars/contract.ts'
import {
  type CalendarVisit,
  DAYS_AHEAD,
  DAYS_BACK,
  itemForOwner,
  itemOfTimeOff,
  itemOfVisit,
  OWNER_CALENDAR_PATH,
  READ_EVERY_MINUTES,
} from '#features/visits/calendars/rules.ts'
import {
  findOwnerCalendar,
  findState,
  listMemberTimeOff,
  listMemberVisits,
  listOwnerVisits,
  putOwnerCalendar,
} from '#features/visits/calendars/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { type CalendarItem, writeCalendar } from '#lib/ics-write.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import { addCalendarLink, findCalendarLink } from '#platform/server/links.ts'
import type { Vault } from '#platform/server/vault.ts'

/** A calendar that programs follow, as of now, and whose it is of; without `text` the reader has it already. */
export type FollowedCalendar = { etag: string; text?: string; practiceIds: readonly string[] }

/** What a member's calendar elsewhere holds: visits, stops without a time, own entries, and time off. */
export async function memberItems(
  tx: PracticeTx,
  { memberId, level, zone, today }: { memberId: string; level: CalendarLevel; zone: string; today: Day },
): Promise<CalendarItem[]> {
  const window = { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) }
  const visits = withLabels(await listMemberVisits(tx, memberId, window), await kindsOf(tx))
  const off = await listMemberTimeOff(tx, memberId, window)
  return [...visits.map((visit) => itemOfVisit(visit, level)), ...off.map((each) => itemOfTimeOff(toTimeOff(each), level, zone))]
}

/**
 * A followed calendar, unless the reader has it: it changes with each write to the practice, and with the day. `known`: what the reader has,
 * `of`: what else decides what it holds.
 */
export async function followed(
  tx: PracticeTx,
  { practiceId, name, of, today, known }: { practiceId: string; name: string; of: string; today: Day; known: string | undefined },
  items: () => Promise<CalendarItem[]>,
): Promise<FollowedCalendar> {
  const state = await findState(tx)
  const etag = `"${state?.epoch.slice(0, 8) ?? 'new'}-${state?.seq ?? 0}-${today}-${of}"`
  const practiceIds = [practiceId]
  if (known === etag) return { etag, practiceIds }
  const text = writeCalendar(await items(), { now: currentTime(), followed: { name, everyMinutes: READ_EVERY_MINUTES } })
  return { etag, practiceIds, text }
}

type Places = { db: Database; vault: Vault; origin: string }
/** An owner of horses, in a practice. */
export type Owner = { practiceId: string; clientId: string }

/** The address of an owner's calendar of their visits; null: they have none, or its key is lost. */
export const ownerCalendarOf = (places: Places, owner: Owner): Promise<string | null> =>
  places.db.withPractice(owner.practiceId, async (tx) => {
    const token = await findToken(tx, places.vault, owner)
    return token ? `${places.origin}${OWNER_CALENDAR_PATH}${token}.ics` : null
  })

/** Makes an owner's calendar of their visits, where they have none. */
export const startOwnerCalendar = ({ db, vault }: Places, owner: Owner): Promise<void> =>
  db.withPractice(owner.practiceId, async (tx) => {
    await holdWriters(tx)
    if (await findToken(tx, vault, owner)) return
    const { sealed, keyId } = vault.seal(await addCalendarLink(tx, owner.clientId), sealedForOwner(owner))
    await putOwnerCalendar(tx, { practice_id: owner.practiceId, client_id: owner.clientId, secret: sealed, vault_key_id: keyId })
  })

/** Some visits as one of their owners knows them, as a file; undefined: none of them is booked. */
export const visitsFile = (
  { db }: Pick<Places, 'db'>,
  { practiceId, clientId }: Owner,
  visitIds: (tx: PracticeTx) => Promise<string[]>,
): Promise<string | undefined> =>
  db.withPractice(practiceId, async (tx) => {
    const visits = await listOwnerVisits(tx, clientId, { ids: await visitIds(tx) })
    const items = withLabels(visits, await kindsOf(tx)).map((visit) => itemForOwner(visit, clientId))
    return items.length > 0 ? writeCalendar(items, { now: currentTime() }) : undefined
  })

async function findToken(tx: PracticeTx, vault: Vault, owner: Owner): Promise<string | undefined> {
  const row = await findOwnerCalendar(tx, owner.clientId)
  return row && vault.open({ sealed: row.secret, keyId: row.keyId }, sealedForOwner(owner))
}

/** An owner's calendar of their visits by its address; undefined: it opens nothing (any more). */
export async function openOwnerCalendar(
  { db }: Pick<Places, 'db'>,
  token: string,
  known: string | undefined,
): Promise<FollowedCalendar | undefined> {
  const link = await findCalendarLink(db, token)
  if (!link) return undefined
  const { practice, clientId } = link
  return db.withPractice(practice.id, (tx) => {
    const today = dayOf(currentTime(), practice.zone)
    return followed(tx, { practiceId: practice.id, name: practice.name, of: 'owner', today, known }, async () => {
      const visits = await listOwnerVisits(tx, clientId, { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) })
      return withLabels(visits, await kindsOf(tx)).map((visit) => itemForOwner(visit, clientId))
    })
  })
}

/** What an owner's address is sealed for. */
export const sealedForOwner = ({ practiceId, clientId }: Owner) => ({ practiceId, connector: 'owner_calendar', field: clientId })

const withLabels = (visits: CalendarVisit[], kinds: Awaited<ReturnType<typeof kindsOf>>): CalendarVisit[] =>
  visits.map((visit) => ({
    ...visit,
    horses: visit.horses.map((horse) => ({ ...horse, plannedWork: horse.plannedWork && labelOf(kinds, horse.plannedWork) })),
  }))
