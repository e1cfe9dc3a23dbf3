import { endForClient } from '#features/records/services/server/service.ts'
import type { Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { Payer } from '#testing/paying/live.ts'
import { anOwner, type PaidServer } from '#testing/paying/paid-server.ts'

/** The services themselves, on a real database, and Stripe's own library that speaks to a server. Events come late, twice and in any order. */
export async function serverPayer(world: PaidServer): Promise<Payer> {
  const { server, stripe, places, bringAll, night, moveTo } = world
  const one = await anOwner(world)
  const { practice, horses } = one
  const buyer = (await practice.post('/api/clients', { name: 'Bethan Price' })).json<{ id: string }>().id
  let [at, customer, paid, billed] = [0, undefined as string | undefined, 0, {} as Record<string, number>]
  const look = async () => {
    customer = (await one.customerOf())?.customer
    paid = await one.paidPence()
    billed = await one.billed()
  }
  /** No two things happen in the same moment. */
  const tick = () => {
    at += 7
    return moveTo(at)
  }
  const settled = async () => {
    await bringAll()
    await night(practice.practiceId)
    await bringAll()
    await look()
  }
  return {
    async moveTo(ms) {
      at = Math.max(ms, at)
      await moveTo(at)
      await settled()
    },
    async begin(horse, service) {
      await tick()
      const has = await server.asOwner(
        `select id from directory.seats where horse_id = '${horses[horse]}' and service = '${service}' and ends_on is null`,
      )
      if (has.length === 0) await one.begin(service, horse)
      await settled()
    },
    async endByOwner(horse, service) {
      await tick()
      await one.end(service, horse)
      await settled()
    },
    async endBy(horse, service, { day, by }) {
      await tick()
      const id = await openSeat(server, { horseId: horses[horse] ?? '', service, at })
      if (!id) return
      if (by === 'farrier') await endForClient(places, practice.actor, id)
      // A member's session would have ended long ago.
      const dead = (goneOn: Day | null) =>
        server.asOwner(`update horses set gone_on = ${goneOn && `'${goneOn}'`} where id = '${horses[horse]}'`)
      const belongsTo = (clientId: string) => server.asOwner(`update horses set client_id = '${clientId}' where id = '${horses[horse]}'`)
      if (by === 'gone') await dead(day)
      if (by === 'left') await belongsTo(buyer)
      await settled()
      // A horse is there again, so that a history may go on with it.
      if (by === 'gone') await dead(null)
      if (by === 'left') await belongsTo(one.clientId)
    },
    async setCard(card) {
      await tick()
      if (customer) stripe.setCard(customer, card)
      if (customer && card === 'good') stripe.payOpen(customer)
      await settled()
    },
    paid: () => paid,
    quantities: () => billed,
    nextDue: () => stripe.nextDue() * 1000,
    async settleAgain() {
      const found = await night(practice.practiceId)
      return found > 0 ? [`${found} to put right`] : []
    },
  }
}

/** The seat of a horse that doesn't end today. */
async function openSeat({ asOwner }: PaidServer['server'], { horseId, service, at }: { horseId: string; service: Service; at: number }) {
  const [row] = await asOwner(`select id from directory.seats where horse_id = '${horseId}' and service = '${service}'
    and (ends_on is null or ends_on > '${new Date(at).toISOString()}') order by id desc limit 1`)
  return row ? String(row.id) : undefined
}
