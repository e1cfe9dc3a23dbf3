import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFreeAgent } from '#connectors/freeagent/far-side.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { BankLine } from '#features/ledger/payments/contract.ts'
import { startAccounting, today } from '#testing/accounting.ts'

/* The engine of accounting, with FreeAgent's double under it: what was paid there, and what is paid here. */

const start = (options: { isReached?: boolean } = {}) => startAccounting(startFreeAgent, options)
let a: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  a = await start()
})
afterEach(() => a.stop())

describe('what was paid there', () => {
  test('comes as one line to match, credits nothing until it is accepted, and then pays the invoice once', async () => {
    const invoice = await a.issue('Ann Reed')
    await a.signIn()
    await a.pass()
    a.far.books.pay(await a.farIdOf(invoice.id), 4500, today())
    await a.pass()
    await a.pass()
    const [line, ...more] = await a.bankLines()
    expect(more).toEqual([])
    expect(line).toMatchObject({
      ...{ source: 'accounting', fileName: 'FreeAgent', amountPence: 4500, onDay: today() },
      description: `${numberOf(invoice)}, Ann Reed`,
      proposals: [{ by: 'reference', isSure: true, invoices: [{ id: invoice.id }] }],
    })
    expect([await a.payments(), await a.leftOf(invoice.id)]).toEqual([0, 4500])
    expect((await a.accept(line as BankLine)).statusCode).toBe(200)
    expect([await a.payments(), await a.leftOf(invoice.id), await a.bankLines()]).toEqual([1, 0, []])
  })

  test('and a card taking of the same visit pay it once', async () => {
    const invoice = await a.issue('Ann Reed')
    await a.signIn()
    await a.pass()
    const taken = { payerClientId: invoice.payerClientId, invoiceId: invoice.id, amountPence: 4500, method: 'card' }
    const paymentId = await a.add('/api/payments', taken)
    a.far.books.pay(await a.farIdOf(invoice.id), 4500, today())
    await a.pass()
    const [line] = await a.bankLines()
    expect(line?.proposals).toMatchObject([{ by: 'recorded', isSure: true, paymentId }])
    await a.accept(line as BankLine)
    expect([await a.payments(), await a.leftOf(invoice.id)]).toEqual([1, 0])
  })

  test.for([0, 1])('and its line of the bank’s own file are one payment, whichever is accepted first (%i)', async (at) => {
    const invoice = await a.issue('Ann Reed')
    await a.signIn()
    await a.pass()
    a.far.books.pay(await a.farIdOf(invoice.id), 4500, today())
    await a.pass()
    const [, month = '', date = ''] = today().split('-')
    const text = `Date,Description,Amount\n${date}/${month}/${today().slice(0, 4)},ANN REED,45.00\n`
    await a.server.gareth.post('/api/bank-lines', { fileName: 'statement.csv', text })
    const both = await a.bankLines()
    await a.accept(both[at] as BankLine)
    const [left] = await a.bankLines()
    expect(left).toMatchObject({ id: both[1 - at]?.id, proposals: [{ by: 'recorded', isSure: true }] })
    await a.accept(left as BankLine)
    expect([await a.payments(), await a.leftOf(invoice.id), await a.bankLines()]).toEqual([1, 0, []])
  })

  test('of invoices that are not ours does not come', async () => {
    await a.issue('Ann Reed')
    await a.signIn()
    await a.pass()
    const row = a.far.agent.addPaper('invoices', { contact: '/v2/contacts/1', reference: 'OTHER-1', dated_on: today() }, [
      { description: 'Other work', quantity: '1', price: '50.0' },
    ])
    row.status = 'Open'
    a.far.books.pay(`invoices/${row.id}`, 6000, today())
    await a.pass()
    expect(await a.bankLines()).toEqual([])
  })
})

describe('payments', () => {
  const paid = async () => {
    const invoice = await a.issue('Ann Reed')
    const taken = { payerClientId: invoice.payerClientId, invoiceId: invoice.id, amountPence: 3000, method: 'cash' }
    return { invoice, paymentId: await a.add('/api/payments', taken) }
  }

  test('stay here unless they were chosen', async () => {
    await paid()
    await a.signIn()
    await a.pass()
    expect(a.far.books.receipts()).toEqual([])
  })

  test('go once each where they were chosen, also after lost answers, and do not come back as news', async () => {
    await paid()
    await a.signIn({ books: 'payments' })
    await a.pass()
    const second = await paid()
    a.far.loseAnswers(4)
    for (let nth = 0; nth < 5; nth++) {
      await a.pass()
      await a.server.asOwner('update connections set failures = 0')
    }
    await a.pass()
    expect(a.far.books.receipts().map(({ pence, onDay }) => [pence, onDay])).toEqual([
      [3000, today()],
      [3000, today()],
    ])
    expect(a.far.books.bills().find(({ number }) => number === numberOf(second.invoice))?.duePence).toBe(1500)
    expect(await a.bankLines()).toEqual([])
  })

  test('that were seen there do not go back', async () => {
    const invoice = await a.issue('Ann Reed')
    await a.signIn({ books: 'payments' })
    await a.pass()
    a.far.books.pay(await a.farIdOf(invoice.id), 4500, today())
    await a.pass()
    await a.accept((await a.bankLines())[0] as BankLine)
    await a.pass()
    expect(a.far.books.receipts()).toHaveLength(1)
  })

  test('that are removed here afterwards are shown, and left there', async () => {
    const { paymentId } = await paid()
    await a.signIn({ books: 'payments' })
    await a.pass()
    await a.server.gareth.delete(`/api/payments/${paymentId}`)
    await a.pass()
    const [item] = await a.held()
    expect(item).toMatchObject({
      kind: 'receipt',
      state: 'parked',
      canRepeat: false,
      words: expect.stringContaining('£30 went to FreeAgent'),
    })
    expect((await a.release(item?.id ?? '', 'again')).code).toBe(400)
    await a.release(item?.id ?? '', 'leave')
    await a.pass()
    expect([await a.held(), a.far.books.receipts().length]).toEqual([[], 1])
  })
})
