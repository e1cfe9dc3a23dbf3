import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { listYardVisits } from '#features/records/guests/server/list-yard-visits.ts'
import { eyesOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type GuestVisit,
  itemForGuest,
  OWNER_CALENDAR_PATH,
  READ_EVERY_MINUTES,
} from '#features/visits/calendars/rules.ts'
import type { FollowedCalendar } from '#features/visits/calendars/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import { type CalendarItem, writeCalendar } from '#lib/ics-write.ts'
import { can } from '#lib/plan.ts'
import type { AfterRestore } from '#platform/server/backup/restore.ts'
import { type Database, type DirectoryTx, type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { hashToken } from '#platform/server/http/session.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'
import { openLedger } from '#platform/server/ledger.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'

type Places = { db: Database; keyedHash: KeyedHash; origin: string }
/** `dataFolder`: where ends are noted beside the database. */
type Ending = { db: Database; dataFolder: string | undefined }

/** The address of a person's calendar of all their farriers' visits; null: they have none, or the key it was made by is lost. */
export async function guestCalendarOf({ db, keyedHash, origin }: Places, personId: string): Promise<string | null> {
  const [row] = await db.readDirectory<{ salt: Buffer; token_hash: Buffer }>(KEPT, [personId])
  const token = row && tokenOf(keyedHash, personId, row.salt)
  return token && row.token_hash.equals(hashToken(token)) ? `${origin}${OWNER_CALENDAR_PATH}${token}.ics` : null
}

const KEPT: Prepared = { name: 'guest_calendar_kept', text: 'select salt, token_hash from directory.calendars where person_id = $1' }

/** Makes an address for a person's calendar; any earlier one opens nothing from then on. */
export async function renewGuestCalendar({ keyedHash, ...places }: Ending & Pick<Places, 'keyedHash'>, personId: string): Promise<void> {
  const salt = randomBytes(16)
  const made = { person_id: personId, token_hash: hashToken(tokenOf(keyedHash, personId, salt)), salt, made_at: currentTime() }
  await places.db.withDirectory(async (tx) => {
    await end(tx, places.dataFolder, personId)
    await tx.insertInto('directory.calendars').values(made).execute()
  })
}

/** Ends every address of a person's calendar, in a restored backup too. */
export const endGuestCalendar = ({ db, dataFolder }: Ending, personId: string): Promise<void> =>
  db.withDirectory((tx) => end(tx, dataFolder, personId))

async function end(tx: DirectoryTx, dataFolder: string | undefined, personId: string): Promise<void> {
  const ended = await tx.deleteFrom('directory.calendars').where('person_id', '=', personId).returning('token_hash').execute()
  if (dataFolder) for (const { token_hash } of ended) await endedIn(dataFolder).note({ hash: token_hash.toString('hex') })
}

const endedIn = (dataFolder: string) => openLedger<{ hash: string }>(dataFolder, 'ended-calendars.jsonl')

/** Ends again, as a backup is restored, the addresses of calendars that were ended since it was made. An address is never given twice. */
export function endCalendarsAgain(dataFolder: string): AfterRestore {
  let isDone = false
  return async (tx) => {
    // They belong to no practice: once is enough.
    if (isDone) return
    isDone = true
    const hashes = (await endedIn(dataFolder).list()).map(({ hash }) => Buffer.from(hash, 'hex'))
    await sql`delete from directory.calendars where token_hash = any(${hashes})`.execute(tx)
  }
}

const tokenOf = (keyedHash: KeyedHash, personId: string, salt: Buffer): string =>
  keyedHash(`calendar ${personId} ${salt.toString('hex')}`).toString('base64url')

/** A person's visits by all their farriers, by the address of their calendar; undefined: it opens nothing. `known`: what the reader has. */
export async function openGuestCalendar(
  { db }: Pick<Places, 'db'>,
  token: string,
  known: string | undefined,
): Promise<FollowedCalendar | undefined> {
  const [row] = await db.readDirectory<{ person_id: string }>(BY_TOKEN, [hashToken(token)])
  if (!row) return undefined
  const practices = await practicesOfGuest(db, { personId: row.person_id, onlyPractice: null })
  const read = await fewAtOnce(practices, async (practice) => {
    const today = inTimeOf(practice.id, () => dayOf(currentTime(), practice.zone))
    const visits = await db.withGuest(eyesOf({ personId: row.person_id }, practice), (tx) => visitsIn(tx, practice, today))
    return visits.map((visit) => itemForGuest(visit, practices.length > 1 ? practice.name : 'Farrier'))
  })
  return written(
    read.flat(),
    known,
    practices.map(({ id }) => id),
  )
}

const BY_TOKEN: Prepared = { name: 'guest_calendar', text: 'select person_id from directory.calendars where token_hash = $1' }

function written(items: readonly CalendarItem[], known: string | undefined, practiceIds: readonly string[]): FollowedCalendar {
  const etag = `"${createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 32)}"`
  if (known === etag) return { etag, practiceIds }
  const text = writeCalendar(items, { now: currentTime(), followed: { name: 'Farrier', everyMinutes: READ_EVERY_MINUTES } })
  return { etag, practiceIds, text }
}

const VISITS: Prepared = {
  name: 'guest_calendar_visits',
  text: `select a.id, a.rev, a.on_day as "onDay", a.starts_at as "startsAt", a.ends_at as "endsAt", a.zone, a.is_call_only as "isCallOnly",
      a.call_period as "callPeriod", a.status, y.name as yard,
      array(select h.name from visit_horses l join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
        where l.practice_id = a.practice_id and l.appointment_id = a.id and (l.deleted_at is null or a.status = 'cancelled')
        order by l.place, l.id) as horses
    from appointments a left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id
    where a.on_day between $1 and $2 and a.status in ('booked', 'done', 'cancelled', 'no_show') and a.deleted_at is null
    order by a.on_day, a.starts_at, a.id limit 1000`,
}

/** Their own, and those at yards that they manage; a visit that is both is one entry, with the horses of both. */
async function visitsIn(tx: GuestTx, { tier }: GuestPractice, today: Day): Promise<GuestVisit[]> {
  const [from, to] = [addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)]
  const own = await readIn(tx)<GuestVisit>(VISITS, [from, to])
  const ofYards = can(tier, 'client-portal') ? await listYardVisits(tx, from, to) : []
  const horsesOf = new Map(ofYards.map(({ id, horses }) => [id, horses]))
  const ids = new Set(own.map(({ id }) => id))
  return [
    ...own.map((visit) => ({ ...visit, horses: [...new Set([...visit.horses, ...(horsesOf.get(visit.id) ?? [])])] })),
    ...ofYards.filter(({ id }) => !ids.has(id)),
  ]
}
