import { insertAll, insertVisits, recordActivity, takeSeqs } from '#db/cast-insert.ts'
import { chargeRows } from '#db/cast-money.ts'
import { mondaysBetween, planOfWeek, type Stop, wantedStops } from '#db/cast-plan.ts'
import { lastServices, type StopRows, stopRows } from '#db/cast-rows.ts'
import type { CycleRule, Pause } from '#features/records/horses/contract.ts'
import { nextDueOn, pauseOn } from '#features/records/horses/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** After a longer time off the diary has a gap, like that of a farrier back from a long illness. */
const WEEKS_CAUGHT_UP = 8

/** Books the plan's visits for the weeks ahead, and the routine of weeks the server was off, unless they exist or were removed. */
export async function fillAhead(tx: PracticeTx, today: Day) {
  const wanted = wantedStops(addDays(today, -WEEKS_CAUGHT_UP * 7), today)
  const known = await idsAmong(
    tx,
    wanted.map((stop) => stop.id),
  )
  const missing = wanted.filter((stop) => !known.has(stop.id))
  if (missing.length === 0) return
  const horses = await horsesToShoe(tx)
  const rows = missing.flatMap((stop) => {
    const there = (stop.group?.horses ?? []).flatMap((horse) => {
      const now = horses.get(horse.id)
      return now && !pauseOn({ pauses: now.pauses as Pause[] }, stop.day) ? [{ horse, clientId: now.client_id }] : []
    })
    return stop.group && there.length === 0 ? [] : [stopRows(stop, there, false)]
  })
  await insertVisits(tx, rows)
}

/** Marks the plan's past visits that no one has changed as done, as planned. */
export async function finishPassed(tx: PracticeTx, today: Day) {
  const open = await tx
    .selectFrom('appointments')
    .select(['id', 'on_day', 'client_id'])
    .where('on_day', '<', today)
    .where('status', '=', 'booked')
    .where('rev', '=', 1)
    .where('client_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  if (open.length === 0) return
  const days = open.map((visit) => visit.on_day).sort()
  const plan = mondaysBetween(days[0] ?? today, today).flatMap(planOfWeek)
  const stops = plan.filter((stop) => open.some((visit) => visit.id === stop.id))
  const done: StopRows[] = []
  for (const stop of stops) {
    const rows = await doneRows(tx, stop)
    if (rows) done.push(rows)
  }
  for (const rows of done) await writeDone(tx, rows)
  await insertAll(
    tx,
    'work_entries',
    done.flatMap((rows) => rows.entries),
  )
  await insertAll(tx, 'charges', chargeRows(done, today))
  await keepServices(
    tx,
    done.flatMap((rows) => rows.entries),
  )
  await recordActivity(tx, done)
}

// Uses the visit's current horses; if someone changed them, the visit is theirs.
async function doneRows(tx: PracticeTx, stop: Stop): Promise<StopRows | undefined> {
  const lines = await tx
    .selectFrom('visit_horses')
    .select(['horse_id', 'client_id', 'rev'])
    .where('appointment_id', '=', stop.id)
    .orderBy('place')
    .execute()
  if (lines.some((line) => line.rev > 1)) return undefined
  const horses = lines.flatMap((line) => {
    const horse = stop.group?.horses.find((one) => one.id === line.horse_id)
    return horse ? [{ horse, clientId: line.client_id }] : []
  })
  return horses.length === lines.length && horses.length > 0 ? stopRows(stop, horses, true) : undefined
}

async function writeDone(tx: PracticeTx, { visit, lines }: StopRows) {
  let seq = await takeSeqs(tx, lines.length + 1)
  const { status, is_call_complete, completed_at, as_was } = visit
  await tx
    .updateTable('appointments')
    .set({ status, is_call_complete, completed_at, as_was, rev: 2, seq: seq++ })
    .where('id', '=', visit.id)
    .execute()
  for (const { id, outcome, completed_at } of lines) {
    await tx.updateTable('visit_horses').set({ outcome, completed_at, rev: 2, seq: seq++ }).where('id', '=', id).execute()
  }
}

async function keepServices(tx: PracticeTx, entries: StopRows['entries']) {
  for (const [id, last] of lastServices(entries)) {
    const horse = await tx.selectFrom('horses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (horse.last_service_on !== null && horse.last_service_on >= last.workDate) continue
    const { cycle_days: cycleDays, winter_cycle_days: winterCycleDays } = horse
    const next_due_on = nextDueOn(last, { cycleDays, winterCycleDays, cycleRules: horse.cycle_rules as CycleRule[] })
    await tx
      .updateTable('horses')
      .set({ last_service_on: last.workDate, last_service_type: last.serviceType, next_due_on, rev: horse.rev + 1 })
      .set({ seq: await takeSeqs(tx, 1) })
      .where('id', '=', id)
      .execute()
  }
}

const idsAmong = async (tx: PracticeTx, ids: string[]) =>
  new Set((await tx.selectFrom('appointments').select('id').where('id', 'in', ids).execute()).map((row) => row.id))

async function horsesToShoe(tx: PracticeTx) {
  const rows = await tx
    .selectFrom('horses as h')
    .innerJoin('clients as c', 'c.id', 'h.client_id')
    .select(['h.id', 'h.client_id', 'h.pauses'])
    .where('h.deleted_at', 'is', null)
    .where('h.gone_on', 'is', null)
    .where('c.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
