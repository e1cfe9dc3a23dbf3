import { REMIND_DAYS, tellingOf } from '#features/records/services/law-rules.ts'
import { graceEnds } from '#features/records/services/money-rules.ts'
import { noteServiceNotice } from '#features/records/services/server/note-service-notice.ts'
import { addDays, type Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { Database } from '#platform/server/database/db.ts'

const BATCH = 500

/** Notes a day's notices to payers about their payments: reads only those who may have one due, some at a time. */
export async function notePayments(db: Database, today: Day): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) last = await noteSome(db, today, last)
}

/** Those after a person; returns the last, undefined when none were left. */
const noteSome = (db: Database, today: Day, after: string): Promise<string | undefined> =>
  db.withDirectory(async (tx) => {
    let some = tx
      .selectFrom('directory.customers')
      .select(['person_id', 'began_on', 'billed_to', 'paid_until', 'is_past_due', 'is_ending'])
      .where('is_over', '=', false)
      .where((eb) =>
        eb.or([
          eb('is_past_due', '=', true),
          eb.and([eb('billed_to', '>', today), eb('billed_to', '<=', addDays(today, REMIND_DAYS)), eb('is_ending', '=', false)]),
        ]),
      )
      .orderBy('person_id')
      .limit(BATCH)
    if (after) some = some.where('person_id', '>', after)
    const rows = await some.execute()
    for (const row of rows) {
      const paying = {
        beganOn: row.began_on,
        billOn: row.billed_to,
        paidUntil: row.paid_until,
        isPastDue: row.is_past_due,
        isEnding: row.is_ending,
      }
      for (const telling of tellingOf(paying, today, graceEnds(row.paid_until)))
        await noteServiceNotice(tx, { personId: row.person_id, ...telling })
    }
    return rows.length === BATCH ? rows.at(-1)?.person_id : undefined
  })

/** Notes for a service's payers that its price will change: each once, also one who begins it after that was announced. */
export async function notePrices(db: Database, today: Day): Promise<void> {
  const prices = await db.withDirectory((tx) =>
    tx.selectFrom('directory.service_prices').selectAll().where('from_on', '>', today).execute(),
  )
  for (const price of prices) for (let last: string | undefined = ''; last !== undefined; ) last = await notePrice(db, price, last)
}

type Price = { service: Service; from_on: Day; pence: number }

const notePrice = (db: Database, { service, from_on, pence }: Price, after: string): Promise<string | undefined> =>
  db.withDirectory(async (tx) => {
    let some = tx
      .selectFrom('directory.seats')
      .select('person_id')
      .distinct()
      .where('person_id', 'is not', null)
      .where('ends_on', 'is', null)
      .where('service', '=', service)
      .orderBy('person_id')
      .limit(BATCH)
    if (after) some = some.where('person_id', '>', after)
    const people = (await some.execute()).flatMap(({ person_id }) => person_id ?? [])
    const about = { kind: 'price', key: `${service} ${from_on} ${pence}`, facts: { service, from: from_on, pence: String(pence) } } as const
    for (const personId of people) await noteServiceNotice(tx, { personId, ...about })
    return people.length === BATCH ? people.at(-1) : undefined
  })
