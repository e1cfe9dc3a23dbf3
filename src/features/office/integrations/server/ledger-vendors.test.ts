import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { quickbooksDouble } from '#connectors/quickbooks/far-side.ts'
import { xeroDouble } from '#connectors/xero/far-side.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import { startAccounting, today } from '#testing/accounting.ts'
import type { KeptPaper, LedgerStarter } from '#testing/ledger-suite.ts'

/* The engine of accounting over the services that FreeAgent's tests don't run: from issuing to what was paid there. */

const VENDORS: [id: string, far: LedgerStarter][] = [
  ['xero', xeroDouble],
  ['quickbooks', quickbooksDouble],
]
const sumsOf = (papers: readonly KeptPaper[]) =>
  (['netPence', 'vatPence', 'totalPence'] as const).map((key) => papers.reduce((sum, paper) => sum + paper[key], 0))

for (const [id, { missing, start }] of VENDORS)
  describe.skipIf(missing !== null)(`${id}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let a: Awaited<ReturnType<typeof startAccounting>>
    beforeEach(async () => {
      a = await startAccounting(start, { id })
    })
    afterEach(() => a.stop())

    test('the yard day of three payers arrives once each after three lost answers, and its sums are those of SQL to the penny', async () => {
      const invoices = await a.yardDay()
      await a.credit(invoices[0]?.id ?? '', { amountPence: 1000 })
      await a.signIn()
      for (let nth = 0; nth < 3; nth++) {
        a.far.loseAnswers(1)
        await a.pass()
        expect((await a.card()).sentence).toBe('It is not answering. We keep trying.')
        await a.server.asOwner('update connections set failures = 0')
      }
      a.far.loseAnswers(0)
      await a.pass()
      await a.pass()
      const { books } = a.far
      expect([books.payers().length, books.bills().length, books.credits().length]).toEqual([3, 3, 1])
      const rows =
        await a.server.asOwner(`select kind, sum(net_pence)::int as net, sum(vat_pence)::int as vat, sum(total_pence)::int as total
        from invoices group by kind order by kind`)
      expect(rows.map(({ kind, net, vat, total }) => [kind, net, vat, total])).toEqual([
        ['credit', ...sumsOf(books.credits())],
        ['invoice', ...sumsOf(books.bills())],
      ])
      const [, vat = 0, total = 0] = sumsOf(books.bills())
      expect(vat).toBeGreaterThan(0)
      expect(
        books
          .bills()
          .map(({ number }) => number)
          .sort(),
      ).toEqual(invoices.map((each) => numberOf(each)).sort())
      expect(books.bills().every(({ isIssued, dueOn }) => isIssued && dueOn === invoices[0]?.dueOn)).toBe(true)
      expect(books.bills().reduce((sum, { duePence }) => sum + duePence, 0)).toBe(total - 1000)
      expect([a.far.invalid(), books.sent(), books.receipts()]).toEqual([[], 0, []])
      expect(await a.card()).toMatchObject({ status: 'connected', sentence: null, entries: 4 })
    })

    test('arrives once after a restore that knows nothing of it', async () => {
      await a.yardDay()
      await a.signIn()
      await a.pass()
      await a.server.asOwner('delete from connection_items')
      await a.pass()
      expect([a.far.books.payers().length, a.far.books.bills().length, (await a.card()).entries]).toEqual([3, 3, 3])
    })

    test('what was paid there is a line to match, once, and our own payments are none', async () => {
      const [paid, own] = [await a.issue('Ann Reed'), await a.issue('Bob Reed')]
      await a.signIn({ books: 'payments' })
      await a.pass()
      await a.add('/api/payments', { payerClientId: own.payerClientId, invoiceId: own.id, amountPence: 4000, method: 'card' })
      await a.pass()
      a.far.books.pay(await a.farIdOf(paid.id), 4500, today())
      await a.pass()
      await a.pass()
      const lines = await a.bankLines()
      expect(lines).toMatchObject([{ amountPence: 4500, source: 'accounting' }])
      expect(
        a.far.books
          .receipts()
          .map(({ pence }) => pence)
          .sort(),
      ).toEqual([4000, 4500])
      await a.accept(lines[0] as never)
      expect([await a.leftOf(paid.id), await a.payments()]).toEqual([0, 2])
      await a.pass()
      expect(a.far.books.receipts()).toHaveLength(2)
    })

    test('what was changed or cancelled there is shown, and nothing is written over it', async () => {
      const [changed, gone] = [await a.issue('Ann Reed'), await a.issue('Bob Reed')]
      await a.signIn()
      await a.pass()
      a.far.books.addLine(await a.farIdOf(changed.id), 250)
      a.far.books.cancel(await a.farIdOf(gone.id))
      await a.pass()
      const { name } = await a.card()
      expect((await a.held()).map(({ words }) => words).sort()).toEqual([
        `It was cancelled or deleted in ${name}. Here it's £45.`,
        `${name} has £47.50 with £7.50 VAT. Here it's £45 with £7.50 VAT.`,
      ])
    })
  })
