import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MoneyScreen } from '#app/pages/money/MoneyScreen.tsx'
import { MoneyPage } from '#app/pages/settings/money/MoneyPage.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { accountEndpoints } from '#features/ledger/accounts/contract.ts'
import { invoiceEndpoints } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf } from '#features/ledger/invoices/rules.ts'
import { invoiceSendingEndpoints } from '#features/ledger/invoices/sending-contract.ts'
import { type BankLine, bankEndpoints } from '#features/ledger/payments/contract.ts'
import { priceItemId, STANDARD_RATES } from '#features/records/prices/rules.ts'
import { moneySettingsId } from '#features/records/prices/settings.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { currentStore } from '#platform/web/sync/current.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
const [sarah, tom, biscuit, merlin, visit] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  const { server, api } = practice
  server.write('clients', sarah, clientRow({ name: 'Sarah Penrose', phone: '07700 900118', phoneE164: '+447700900118' }))
  server.write('clients', tom, clientRow({ name: 'Tom Haddon', email: 'tom@example.com' }))
  server.write('horses', biscuit, horseRow({ name: 'Biscuit', clientId: sarah }))
  server.write('horses', merlin, horseRow({ name: 'Merlin', clientId: tom }))
  for (const rate of STANDARD_RATES) server.write('price_items', priceItemId('p', rate.serviceType), { ...rate, vatRateBp: 0 })
  api.on(accountEndpoints.debtors, () => []).on(accountEndpoints.proposals, () => [])
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

const charge = (payerClientId: string, horseId: string, unitPence: number, change: object = {}) =>
  practice.server.write('charges', uuidv7(), {
    ...{ payerClientId, clientId: payerClientId, appointmentId: visit, visitHorseId: null, horseId, workEntryId: null, invoiceId: null },
    ...{ kind: 'work', description: 'Trim', quantity: 1, unitPence, vatRateBp: 0, includesVat: false, chargedOn: today, place: 0 },
    ...{ isByHand: false },
    ...change,
  })
const line = (unitPence: number) => ({
  ...{ chargeId: uuidv7(), kind: 'work', chargedOn: today, description: 'Trim', horseName: 'Biscuit', ownerName: null, quantity: 1 },
  ...{ unitPence, vatRateBp: 0, includesVat: false, netPence: unitPence, vatPence: 0, grossPence: unitPence },
})
const invoice = (payerClientId: string, number: number, totalPence: number, change: object = {}) => {
  const asWas = {
    practice: { name: 'Probert Farriery', address: '', phone: '', email: '', frcNumber: null, vatNumber: null },
    payer: {
      name: payerClientId === sarah ? 'Sarah Penrose' : 'Tom Haddon',
      businessName: null,
      isBusiness: false,
      address: null,
      postcode: null,
    },
    bank: { accountName: '', sortCode: '', accountNumber: '' },
    ...{ terms: '', visit: null, creditsNumber: null, lines: [line(totalPence)] },
  }
  return practice.server.write('invoices', uuidv7(), {
    ...{
      payerClientId,
      kind: 'invoice',
      creditsInvoiceId: null,
      series: 'INV',
      number,
      appointmentId: null,
      issuedOn: addDays(today, -12),
    },
    ...{
      dueOn: addDays(today, -12),
      note: null,
      asWas,
      netPence: totalPence,
      vatPence: 0,
      totalPence,
      paidPence: 0,
      sentAt: null,
      memberId: null,
    },
    ...change,
  })
}
const payment = (payerClientId: string, amountPence: number, change: object = {}) =>
  practice.server.write('payments', uuidv7(), {
    ...{ payerClientId, amountPence, method: 'cash', receivedOn: today, reference: null, refundsPaymentId: null, appointmentId: null },
    ...{ invoiceId: null, memberId: null, cameBy: 'hand' },
    ...change,
  })

async function open(path: string, change: Partial<CurrentUser> = {}) {
  history.replaceState(null, '', path)
  const user = await practice.signIn(change)
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  const Screen = path.startsWith('/settings') ? MoneyPage : MoneyScreen
  const screen = await render(
    <Queries>
      <main>
        <Screen />
      </main>
      <Toaster />
    </Queries>,
  )
  return { screen, user }
}
const ops = () => practice.ops().map(({ action, entity, data }) => ({ action, entity, data }))
const sent = (entity: string) => ops().filter((op) => op.entity === entity)

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
  await expect.element(screen.getByText('Its number comes with the signal.')).toBeVisible()
  const waiting = (await currentStore()?.queue.toArray())?.filter(({ entity }) => entity === 'invoices')
  expect(waiting?.map(({ data }) => data)).toEqual([
    { payerClientId: sarah, appointmentId: visit, chargeIds: [trim], dueOn: today, note: null },
  ])
})

test('work whose kind has no price says so, and its price is said on the spot; lines are added with who pays', async () => {
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
  await expect.element(screen.getByText('INV-0042 for Sarah Penrose. The outbox shows how far it is.')).toBeVisible()
  await panel.getByRole('button', { name: 'Credit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Credit INV-0042' })
  await dialog.getByRole('radio', { name: 'A sum' }).click()
  await dialog.getByLabelText('Sum, with its VAT').fill('90')
  await dialog.getByLabelText('Why').fill('One shoe came off')
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await expect.element(dialog.getByText('At most £85, which is what is left of it')).toBeVisible()
  await dialog.getByLabelText('Sum, with its VAT').fill('20')
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await expect.element(screen.getByText('£20 given back on INV-0042.')).toBeVisible()
  expect(asked).toMatchObject([{ channel: 'sms' }, { amountPence: 2000, reason: 'One shoe came off' }])
})

test('a payment says what it settles; money is given back out of it, and a mistake is taken back', async () => {
  const owed = invoice(sarah, 42, 5000, { paidPence: 5000 })
  const paid = payment(sarah, 8500)
  practice.server.write('allocations', uuidv7(), { paymentId: paid, creditId: null, invoiceId: owed, amountPence: 5000 })
  const { screen } = await open(`/money?tab=payments&payment=${paid}`)
  const panel = screen.getByRole('complementary', { name: 'Payment' })
  await expect.element(panel.getByRole('link', { name: 'INV-0042' })).toBeVisible()
  await expect.element(panel.getByText('On account')).toBeVisible()
  await panel.getByRole('button', { name: 'Give money back' }).click()
  await screen.getByRole('dialog').getByLabelText('Amount').fill('35')
  await screen.getByRole('dialog').getByRole('button', { name: 'Give back' }).click()
  await expect.poll(() => sent('payments')[0]?.data).toMatchObject({ refundsPaymentId: paid, amountPence: -3500 })
  await expect.element(panel.getByText('On account')).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Recorded by mistake' }).click()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent('payments').map(({ action }) => action)).toEqual(['CREATE', 'DELETE', 'CREATE'])
})

test('a statement is brought, its sure lines accepted at once, and the others said by hand', async () => {
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
  await expect.element(screen.getByText('Left out: 3 brought before, 1 of money out.')).toBeVisible()
  await expect.element(screen.getByText('Line 9: No day (x)')).toBeVisible()
  expect(text).toBe('Date,Description,Amount\n')
  await expect.element(screen.getByText('Tom Haddon: names INV-0007')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Accept the sure one' }).click()
  await expect.element(screen.getByText('1 matched')).toBeVisible()
  await screen.getByRole('button', { name: 'Say who it is from...' }).click()
  await screen.getByRole('dialog').getByLabelText('Client').fill('Tom')
  await screen.getByRole('option', { name: /Tom Haddon/ }).click()
  await screen.getByLabelText('INV-0007, £35 to pay').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Match' }).click()
  await expect.element(screen.getByText('Nothing to match')).toBeVisible()
  expect(match).toEqual({ payerClientId: tom, invoiceIds: [owed] })
})

test('who owes stands by age, is reminded unless removed and gets a statement, and a fee is charged only when it is pressed', async () => {
  invoice(sarah, 42, 8500)
  invoice(tom, 7, 3500, { dueOn: addDays(today, -95) })
  invoice(uuidv7(), 9, 4500, { dueOn: addDays(today, -40) })
  payment(sarah, 2000)
  const charged: unknown[] = []
  const fee = { id: uuidv7(), kind: 'late-fee' as const, payerClientId: tom, payerName: 'Tom Haddon', isBusiness: false, invoiceId: null }
  practice.api
    .on(accountEndpoints.proposals, () => [
      {
        ...{ ...fee, appointmentId: null, pence: 1000, onDay: today, description: 'Late fee, INV-0007', why: '7 days after it was due' },
        warning: 'A private client must have agreed to it.',
      },
    ])
    .on(accountEndpoints.acceptProposal, ({ params, body }) => {
      charged.push(params.id, body.pence)
      return { chargeId: params.id, pence: 1000 }
    })
    .on(accountEndpoints.chase, () => ({ message: 'Reminder for Tom Haddon.', state: 'queued' as const, noticeId: uuidv7() }))
    .on(accountEndpoints.statement, ({ query }) => ({
      ...{ ...query, clientName: 'Tom Haddon', openingPence: 0, closingPence: 3500, onAccountPence: 0, owedPence: 3500 },
      ages: { notDuePence: 0, to30Pence: 0, to60Pence: 0, to90Pence: 0, over90Pence: 3500 },
      lines: [{ day: today, kind: 'invoice' as const, id: uuidv7(), words: 'Invoice INV-0007', pence: 3500, balancePence: 3500 }],
    }))
  const { screen } = await open('/money?tab=owed')
  const rows = screen.getByRole('list', { name: 'Who owes' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((row) => /^(Tom Haddon|N\/A|Sarah Penrose).*?(£\d+)/.exec(row.textContent ?? '')?.slice(1)))
    .toEqual([
      ['Tom Haddon', '£35'],
      ['N/A', '£45'],
      ['Sarah Penrose', '£65'],
    ])
  await expect.element(screen.getByText('£145 of £145 overdue')).toBeVisible()
  // Nobody can remind whoever was removed.
  await expect.element(rows.getByText('no longer one of your clients')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remind N/A' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remind Tom Haddon' }).click()
  await expect.element(screen.getByText(/^Reminder for Tom Haddon\./)).toBeVisible()
  expect(charged).toEqual([])
  await screen.getByRole('button', { name: /^Charge Tom Haddon £10/ }).click()
  await expect.element(screen.getByText('£10 waits under To invoice.')).toBeVisible()
  await expect.element(screen.getByText('No fees to charge')).toBeVisible()
  expect(charged).toEqual([fee.id, 1000])
  await screen.getByRole('button', { name: 'Statement of Tom Haddon' }).click()
  await expect.element(screen.getByRole('dialog').getByText(/^Invoice INV-0007/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('every tab holds on a phone and a desktop, without a signal too, and an apprentice sees none of it', async () => {
  charge(sarah, biscuit, 3500)
  invoice(sarah, 42, 8500)
  payment(tom, 2000)
  const { screen } = await open('/money')
  practice.api.offline(true)
  // The bank and who owes are looked at with something in them above.
  for (const [width, theme, names, looked] of [
    [320, 'light', ['To invoice', 'Invoices', 'Payments', 'Bank', 'Owed', 'Overview'], /^(Invoices|Payments|Overview)$/],
    [1280, 'dark', ['To invoice', 'Owed'], /./],
  ] as const) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const name of names) {
      await screen.getByRole('tab', { name, exact: true }).click()
      await expect
        .element(
          screen
            .getByRole('tabpanel')
            .getByText(/Sarah Penrose|Tom Haddon|You are offline\./)
            .first(),
        )
        .toBeVisible()
      if (looked.test(name)) expect(await axeFindings(), `${name} at ${width}`).toEqual([])
      expect(document.documentElement.scrollWidth, `${name} at ${width}`).toBeLessThanOrEqual(width)
    }
  }
  await screen.unmount()
  practice.api.offline(false)
  const apprentice = await open('/money', { role: 'apprentice' })
  await expect.element(apprentice.screen.getByText('Apprentices see no money')).toBeVisible()
})

test('the settings of money change one thing at a time, offline too, and a farrier only reads them', async () => {
  const { screen, user } = await open('/settings/money?tab=fees')
  practice.api.offline(true)
  await screen.getByLabelText('Step 1: fee').fill('12')
  await screen.getByLabelText('Change 1: Bank Rate').fill('3.5')
  await screen.getByRole('button', { name: 'Save late payment' }).click()
  await expect.element(screen.getByText('A day and per cent, such as 3.75', { exact: false }).first()).toBeVisible()
  await screen.getByLabelText('Change 1: from').fill('2026-05-07')
  await screen.getByRole('button', { name: 'Save late payment' }).click()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  await screen.getByRole('tab', { name: 'VAT' }).click()
  await screen.getByLabelText(/^Registered for VAT/).click()
  await screen.getByRole('button', { name: 'Save VAT' }).click()
  await expect.element(screen.getByText('Nine figures, as on your certificate')).toBeVisible()
  await screen.getByLabelText('VAT number').fill('GB 123 4567 89')
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Save VAT' }).click()
  practice.api.offline(false)
  await expect
    .poll(() => syncNow().then(() => practice.server.row('money_settings', moneySettingsId(user.practice.id))?.data))
    .toMatchObject({
      fees: {
        ladder: [
          { afterDays: 7, pence: 1200 },
          { afterDays: 14, pence: 2000 },
          { afterDays: 21, pence: 3000 },
        ],
        bankRates: [{ from: '2026-05-07', rateBp: 350 }],
      },
      vat: { isRegistered: true, number: 'GB 123 4567 89' },
    })
  await screen.unmount()
  const farrier = await open('/settings/money', { role: 'farrier' })
  await expect.element(farrier.screen.getByText('Only an owner and the office can change this.')).toBeVisible()
})
