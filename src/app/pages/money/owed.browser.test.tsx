import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountEndpoints } from '#features/ledger/accounts/contract.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { closeMoney, invoice, open, openMoney, payment, practice, sarah, today, tom } from '#testing/browser/money.tsx'

beforeEach(openMoney)
afterEach(closeMoney)

test('debtors are listed by age, are reminded unless removed and get a statement, and a fee is charged only when it is pressed', async () => {
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
  // A removed client cannot be reminded.
  await expect.element(rows.getByText('no longer a client')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remind N/A' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remind Tom Haddon' }).click()
  await expect.element(screen.getByText(/^Reminder for Tom Haddon\./)).toBeVisible()
  expect(charged).toEqual([])
  await screen.getByRole('button', { name: /^Charge Tom Haddon £10/ }).click()
  await expect.element(screen.getByText('£10 is under To invoice.')).toBeVisible()
  await expect.element(screen.getByText('No fees to charge')).toBeVisible()
  expect(charged).toEqual([fee.id, 1000])
  await screen.getByRole('button', { name: 'Statement for Tom Haddon' }).click()
  await expect.element(screen.getByRole('dialog').getByText(/^Invoice INV-0007/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('the overview lists who owes by the sum, the largest first, however old it is', async () => {
  invoice(sarah, 42, 16_750)
  invoice(tom, 7, 7000, { dueOn: addDays(today, -95) })
  invoice(uuidv7(), 9, 20_000, { dueOn: addDays(today, 10) })
  const { screen } = await open('/money')
  const rows = screen.getByRole('list', { name: 'Who owes' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((row) => /£\d+(\.\d+)?$/.exec(row.textContent ?? '')?.[0]))
    .toEqual(['£200', '£167.50', '£70'])
})
