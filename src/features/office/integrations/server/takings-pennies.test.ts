import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSumUp } from '#connectors/sumup/far-side.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { resetClock } from '#testing/set-clock.ts'
import { startTakings } from '#testing/takings.ts'

/* A day at the reader, whatever it was like: each penny is counted once. */

const start = () => startTakings(startSumUp)
let t: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  t = await start()
})
afterAll(() => t.stop())
afterEach(resetClock)

/** Each taking: its pence, whether it was written down at the yard too, and how much of it went back, in thousandths. */
const Day = fc.array(
  fc.record({ pence: fc.integer({ min: 101, max: 40_000 }), isRecorded: fc.boolean(), back: fc.constantFrom(0, 0, 250, 1000) }),
  { minLength: 1, maxLength: 5 },
)
type Sale = { pence: number; isRecorded: boolean; back: number }

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const today = () => dayOf(currentTime(), 'Europe/London')
let next = 0

/** A day with these sales, until all that is proposed is accepted: by the first proposal, else by the payer whom the farrier knows. */
async function live(sales: readonly Sale[], isBankFirst: boolean) {
  const nth = ++next
  // A week apart, so that no two days are taken for each other.
  setClock(new Date(Date.UTC(2027, 0, 4 + nth * 21, 12)))
  await t.connect()
  await t.pass()
  const payers: string[] = []
  for (const [at, { pence, isRecorded, back }] of sales.entries()) {
    const payerClientId = await t.add('/api/clients', { name: `Client ${nth} ${at}` })
    payers.push(payerClientId)
    if (isRecorded) await t.add('/api/payments', { payerClientId, amountPence: pence, method: 'card', receivedOn: today() })
    const id = t.far.reader.take(pence, `sale ${nth}-${at}.`)
    const gone = Math.floor((pence * back) / 1000)
    if (gone > 0) t.far.reader.refund(id, gone)
  }
  const paid = t.far.reader.payOut(today())
  await t.pass()
  setClock(new Date(currentTime().getTime() + 86_400_000))
  const bring = () =>
    paid > 0 && t.bring([today().split('-').reverse().join('/'), `SUMUP PAYMENTS PID${nth}-SUMUP`, (paid / 100).toFixed(2)])
  if (isBankFirst) await bring()
  await t.pass()
  await t.pass()
  if (!isBankFirst) await bring()
  await acceptAll(payers)
  await acceptAll(payers)
  const fees = await t.fees()
  if (fees.length > 0) await t.server.gareth.post('/api/card-fees', { ids: fees.map(({ id }) => id), as: 'expense' })
  return { paid, payers, fees }
}

async function acceptAll(payers: readonly string[]) {
  for (const line of (await t.lines()).toReversed()) {
    const [best] = line.proposals
    const at = Number(/sale \d+-(\d+)\./.exec(line.description)?.[1])
    if (best?.by === 'payout') await t.accept(line, { isPayout: true })
    else if (line.isRefund && best?.paymentId) await t.accept(line, { paymentId: best.paymentId })
    else if (!line.isRefund) {
      const recorded = line.proposals.find(({ by, payerClientId }) => by === 'recorded' && payerClientId === payers[at])
      await t.accept(line, recorded?.paymentId ? { paymentId: recorded.paymentId } : { payerClientId: payers[at], invoiceIds: [] })
    }
  }
}

test("a day's takings, refunds, fees and payout count each penny once, in whatever order they come", async () => {
  await fc.assert(
    fc.asyncProperty(Day, fc.boolean(), async (sales, isBankFirst) => {
      const { paid, payers, fees } = await live(sales, isBankFirst)
      const back = sum(sales.map((sale) => Math.floor((sale.pence * sale.back) / 1000)))
      const taken = sum(sales.map(({ pence }) => pence))
      // What came in less what went back is with the payers, each their own.
      const payments = (await t.payments()).filter(({ payerClientId }) => payers.includes(payerClientId))
      expect(sum(payments.map(({ amountPence }) => amountPence))).toBe(taken - back)
      for (const [at, { pence, back: part }] of sales.entries()) {
        const theirs = payments.filter(({ payerClientId }) => payerClientId === payers[at]).map(({ amountPence }) => amountPence)
        const gone = Math.floor((pence * part) / 1000)
        expect([...theirs].sort((a, b) => b - a)).toEqual(gone > 0 ? [pence, -gone] : [pence])
      }
      // And what the bank has, with what was kept, is the same money.
      const spent = (await t.expenses()).filter(({ id }) => fees.some((fee) => fee.id === id)).map(({ totalPence }) => totalPence)
      expect([spent, paid + sum(spent)]).toEqual([fees.map(({ pence }) => pence), taken - back])
      expect((await t.lines()).map(({ description, proposals }) => [description, proposals])).toEqual([])
    }),
    { numRuns: 6 },
  )
})
