import { writeDemo } from '#app/demo-shared.ts'
import { cast } from '#db/cast.ts'
import { areTooFew, deleteOverCopy, endOldCopies, makeCopy } from '#features/core/practice/server/demo-copies.ts'
import { findPattern, setDemoDay } from '#features/core/practice/server/demo-queries.ts'
import { forgetBytes } from '#features/evidence/files/server/forget-file.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { demoStart } from '#lib/demo-clock.ts'
import { demoDayOn } from '#lib/demo-day.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/* The demo practice is made for a working day and no one gets it: visitors get copies of it, some of which are made in advance. */

type Places = { db: Database; files: FileStore }
type Log = { error: (details: object, message: string) => void }
type DemoConfig = Pick<Config, 'demo' | 'demoPhotosFolder'>

/** The machine rests between two steps: missing copies are made while no one waits for them. */
const REST_MS = 4000
/** The first are wanted soon after a start. */
const SOON = 2

/**
 * Makes the demo practice with its files at a start of the test version, where there is none yet. Where all share it, it is brought up to date.
 * @throws StartError when the photos that the operator put in a folder can't be used
 */
export async function prepareDemo(places: Places, config: DemoConfig): Promise<void> {
  if (config.demo.opens === 'original') return writeDemo(places, config, currentTime())
  if (!(await places.db.withDirectory(findPattern))) await makePattern(places, config, demoDayNow())
}

/** Has the demo practice show a day. It is written in one transaction: a copy made meanwhile is of the old day or of the new one. */
export async function makePattern(places: Places, config: DemoConfig, day: Day): Promise<void> {
  await writeDemo(places, config, demoStart(day, cast.practice.zone))
  await places.db.withDirectory((tx) => setDemoDay(tx, day))
}

const demoDayNow = (): Day => demoDayOn(dayOf(currentTime(), cast.practice.zone))

/**
 * One step of keeping the demo: its day comes first, then copies to give, then what is over is deleted.
 * @returns whether there was anything to do
 */
export async function keepCopies(places: Places, config: DemoConfig): Promise<boolean> {
  const { db, files } = places
  const pattern = await db.withDirectory(findPattern)
  const day = demoDayNow()
  if (pattern?.practice.demo_day !== day) return makePattern(places, config, day).then(() => true)
  await endOldCopies(db)
  if (await areTooFew(db, config.demo.ready)) return makeCopy(db).then(() => true)
  return deleteOverCopy(db, (practiceId) => forgetFiles({ db, files }, practiceId))
}

/** Deletes the bytes that visitors brought; the demo's own photos are shared by all. */
async function forgetFiles({ db, files }: Places, practiceId: string): Promise<void> {
  const own = await db.withPractice(practiceId, (tx) => tx.selectFrom('files').select(['id', 'sha256']).execute())
  const shared = await db.withPractice(cast.practice.id, (tx) => tx.selectFrom('files').select('sha256').execute())
  const known = new Set(shared.map(({ sha256 }) => sha256))
  for (const { id, sha256 } of own) {
    if (!sha256 || known.has(sha256)) continue
    await forgetBytes({ db, files }, sha256, { practice_id: practiceId, id }, currentTime())
    await db.withPractice(practiceId, (tx) => tx.deleteFrom('files').where('id', '=', id).execute())
  }
}

/** Keeps the demo and its copies, a step every few seconds; only in the test version, where visitors have copies. `stop` waits for the step under way. */
export function keepDemoGoing(places: Places, config: DemoConfig, log: Log) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let steps = 0
  let step: Promise<void> = Promise.resolve()
  const next = () => {
    step = keepCopies(places, config)
      .catch((err) => log.error({ err }, 'the demo could not be kept'))
      .then(() => {
        steps++
        if (!isStopped) timer = setTimeout(next, steps < SOON ? 0 : REST_MS)
      })
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await step
    },
  }
}
