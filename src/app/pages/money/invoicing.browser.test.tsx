import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invoiceEndpoints } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf } from '#features/ledger/invoices/rules.ts'
import { invoiceSendingEndpoints } from '#features/ledger/invoices/sending-contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import {
  biscuit,
  charge,
  closeMoney,
  invoice,
  merlin,
  open,
  openMoney,
  practice,
  sarah,
  sent,
  today,
  tom,
  visit,
} from '#testing/browser/money.tsx'

beforeEach(openMoney)
afterEach(closeMoney)

test('what is done becomes an invoice a payer, looked at and put right before it gets its number', async () => {
  const [trim] = [charge(sarah, biscuit, 3500), charge(tom, merlin, 8500, { description: 'Front shoes new' })]
  const { screen } = await open('/money?tab=to-invoice')
  await expect.element(screen.getByText('on 2 invoices')).toBeVisible()
  await screen.getByRole('button', { name: 'Change Biscuit Trim' }).click()
  await screen.getByRole('dialog').getByLabelText('Each').fill('40')
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent('charges')).toEqual([{ action: 'UPDATE', entity: 'charges', data: { unitPence: 4000 } }])
  practice.api.offline(true)
  const card = screen.getByRole('region', { name: 'To invoice to Sarah Penrose' })
  await card.getByRole('button', { name: 'Preview and issue' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Invoice to Sarah Penrose' })
  await expect.element(dialog.getByText('£40').last()).toBeVisible()
  await dialog.getByRole('button', { name: 'Issue invoice' }).click()
  await expect.element(card).not.toBeInTheDocument()
  await screen.getByRole('tab', { name: 'Invoices' }).click()
  await screen.getByRole('button', { name: /No number yet/ }).click()
  await expect.element(screen.getByText("It gets its number when there's signal.")).toBeVisible()
  const waiting = (await currentStore()?.queue.toArray())?.filter(({ entity }) => entity === 'invoices')
  expect(waiting?.map(({ data }) => data)).toEqual([
    { payerClientId: sarah, appointmentId: visit, chargeIds: [trim], dueOn: today, note: null },
  ])
})

test('work whose kind has no price shows that, and its price is entered on the spot; lines are added with who pays', async () => {
  const entry = practice.server.write('work_entries', uuidv7(), {
    ...{ horseId: biscuit, visitHorseId: null, memberId: uuidv7(), serviceType: 'Pads', workDate: today, description: null },
    ...{ findings: null, recommendations: null, resetsCycle: false, setup: null },
  })
  const { screen } = await open('/money?tab=to-invoice')
  await screen.getByRole('button', { name: 'Set a price for Biscuit' }).click()
  await screen.getByLabelText('Price for Biscuit today').fill('22.50')
  await screen
    .getByLabelText('Price for Biscuit today')
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect
    .poll(() => practice.ops().filter(({ entity }) => entity === 'charges'))
    .toMatchObject([{ id: chargeIdOf(entry), data: { workEntryId: entry, unitPence: 2250 } }])
  await screen.getByRole('button', { name: 'Add a line' }).first().click()
  const dialog = screen.getByRole('dialog', { name: 'Add a line' })
  await dialog.getByRole('radio', { name: 'Discount' }).click()
  await dialog.getByLabelText('Off').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Choose who pays')).toBeVisible()
  await dialog.getByLabelText('Who pays').fill('Sarah')
  await screen.getByRole('option', { name: /Sarah Penrose/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sent('charges')[1]?.data)
    .toEqual({
      kind: 'discount',
      payerClientId: sarah,
      clientId: sarah,
      description: 'Discount',
      quantity: 1,
      unitPence: -500,
      chargedOn: today,
    })
})

test('an invoice is found by its number, paid, sent and credited', async () => {
  const owed = invoice(sarah, 42, 8500)
  invoice(tom, 7, 3500, { paidPence: 3500 })
  const asked: unknown[] = []
  practice.api
    .on(invoiceSendingEndpoints.send, ({ body }) => {
      asked.push(body)
      return { message: 'INV-0042 for Sarah Penrose.', state: 'queued' as const, noticeId: uuidv7() }
    })
    .on(invoiceEndpoints.credit, ({ body }) => {
      asked.push(body)
      const id = invoice(sarah, 1, 2000, { kind: 'credit', series: 'CN', creditsInvoiceId: owed, paidPence: 2000 })
      return practice.server.row('invoices', id)?.data as never
    })
  const { screen } = await open('/money?tab=invoices')
  await screen.getByLabelText('Search invoices').fill('42')
  await expect.element(screen.getByText('Tom Haddon')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'INV-0042' }).click()
  const panel = screen.getByRole('complementary', { name: 'INV-0042' })
  await expect.element(panel.getByText('12 days over')).toBeVisible()
  await panel.getByRole('button', { name: 'Take payment' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Take payment' }).click()
  await expect.poll(() => sent('payments')[0]?.data).toMatchObject({ payerClientId: sarah, invoiceId: owed, amountPence: 8500 })
  const paymentId = practice.ops().find(({ entity }) => entity === 'payments')?.id
  practice.server.write('allocations', uuidv7(), { paymentId, creditId: null, invoiceId: owed, amountPence: 8500 })
  await syncNow()
  await expect.element(panel.getByRole('link', { name: /^(In cash|By bank transfer|By card), / })).toBeVisible()
  await panel.getByRole('button', { name: 'Send' }).click()
  await screen.getByRole('menuitem', { name: 'Text Sarah Penrose' }).click()
  await expect.element(screen.getByText('INV-0042 for Sarah Penrose. You can follow it in the outbox.')).toBeVisible()
  await panel.getByRole('button', { name: 'Credit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Credit INV-0042' })
  await dialog.getByRole('radio', { name: 'An amount' }).click()
  await dialog.getByLabelText('Amount, including VAT').fill('90')
  await dialog.getByLabelText('Why').fill('One shoe came off')
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await expect.element(dialog.getByText("At most £85, which is what's left of it")).toBeVisible()
  await dialog.getByLabelText('Amount, including VAT').fill('20')
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await expect.element(screen.getByText('£20 credited on INV-0042.')).toBeVisible()
  expect(asked).toMatchObject([{ channel: 'sms' }, { amountPence: 2000, reason: 'One shoe came off' }])
})

test('an invoice that was issued and never sent is marked and can be listed, and one to pay is unpaid', async () => {
  const sentAt = currentTime().toISOString()
  const dueOn = addDays(today, 14)
  invoice(sarah, 42, 8500, { dueOn })
  invoice(tom, 7, 3500, { paidPence: 3500 })
  invoice(tom, 8, 4500, { sentAt, dueOn })
  const takenBack = invoice(tom, 9, 5500, { paidPence: 5500 })
  invoice(tom, 1, 5500, { kind: 'credit', series: 'CN', creditsInvoiceId: takenBack, paidPence: 5500 })
  const { screen } = await open('/money?tab=invoices')
  const row = (number: string) => screen.getByRole('row').filter({ hasText: number })
  await expect.element(row('INV-0042').getByText('Unpaid')).toBeVisible()
  await expect.element(row('INV-0042').getByText('Never sent')).toBeVisible()
  await expect.element(row('INV-0007').getByText('Never sent')).toBeVisible()
  await expect.element(row('INV-0008').getByText('Unpaid')).toBeVisible()
  for (const number of ['INV-0008', 'INV-0009', 'CN-0001']) expect(row(number).getByText('Never sent').elements(), number).toEqual([])
  const opener = screen.getByRole('button', { name: /^(INV|CN)-/ })
  const listed = () => opener.elements().map((each) => each.textContent?.trim())
  await screen.getByRole('button', { name: 'Never sent 2' }).click()
  await expect.poll(listed).toEqual(['INV-0042', 'INV-0007'])
  expect(location.search).toContain('show=unsent')
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Unpaid 2' }).click()
  await expect.poll(listed).toEqual(['INV-0042', 'INV-0008'])
  await page.viewport(375, 812)
  await expect.element(screen.getByRole('button', { name: /^Sarah Penrose INV-0042/ }).getByText('Never sent')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
})
