import { carrySeats, type Places } from '#features/records/services/server/carry-seats.ts'
import { planBacks } from '#features/records/services/server/customers.ts'
import { beginSeats, endSeat, listSeats } from '#features/records/services/server/seats.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import { findPracticePlan } from '#platform/server/database/practice-actor.ts'

/** A service of a client's horses, arranged by the operator of the server: begun without an end, or ended today. */
export type Arranged = { slug: string; email: string; service: Service; isOn: boolean }

/**
 * Arranges a service for all horses of a client, who is known by their e-mail. Returns the horses' names; undefined: there is no such practice or client,
 * or several have the address.
 */
export async function arrangeService(places: Places, { slug, email, service, isOn }: Arranged): Promise<string[] | undefined> {
  const practice = await places.db.withDirectory((tx) =>
    tx.selectFrom('directory.practices').select('id').where('slug', '=', slug).executeTakeFirst(),
  )
  if (!practice) return undefined
  const today = dayOf(currentTime(), (await findPracticePlan(places.db, practice.id)).zone)
  const horses = await places.db.withPractice(practice.id, (tx) =>
    tx
      .selectFrom('horses as h')
      .innerJoin('clients as c', 'c.id', 'h.client_id')
      .select(['h.id', 'h.name', 'c.id as clientId'])
      .where((eb) => eb(eb.fn<string>('lower', ['c.email']), '=', email.trim().toLowerCase()))
      .where('c.deleted_at', 'is', null)
      .where('h.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('h.gone_on', 'is', null), eb('h.gone_on', '>', today)]))
      .orderBy('h.name')
      .execute(),
  )
  if (new Set(horses.map(({ clientId }) => clientId)).size !== 1) return undefined
  const horseIds = horses.map(({ id }) => id)
  await places.db.withDirectory(async (tx) => {
    if (isOn) return void (await beginSeats(tx, { practiceId: practice.id, horseIds, service, personId: null, today }))
    for (const seat of await listSeats(tx, practice.id)) {
      if (seat.service !== service || !horseIds.includes(seat.horse_id)) continue
      await endSeat(tx, seat, { endsOn: today, why: 'operator' })
      // What was paid for the days after is given back at night.
      if (seat.person_id) await planBacks(tx, seat.person_id)
    }
    return undefined
  })
  await carrySeats(places, practice.id)
  return horses.map(({ name }) => name)
}
