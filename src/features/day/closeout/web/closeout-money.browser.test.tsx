import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { issueInvoice } from '#features/ledger/invoices/web/data.ts'
import { STANDARD_RATES } from '#features/records/prices/rules.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { readRows } from '#platform/web/use-rows.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, closeOut, leaveRound, next, open, practice, sent, startRound, today } from '#testing/browser/round.tsx'

beforeEach(startRound)
afterEach(leaveRound)

/** Biscuit is paid by Sarah, Merlin by Ann. */
function aStop() {
  const round = aRound()
  practice.server.write('visit_horses', round.lines[1] ?? '', { payerClientId: round.ann })
  for (const { serviceType, label, unitPence } of STANDARD_RATES)
    practice.server.write('price_items', uuidv7(), { serviceType, label, unitPence, vatRateBp: 0 })
  return round
}
const invoice = (payerClientId: string, change: object) =>
  practice.server.write('invoices', uuidv7(), {
    ...{
      payerClientId,
      kind: 'invoice',
      creditsInvoiceId: null,
      series: 'INV',
      number: 1,
      appointmentId: null,
      issuedOn: addDays(today, -40),
    },
    ...{ dueOn: addDays(today, -26), note: null, asWas: null, netPence: 8500, vatPence: 0, totalPence: 8500, paidPence: 0 },
    ...{ sentAt: null, memberId: null },
    ...change,
  })

test('without a signal a price is typed over, cash is taken, a line is added and each payer gets their invoice', async () => {
  const { first, sarah, ann, biscuit } = aStop()
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog').first()
  await userEvent.click(dialog.getByRole('button', { name: /^Biscuit Full set refit/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit: £150, change the price' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Price for Biscuit today' }), '140')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('£140', { exact: true })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit done, next Merlin' }))
  await expect.element(dialog.getByText('£140 so far')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Trim, as planned' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Take payment, or change the bill' }))

  const money = screen.getByRole('dialog', { name: 'Money' })
  const hers = money.getByRole('region', { name: 'Sarah Penrose' })
  const anns = money.getByRole('region', { name: 'Ann Lloyd' })
  await expect.element(hers.getByText('£140').first()).toBeVisible()
  await expect.element(anns.getByRole('button', { name: 'Merlin: £35, change the price' })).toBeVisible()
  await userEvent.click(hers.getByRole('button', { name: 'Take payment' }))
  const payment = screen.getByRole('dialog', { name: 'Payment from Sarah Penrose' })
  await expect.element(payment.getByRole('textbox', { name: /^Amount/ })).toHaveValue('140.00')
  await userEvent.click(payment.getByRole('button', { name: 'Take payment' }))
  await expect.element(hers.getByText('Paid, cash')).toBeVisible()
  await userEvent.click(anns.getByRole('button', { name: 'Add a line' }))
  const line = screen.getByRole('dialog', { name: 'Add a line' })
  await userEvent.fill(line.getByRole('textbox', { name: /^What for/ }), 'Pads')
  await userEvent.fill(line.getByRole('textbox', { name: /^Each/ }), '12')
  await userEvent.click(line.getByRole('button', { name: 'Save' }))
  await expect.element(money.getByRole('combobox', { name: 'How Ann Lloyd gets it' })).toHaveValue('hand')
  await userEvent.click(money.getByRole('button', { name: 'Send 2 invoices, £187' }))
  await expect.element(hers.getByText('in full')).toBeVisible()
  await expect.element(anns.getByText("Gets its number when there's signal")).toBeVisible()
  await expect.element(anns.getByText('£47').first()).toBeVisible()
  expect(practice.ops()).toEqual([])

  // The server here numbers nothing.
  await screen.unmount()
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('invoices')).toHaveLength(2)
  const work = sent('work_entries').find(({ data }) => data.horseId === biscuit)
  expect(sent('charges').map(({ data }) => data)).toMatchObject([
    { workEntryId: work?.id, unitPence: 14_000 },
    { payerClientId: ann, appointmentId: first, kind: 'extra', description: 'Pads', unitPence: 1200 },
  ])
  expect(sent('payments').map(({ data }) => data)).toMatchObject([
    { payerClientId: sarah, amountPence: 14_000, method: 'cash', appointmentId: first, receivedOn: today },
  ])
  expect(sent('invoices').map(({ data }) => data)).toEqual([
    { payerClientId: sarah, appointmentId: first, send: 'sms' },
    { payerClientId: ann, appointmentId: first },
  ])
})

test('an invoice is issued once, also for a screen that has not heard of it when it is pressed again', async () => {
  const { sarah } = aStop()
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  const asked = { payerClientId: sarah, chargeIds: [uuidv7()] }
  const preview = { netPence: 8500, vatPence: 0, totalPence: 8500, chargeIds: asked.chargeIds, issuedOn: today, dueOn: today }
  const first = await issueInvoice(asked, preview)
  expect(await Promise.all([issueInvoice(asked, preview), issueInvoice(asked, preview)])).toEqual([first, first])
  expect(await readRows('invoices')).toHaveLength(1)
})

test('invoices whose button is pressed twice within one turn are issued once: of one payer, and of all that are left', async () => {
  const { sarah, ann } = aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog').first()
  practice.api.offline(true)
  await userEvent.click(dialog.getByRole('button', { name: /^All 2 as planned/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Take payment, or change the bill' }))
  const money = screen.getByRole('dialog', { name: 'Money' })
  const pressTwice = async (button: ReturnType<typeof money.getByRole>) => {
    await expect.element(button).toBeVisible()
    for (let press = 0; press < 2; press++) (button.element() as HTMLElement).click()
    await expect.element(button).not.toBeInTheDocument()
  }
  await pressTwice(money.getByRole('region', { name: 'Ann Lloyd' }).getByRole('button', { name: 'Issue invoice' }))
  await pressTwice(money.getByRole('button', { name: 'Send the invoice, £150' }))
  await screen.unmount()
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('invoices').map(({ data }) => data.payerClientId)).toEqual([ann, sarah])
})

test('on arrival the stop shows what a payer owes from before, to be taken; a member who sees no money reads none of it', async () => {
  const { sarah, ann } = aStop()
  invoice(sarah, {})
  invoice(ann, { number: 2, dueOn: today, totalPence: 20_000, netPence: 20_000, paidPence: 5000 })
  practice.server.write('payments', uuidv7(), {
    ...{ payerClientId: ann, amountPence: 5000, method: 'card', receivedOn: today, reference: null, refundsPaymentId: null },
    ...{ appointmentId: null, invoiceId: null, memberId: null, cameBy: 'hand' },
  })
  const shown: string[] = []
  const watch = new MutationObserver(() => shown.push(document.body.textContent ?? ''))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  const screen = await open()
  await expect.element(next(screen).getByText('Sarah Penrose owes £85')).toBeVisible()
  watch.disconnect()
  // Not for a moment under another name.
  expect(shown.filter((words) => /\S+ owes £/.test(words) && !/(Penrose|Lloyd) owes £/.test(words))).toEqual([])
  expect(shown.some((words) => words.includes('Who pays'))).toBe(false)
  await expect.element(next(screen).getByText(/^Overdue since/)).toBeVisible()
  await expect.element(next(screen).getByText('Ann Lloyd owes £150')).toBeVisible()
  await userEvent.click(next(screen).getByRole('button', { name: 'Take payment from Ann Lloyd' }))
  const payment = screen.getByRole('dialog', { name: 'Payment from Ann Lloyd' })
  await expect.element(payment.getByRole('radio', { name: 'Card', checked: true })).toBeVisible()
  await userEvent.fill(payment.getByRole('textbox', { name: /^Amount/ }), '100')
  await userEvent.click(payment.getByRole('button', { name: 'Take payment' }))
  await expect.element(next(screen).getByText('Ann Lloyd owes £50')).toBeVisible()
  await expect.poll(() => sent('payments')).toMatchObject([{ data: { payerClientId: ann, amountPence: 10_000, method: 'card' } }])
})

test('undoing work also undoes its price', async () => {
  aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: /^Biscuit Full set refit/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit: £150, change the price' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Price for Biscuit today' }), '140')
  await userEvent.click(dialog.getByRole('button', { name: 'Merlin: Trim, as planned' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit done' }))
  await expect.poll(() => sent('charges')).toMatchObject([{ action: 'CREATE', data: { unitPence: 14_000 } }])
  await userEvent.click(dialog.getByRole('button', { name: 'Undo Biscuit' }))
  await expect.poll(() => sent('charges').map(({ action }) => action)).toEqual(['CREATE', 'DELETE'])
})

test('where a practice wants it, the last horse issues the invoices, which can then be sent but not undone with the horse', async () => {
  const { sarah, ann } = aStop()
  practice.server.write('money_settings', uuidv7(), { invoicing: { invoicesAtCloseout: true }, vat: {}, bank: {}, fees: {}, tax: {} })
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog').first()
  await userEvent.click(dialog.getByRole('button', { name: 'All 2 as planned' }))
  await expect.element(dialog.getByText('Issued, not sent yet').first()).toBeVisible()
  // Invoices and lines are read apart: one may be shown a moment before the other.
  await expect.poll(() => dialog.getByRole('button', { name: /^Undo / }).elements()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: /^Send the invoice and rebook/ }))
  await expect.element(screen.getByRole('heading', { name: 'Tom Vaughan' })).toBeVisible()
  await screen.unmount()
  practice.api.offline(false)
  await forceSync()
  await expect
    .poll(() => sent('invoices').map(({ action, data }) => [action, data.payerClientId ?? data.send]))
    .toEqual([
      ['CREATE', sarah],
      ['CREATE', ann],
      ['UPDATE', 'sms'],
    ])
})

/** What was sent to be made and not to be removed. */
const standing = (entity: string) => {
  const removed = new Set(sent(entity).flatMap(({ action, id }) => (action === 'DELETE' ? [id] : [])))
  return sent(entity).filter(({ action, id }) => action === 'CREATE' && !removed.has(id))
}

test('one press sends the invoices and books the next visit, once; undone before the signal, none of it remains', async () => {
  const { first, sarah, ann, biscuit, merlin } = aStop()
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  const dialog = screen.getByRole('dialog').first()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'All 2 as planned' }))
  await expect.element(dialog.getByText('2 of 2 done, £185')).toBeVisible()
  const press = dialog.getByRole('button', { name: /^Send 2 invoices and rebook/ })
  await expect.element(press).toBeVisible()
  for (let times = 0; times < 2; times++) (press.element() as HTMLElement).click()
  await expect.element(screen.getByText(/^2 invoices, booked/)).toBeVisible()
  await expect.element(screen.getByText(/^Booked /)).toBeVisible()
  const ahead = async () => (await readRows<VisitRow>('appointments')).filter((visit) => visit.onDay > today)
  expect(await ahead()).toHaveLength(1)
  expect(await readRows('invoices')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(screen.getByText(/^Booked /)).not.toBeInTheDocument()
  expect([await ahead(), await readRows('invoices')]).toEqual([[], []])

  await userEvent.click(screen.getByRole('button', { name: 'Money: Hollybush Farm Livery' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send 2 invoices, £185' }))
  await screen.unmount()
  practice.api.offline(false)
  await forceSync()
  // What was about to leave as the signal went is followed by its removal; the rest never leaves.
  await expect
    .poll(() => standing('invoices').map(({ data }) => data))
    .toEqual([
      { payerClientId: sarah, appointmentId: first, send: 'sms' },
      { payerClientId: ann, appointmentId: first },
    ])
  expect(standing('appointments')).toEqual([])
  expect([biscuit, merlin]).toHaveLength(2)
})

test('what is switched off does not go: one owner is left out, the other is handed theirs, one horse is rebooked', async () => {
  const { sarah, ann, biscuit } = aStop()
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  const dialog = screen.getByRole('dialog').first()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'All 2 as planned' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Ann Lloyd/ }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'How Sarah Penrose gets it' }), 'Hand over')
  await userEvent.click(dialog.getByRole('button', { name: /^Merlin, trim/ }))
  await userEvent.click(dialog.getByRole('button', { name: /^Issue the invoice and rebook/ }))
  await expect.element(screen.getByText(/^1 invoice, booked/)).toBeVisible()
  const lines = (await readRows<VisitHorse>('visit_horses')).filter(({ outcome }) => outcome === null)
  expect(lines).toMatchObject([{ horseId: biscuit, plannedWork: 'Full set refit' }])
  expect(await readRows('invoices')).toMatchObject([{ payerClientId: sarah }])
  expect(ann).toBeTruthy()
})

test('a missing price is requested once for all horses of that work, and kept on the list', async () => {
  const { first, lines, sarah } = aStop()
  for (const id of lines) practice.server.write('visit_horses', id, { plannedWork: 'Bar shoes' })
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  const dialog = screen.getByRole('dialog').first()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'All 2 as planned' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: /^What does bar shoes cost/ }), '90')
  await userEvent.click(dialog.getByRole('button', { name: 'Save the price of bar shoes' }))
  await expect.element(dialog.getByText('2 of 2 done, £180')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /cost/ }).elements()).toEqual([])
  await expect.element(dialog.getByRole('checkbox', { name: 'Sarah Penrose £90' })).toBeChecked()
  expect(await readRows('price_items')).toContainEqual(expect.objectContaining({ serviceType: 'Bar shoes', unitPence: 9000 }))
  expect([first, sarah]).toHaveLength(2)
})

test('an apprentice closes out without a word of money', async () => {
  const { sarah } = aStop()
  invoice(sarah, {})
  const screen = await open({ role: 'apprentice' })
  await closeOut(screen)
  await expect.poll(() => sent('work_entries')).toHaveLength(2)
  expect(screen.getByText(/owes|£/).elements()).toEqual([])
  expect(screen.getByRole('button', { name: /Money/ }).elements()).toEqual([])
})

test('out of hours the visit is dearer and coming out costs on top; axe finds nothing, light or dark', async () => {
  const { first } = aStop()
  const screen = await open()
  await closeOut(screen)
  await userEvent.click(screen.getByRole('button', { name: 'Money: Hollybush Farm Livery' }))
  const money = screen.getByRole('dialog', { name: 'Money' })
  await userEvent.click(money.getByRole('radio', { name: 'Out of hours' }))
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    await expect.element(money.getByText('£50 call-out on top, work at 1.75 times the price.')).toBeVisible()
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  await expect.poll(() => sent('appointments').at(-1)).toMatchObject({ id: first, data: { tariff: 'out-of-hours' } })
})

test('before the first invoices leave, a stop asks for the FRC number that goes on them', async () => {
  aStop()
  const { practice: hers } = await practice.signIn()
  const screen = await open({ practice: { ...hers, toAsk: ['frcNumber'] } })
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog').first()
  await userEvent.click(dialog.getByRole('button', { name: /^All 2/ }))
  await expect.element(dialog.getByRole('region', { name: 'FRC number' }).getByLabelText('Your FRC number')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Send 2 invoices/ })).toBeVisible()
})
