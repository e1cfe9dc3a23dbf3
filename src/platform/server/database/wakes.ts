import { sql } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import { type Database, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { realOf } from '#platform/server/practice-time.ts'

/** A practice that was taken is due again after this time, in case its worker has died. */
const TAKEN_FOR_SECONDS = 60
/** Practices that are taken at once. */
export const AT_ONCE = 8
const LOOK_EVERY_MS = 1000

/**
 * Records that something in the practice will be due at a time: a worker processes it then, and not before. The practice's other transactions
 * wait for this one, so call it last.
 */
export async function wakeAt(tx: PracticeTx, due: Date): Promise<void> {
  await readIn(tx)(WAKE, [realOf(due)])
}

const WAKE: Prepared = { name: 'wake_at', text: 'select wake_at($1)' }

/** Sets when the practice is due next; null: not until `wakeAt` sets a time. A time set concurrently is not missed. */
export async function restUntil(tx: PracticeTx, findNext: (tx: PracticeTx) => Promise<Date | null>): Promise<void> {
  await sql`select hold_wake()`.execute(tx)
  const next = await findNext(tx)
  await sql`select rest_until(${next ? realOf(next) : 'infinity'})`.execute(tx)
}

/** Practices with something due, taken for a minute, so that no two workers have the same one. In an unopened demo nothing is due. */
export const takeDue = (db: Database, now: Date): Promise<string[]> =>
  db.withDirectory(async (tx) => {
    const { rows } = await sql<{ practiceId: string }>`
      update directory.wakes set due_at = ${new Date(now.getTime() + TAKEN_FOR_SECONDS * 1000)}
      where practice_id in (select w.practice_id from directory.wakes w where w.due_at <= ${now} and not exists (
          select from directory.practices p where p.id = w.practice_id and p.demo_day is not null and p.demo_from is null)
        order by w.due_at limit ${AT_ONCE} for update skip locked)
      returning practice_id as "practiceId"`.execute(tx)
    return rows.map((row) => row.practiceId)
  })

/** Does the due work of a practice and sets its next due time. */
export type DueWork = (practiceId: string) => Promise<void>

type Log = { error: (details: object, message: string) => void }

/** Looks each second for practices with something due (`take`) and runs the work of each; `stop` waits for work under way. */
export function keepWaking(db: Database, work: DueWork, log: Log, take = takeDue) {
  const under = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isStopped = false

  const begin = (practiceId: string) => {
    if (under.has(practiceId)) return
    const done = work(practiceId)
      .catch((err) => log.error({ err, practiceId }, 'what was due could not be done'))
      .finally(() => under.delete(practiceId))
    under.set(practiceId, done)
  }
  const look = async () => {
    for (;;) {
      const due = isStopped ? [] : await take(db, currentTime())
      for (const practiceId of due) begin(practiceId)
      if (due.length < AT_ONCE) return
      await Promise.race(under.values())
    }
  }
  const next = () => {
    looking = look()
      .catch((err) => log.error({ err }, 'nobody could be asked what is due'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(next, LOOK_EVERY_MS)
      })
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
      await Promise.all(under.values())
    },
  }
}

export type Waking = ReturnType<typeof keepWaking>
