import type pg from 'pg'
import { guestFiles } from '#features/evidence/files/server/guest-files.ts'
import { horseSeen } from '#features/records/guests/server/guest-horse.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { carryAllSeats } from '#features/records/services/server/jobs.ts'
import { guestWork } from '#features/visits/work/server/guest-work.ts'
import { type Database, type GuestTx, openDatabase } from '#platform/server/database/db.ts'
import { type Carer, caredBy, caredHorseId, carerId } from './carers.ts'
import { beChores, type Chores, timed } from './chores.ts'
import { practiceId } from './seed.ts'

type Input = { app: pg.PoolConfig; directory: pg.PoolConfig; carers: readonly Carer[] }

/** A horse's record read through the door of who looks after it, and through that of members; and the job of the night over all seats. */
await beChores(({ app, directory, carers }: Input) => {
  const db = openDatabase({ app, directory })
  const cared = carers.flatMap(caredBy)
  let n = 0
  const withNext = (door: (one: (typeof cared)[number]) => Promise<unknown>) =>
    timed(async () => {
      const one = cared[n++ % cared.length]
      if (one) await door(one)
    })
  return {
    chores: {
      carer: withNext(({ carer, practice, h }) =>
        db.withGuest({ practiceId: practiceId(practice), carerId: carerId(carer) }, (tx) => readRecord(tx, h, practice, guestFiles)),
      ),
      // The same columns of the same rows, without the extra ones a member may read.
      member: withNext(({ practice, h }) =>
        db.withPractice(practiceId(practice), (tx) => readRecord(tx as GuestTx, h, practice, memberFiles)),
      ),
      ...choresOfNight(db),
    },
    close: () => db.close(),
  }
})

async function readRecord(tx: GuestTx, h: number, practice: number, files: (tx: GuestTx, horseId: string) => Promise<unknown[]>) {
  const id = caredHorseId(practice, h)
  const [horse, work] = await Promise.all([
    horseSeen(tx, id),
    guestWork(tx, id),
    files(tx, id),
    kindsOf(tx),
    tx.selectFrom('settings').select(['feet', 'portal']).executeTakeFirst(),
  ])
  if (!horse || work.length < 13) throw new Error(`no record: ${work.length} of 13`)
}

/** As `guestFiles`, without whose they are, which a member does not need. */
const memberFiles = (tx: GuestTx, horseId: string) =>
  tx
    .selectFrom('attachments')
    .select(['id', 'file_type', 'file_name', 'mime', 'foot', 'view', 'work_entry_id', 'appointment_id', 'horse_id', 'uploaded_by', 'bytes'])
    .select(['owner_sees_from', 'may_pass_on', 'made_by_grant', 'taken_on', 'created_at'])
    .where('deleted_at', 'is', null)
    .where('file_id', 'is not', null)
    .where('horse_id', '=', horseId)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()

/** The job is begun, and answers at once; `nightOver` says when it is done. */
function choresOfNight(db: Database): Chores {
  let over: { ms?: number; error?: string } = {}
  return {
    async night() {
      const started = performance.now()
      over = {}
      void carryAllSeats(db, 'http://localhost:3000')
        .handle({}, { error: (details) => console.error(details) })
        .catch((error: Error) => {
          over.error = error.message
        })
        .finally(() => {
          over.ms = performance.now() - started
        })
      return {}
    },
    nightOver: async () => over,
  }
}
