import type { EndedWhy } from '#features/records/services/rules.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { SERVICES, type Service } from '#lib/plan.ts'
import { DayModel } from '#testing/paying/day-model.ts'
import type { Act, History, Horse } from '#testing/paying/history.ts'
import type { Card } from '#testing/service-stripe/books.ts'
import { SERVICE_PRICES } from '#testing/service-stripe/prices.ts'

/** Someone who pays, through the code under test. After each of these all that follows from it has been done. */
export type Payer = {
  moveTo(ms: number): Promise<void>
  begin(horse: Horse, service: Service): Promise<void>
  endByOwner(horse: Horse, service: Service): Promise<void>
  endBy(horse: Horse, service: Service, end: { day: Day; by: EndedWhy }): Promise<void>
  setCard(card: Card): Promise<void>
  /** Pence that were charged, less what was given back; with what is too little to be charged alone, and waits for a next bill. */
  paid(): number
  /** How many of each price are billed from the next month on. */
  quantities(): Record<string, number>
  /** When Stripe does something automatically. */
  nextDue(): number
  /** What the job of the night does: nothing, when all is well. */
  settleAgain(): Promise<readonly string[]>
}

const ZONE = 'Europe/London'
const DAY_MS = 86_400_000

/** Runs a history twice, in the code under test and in a model of its days, and compares each step. @throws Error where they differ */
export async function live({ beginsAt, steps }: History, payer: Payer): Promise<void> {
  let [at, card] = [beginsAt, 'good' as Card]
  const model = new DayModel(() => card === 'good')
  await payer.moveTo(at)
  for (const [count, { minutes, act }] of steps.entries()) {
    const until = at + minutes * 60_000
    at = await letPass({ from: at, until }, payer, model)
    card = await happen(act, at, { payer, model, card })
    await compare(payer, model, `step ${count}, ${new Date(at).toISOString()}, ${JSON.stringify(act)}`)
  }
  // What was begun is over some day.
  at = await letPass({ from: at, until: at + 70 * DAY_MS }, payer, model)
  await compare(payer, model, 'in the end')
}

/** Time goes by, and the server does at each moment what it would: as events come, and each night while a payment is awaited. */
async function letPass({ from, until }: { from: number; until: number }, payer: Payer, model: DayModel): Promise<number> {
  let at = from
  while (at < until) {
    const night = model.isLate() ? at + DAY_MS : Number.POSITIVE_INFINITY
    at = Math.min(until, Math.max(at + 1000, Math.min(payer.nextDue(), model.nextDue(), night)))
    model.advance(at)
    await payer.moveTo(at)
  }
  return at
}

async function happen(act: Act, at: number, { payer, model, card }: { payer: Payer; model: DayModel; card: Card }): Promise<Card> {
  const today = dayOf(at, ZONE)
  if (act.what === 'begin') {
    // While a payment is awaited nothing more is sold.
    if (model.isLate()) return card
    const isFirstPayment = !model.isRunning()
    model.begin(act.horse, act.service, at)
    await payer.begin(act.horse, act.service)
    return isFirstPayment ? 'good' : card
  }
  if (act.what === 'card-fails' || act.what === 'card-mends') {
    const now: Card = act.what === 'card-fails' ? 'declined' : 'good'
    if (now === 'good') model.mend()
    await payer.setCard(now)
    return now
  }
  const each = async (services: readonly Service[], horses: readonly Horse[], end: (horse: Horse, service: Service) => Promise<void>) => {
    for (const horse of horses) for (const service of services) await end(horse, service)
  }
  const byOwner = async (horse: Horse, service: Service) => {
    model.endByOwner(horse, service, at)
    await payer.endByOwner(horse, service)
  }
  const by = (why: EndedWhy, day: Day) => async (horse: Horse, service: Service) => {
    model.endBy(horse, service, { day, by: why }, at)
    await payer.endBy(horse, service, { day, by: why })
  }
  if (act.what === 'end') await byOwner(act.horse, act.service)
  if (act.what === 'farrier-ends') await by('farrier', today)(act.horse, act.service)
  if (act.what === 'dies') await each(SERVICES, [act.horse], by('gone', addDays(today, -act.daysAgo)))
  if (act.what === 'sold') await each(SERVICES, [act.horse], by('left', today))
  if (act.what === 'ends-all') await each(SERVICES, ['Biscuit', 'Merlin', 'Dolly'], byOwner)
  return card
}

async function compare(payer: Payer, model: DayModel, when: string): Promise<void> {
  const again = await payer.settleAgain()
  if (again.length > 0) throw new Error(`${when}: the night found ${again.join(', ')}`)
  const { pence, within } = model.paid()
  const paid = payer.paid()
  if (paid < 0 || Math.abs(paid - pence) > within + 1e-6)
    throw new Error(`${when}: paid ${paid}p and not ${pence.toFixed(2)}p, within ${within}p`)
  const has = JSON.stringify(sorted(payer.quantities()))
  const wanted = JSON.stringify(
    sorted(Object.fromEntries(Object.entries(model.goingOn()).map(([service, count]) => [SERVICE_PRICES[service as Service], count]))),
  )
  if (has !== wanted) throw new Error(`${when}: Stripe bills ${has} and not ${wanted}`)
}

const sorted = (counts: Record<string, number | undefined>) => Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))
