import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BankLine, bankEndpoints } from '#features/ledger/payments/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { closeMoney, invoice, open, openMoney, payment, practice, sarah, sent, today, tom } from '#testing/browser/money.tsx'

beforeEach(openMoney)
afterEach(closeMoney)

test('a payment shows its allocations; money is refunded from it, and a mistake is reversed', async () => {
  const owed = invoice(sarah, 42, 5000, { paidPence: 5000 })
  const paid = payment(sarah, 8500)
  practice.server.write('allocations', uuidv7(), { paymentId: paid, creditId: null, invoiceId: owed, amountPence: 5000 })
  const { screen } = await open(`/money?tab=payments&payment=${paid}`)
  const panel = screen.getByRole('complementary', { name: 'Payment' })
  await expect.element(panel.getByRole('link', { name: 'INV-0042' })).toBeVisible()
  await expect.element(panel.getByText('On account')).toBeVisible()
  await panel.getByRole('button', { name: 'Refund' }).click()
  await screen.getByRole('dialog').getByLabelText('Amount').fill('35')
  await screen.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await expect.poll(() => sent('payments')[0]?.data).toMatchObject({ refundsPaymentId: paid, amountPence: -3500 })
  await expect.element(panel.getByText('On account')).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Remove, it was a mistake' }).click()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent('payments').map(({ action }) => action)).toEqual(['CREATE', 'DELETE', 'CREATE'])
})

test('a statement is imported, its sure lines accepted at once, and the others matched by hand', async () => {
  const owed = invoice(tom, 7, 3500)
  const bankLine = (change: Partial<BankLine>): BankLine => ({
    ...{ id: uuidv7(), importId: uuidv7(), fileName: 'nov.csv', onDay: today, description: 'T HADDON', amountPence: 3500 },
    ...{ state: 'new', paymentId: null, payerName: null, proposals: [] },
    ...change,
  })
  const sure = { by: 'reference' as const, isSure: true, payerClientId: tom, payerName: 'Tom Haddon', paymentId: null }
  const named = bankLine({ proposals: [{ ...sure, invoices: [{ id: owed, number: 'INV-0007', leftPence: 3500 }] }] })
  const unknown = bankLine({ description: 'COUNTER CREDIT', amountPence: 1234 })
  let lines: BankLine[] = []
  let text = ''
  let match: unknown
  practice.api
    .on(bankEndpoints.list, ({ query }) => (query.state === 'new' ? lines : []))
    .on(bankEndpoints.bring, ({ body }) => {
      text = body.text
      lines = [named, unknown]
      return { importId: uuidv7(), added: 2, known: 3, moneyOut: 1, bad: [{ line: 9, words: 'x', problem: 'No day' }] }
    })
    .on(bankEndpoints.acceptSure, () => {
      lines = [unknown]
      return { accepted: 1, pence: 3500 }
    })
    .on(bankEndpoints.accept, ({ body }) => {
      match = body
      lines = []
      return { ...unknown, state: 'matched' as const, payerName: 'Tom Haddon' }
    })
  const { screen } = await open('/money?tab=bank')
  await screen.getByLabelText('Bank statement').upload(new File(['Date,Description,Amount\n'], 'nov.csv'))
  await expect.element(screen.getByText('Left out: 3 imported before, 1 money out.')).toBeVisible()
  await expect.element(screen.getByText('Line 9: No day (x)')).toBeVisible()
  expect(text).toBe('Date,Description,Amount\n')
  await expect.element(screen.getByText('Tom Haddon: names INV-0007')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Accept the sure one' }).click()
  await expect.element(screen.getByText('1 matched')).toBeVisible()
  await screen.getByRole('button', { name: "Choose who it's from..." }).click()
  await screen.getByRole('dialog').getByLabelText('Client').fill('Tom')
  await screen.getByRole('option', { name: /Tom Haddon/ }).click()
  await screen.getByLabelText('INV-0007, £35 to pay').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Match' }).click()
  await expect.element(screen.getByText('Nothing to match')).toBeVisible()
  expect(match).toEqual({ payerClientId: tom, invoiceIds: [owed] })
})

test("a card reader's takings are matched, a refund goes back, and its payout credits nobody", async () => {
  const cardLine = (change: Partial<BankLine>): BankLine => ({
    ...{
      id: uuidv7(),
      importId: uuidv7(),
      fileName: 'SumUp',
      source: 'card',
      onDay: today,
      description: 'Card payment, T1',
      amountPence: 3500,
    },
    ...{ state: 'new', paymentId: null, payerName: null, proposals: [] },
    ...change,
  })
  const haddon = { isSure: true, payerClientId: tom, payerName: 'Tom Haddon', invoices: [], paymentId: 'paid' }
  const taking = cardLine({ proposals: [{ by: 'recorded', ...haddon }] })
  const refund = cardLine({ isRefund: true, description: 'Refund, T1', amountPence: 500, proposals: [{ by: 'refund', ...haddon }] })
  const lone = cardLine({ isRefund: true, description: 'Refund, T2', amountPence: 700 })
  const payout: BankLine['proposals'] = [
    { by: 'payout', isSure: false, payerClientId: null, payerName: 'SumUp', invoices: [], paymentId: null },
  ]
  const { source: _, ...fromBank } = cardLine({ description: 'SUMUP PID1', amountPence: 3441, proposals: payout })
  let lines: BankLine[] = [taking, refund, lone, fromBank]
  let done: BankLine[] = []
  const bodies: unknown[] = []
  practice.api
    .on(bankEndpoints.list, ({ query }) => (query.state === 'new' ? lines : query.state === 'ignored' ? done : []))
    .on(bankEndpoints.accept, ({ params, body }) => {
      bodies.push(body)
      const line = lines.find(({ id }) => id === params.id) as BankLine
      lines = lines.filter(({ id }) => id !== params.id)
      const answer = body.isPayout
        ? { ...line, state: 'ignored' as const, payoutOf: 'SumUp', proposals: [] }
        : { ...line, state: 'matched' as const, payerName: 'Tom Haddon', proposals: [] }
      if (body.isPayout) done = [answer]
      return answer
    })
  const { screen } = await open('/money?tab=bank')
  const rowOf = (words: string) => screen.getByRole('list', { name: 'To match' }).getByRole('listitem').filter({ hasText: words }).first()
  await expect.element(rowOf('Card payment, T1').getByText("Tom Haddon: you've already recorded this")).toBeVisible()
  await expect.element(rowOf('Refund, T1').getByText('-£5')).toBeVisible()
  await expect.element(rowOf('Refund, T2').getByText('Match its card payment first', { exact: false })).toBeVisible()
  await expect.element(rowOf('Refund, T2').getByRole('button', { name: /who it's from/ })).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await rowOf('Card payment, T1').getByRole('button', { name: 'Accept Tom Haddon' }).click()
  await rowOf('Refund, T1').getByRole('button', { name: 'Accept Tom Haddon' }).click()
  await expect.element(screen.getByText('Back to Tom Haddon')).toBeVisible()
  await rowOf('SUMUP PID1').getByRole('button', { name: 'Accept SumUp' }).click()
  await expect.poll(() => bodies).toEqual([{ paymentId: 'paid' }, { paymentId: 'paid' }, { isPayout: true }])
  await screen.getByRole('radio', { name: 'Ignored' }).click()
  await expect.element(screen.getByText("SumUp's payout: its card payments are counted one by one")).toBeVisible()
})
