import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Stripe } from 'stripe'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { mendAll } from '#features/records/services/server/mend.ts'
import { noticeMoney } from '#features/records/services/server/notice-money.ts'
import { offerOf } from '#features/records/services/server/payments.ts'
import { serviceNoticeSender } from '#features/records/services/server/sending-notices.ts'
import { beginServices, openPaid } from '#features/records/services/server/service.ts'
import { takeServiceEvent } from '#features/records/services/server/take-event.ts'
import { takeServiceNotices } from '#features/records/services/server/take-notices.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import type { Service } from '#lib/plan.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import type { StripeSettings } from '#platform/server/stripe.ts'
import { SERVICE_PRICES } from '#testing/service-stripe/prices.ts'

const ORIGIN = 'http://localhost:3000'
const SELLER = { name: 'Pritchel Ltd', address: '1 Forge Lane, Brecon LD3 7AA', email: 'help@example.com' }

type Owner = Parameters<typeof beginServices>[1]
/** What it is to do. */
export type Errand =
  | { what: 'press'; owner: Owner; service: Service; horseIds: readonly string[] }
  | { what: 'event'; event: Stripe.Event }
  | { what: 'night'; practiceId: string }
  | { what: 'mail' }
type Order = { clock: string; connection: pg.PoolConfig; stripe: StripeSettings; postUrl: string }

/** A process of its own that does what a server and its worker do for who pays, on a test's database, and can be killed meanwhile. */
export async function startMortalPayer(db: Database, { stripe, postUrl }: Pick<Order, 'stripe' | 'postUrl'>) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env: { ...process.env, MORTAL_PAYER: 'yes' } })
  const ended = once(child, 'exit').then(() => 'dead' as const)
  child.send({ clock: currentTime().toISOString(), connection: db.listening as pg.PoolConfig, stripe, postUrl } satisfies Order)
  const said = () => once(child, 'message').then(([answer]) => answer as { url: string | null } | { failed: string })
  await Promise.race([said(), ended.then(() => Promise.reject(new Error('it ended before it began')))])
  return {
    ended,
    kill: () => child.kill('SIGKILL'),
    /** Does it; `dead` when it was killed meanwhile. */
    async do(errand: Errand) {
      const answer = said()
      child.send(errand)
      return Promise.race([answer, ended])
    },
  }
}
export type MortalPayer = Awaited<ReturnType<typeof startMortalPayer>>

function live({ clock, connection, stripe, postUrl }: Order) {
  setClock(clock)
  const db = openDatabase({ app: connection, directory: { ...connection, user: ROLES.directory } })
  const selling = { stripe, prices: SERVICE_PRICES, origin: ORIGIN }
  const places = { db, origin: ORIGIN, isTestVersion: false, selling }
  const email = async ({ id, to, subject, body }: { id: string; to: string; subject?: string | null; body: string }) => {
    await fetch(postUrl, { method: 'POST', body: JSON.stringify({ id, to, subject, body }) })
    return { state: 'sent' as const, reference: null }
  }
  const moneyOf = (personId: string) => noticeMoney(db, personId)
  const send = serviceNoticeSender({ db, origin: ORIGIN, seller: SELLER, moneyOf, carriers: { email }, isTestVersion: false })
  const errands = {
    async press({ owner, service, horseIds }: Errand & { what: 'press' }) {
      const paid = await requirePaid()
      const said = await offerOf(paid, { personId: owner.personId, service, horseIds })
      return beginServices(places, owner, { service, horseIds, said })
    },
    event: async ({ event }: Errand & { what: 'event' }) => takeServiceEvent(await requirePaid(), event),
    async night({ practiceId }: Errand & { what: 'night' }) {
      await carrySeats(places, practiceId)
      await mendAll(await requirePaid())
    },
    async mail() {
      for (const personId of await takeServiceNotices(db, currentTime())) await send(personId)
    },
  }
  async function requirePaid() {
    const paid = await openPaid(places)
    if (!paid) throw new Error('nothing is sold')
    return paid
  }
  process.on('message', (errand: Errand) => {
    const doing = errands[errand.what] as (one: Errand) => Promise<unknown>
    doing(errand).then(
      (answer) => process.send?.({ url: null, ...(answer as object | undefined) }),
      (error: Error) => process.send?.({ failed: error.message }),
    )
  })
  process.send?.({ url: null })
}

// This file is also what the process runs.
if (process.env.MORTAL_PAYER && process.send) {
  process.on('disconnect', () => process.exit())
  process.once('message', (order: Order) => live(order))
}
