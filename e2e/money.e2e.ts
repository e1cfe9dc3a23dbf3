import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Debtor, DebtTotals, Statement } from '#features/ledger/accounts/contract.ts'
import type { TaxYear } from '#features/office/books/contract.ts'
import { taxYearOf } from '#features/office/books/tax-year.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { calm } from '#testing/e2e-ledger.ts'
import { type Device, openPractice, type Practice, recordByHand } from '#testing/e2e-practice.ts'
import { SHEET } from './yard-day-sheet.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const yesterday = addDays(today, -1)
type Payer = keyof typeof SHEET.statements
const SCHOOL = 'Teme Valley Riding School' satisfies Payer

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('a yard day with three payers: three invoices, one paid in cash, one by the bank, one overdue, as worked out by hand', async () => {
  const practice = await openPractice(house, 'Hollybush Money')
  const phone = await practice.device({ width: PHONE, keepsApp: true })
  const payers = await bookYard(phone)
  await calm(practice, [phone])
  // A page opened before the app was cached on the device fetches the parts it has not loaded yet from the network.
  await phone.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await phone.page.goto(`${house.url}/round`)
  await phone.page.getByText('0 of 1', { exact: true }).waitFor()

  await phone.airplane(true)
  await closeOutWithMoney(phone)
  await phone.airplane(false)
  await calm(practice, [phone])
  expect(await issued(practice)).toEqual(SHEET.invoices)

  await dayPasses(practice, payers[SCHOOL])
  await phone.api.post('/api/expenses', { category: 'cost-of-goods', spentOn: today, totalPence: 6420, description: 'Nails' })
  const office = await practice.device({ width: DESKTOP })
  await matchBank(office)
  await calm(practice, [phone, office])
  await expectSheet(office, payers)
  await expectScreens(office)
  expect([phone.problems, office.problems]).toEqual([[], []])
})

/** One stop of today with four horses of three owners; the riding school pays for one of them. */
async function bookYard({ page }: Device): Promise<Record<Payer, string>> {
  const payers = { 'Sarah Penrose': uuidv7(), 'Tom Vaughan': uuidv7(), [SCHOOL]: uuidv7() } as Record<Payer, string>
  const [ann, yardId, sarah, tom] = [uuidv7(), uuidv7(), payers['Sarah Penrose'], payers['Tom Vaughan']]
  const horses = [
    { name: 'Biscuit', clientId: sarah, work: 'Full set new' },
    { name: 'Merlin', clientId: sarah, work: 'Trim' },
    { name: 'Acorn', clientId: tom, work: 'Front shoes new' },
    { name: 'Conker', clientId: ann, payerClientId: payers[SCHOOL], work: 'Full set refit' },
  ].map((horse) => ({ ...horse, id: uuidv7() }))
  const { startTime, endTime } = whenOn(today, '08:00', '08:00', ZONE)
  const stop = { isCallOnly: true, callNumber: 1, callPeriod: 'AM', startTime, endTime }
  await recordByHand(page, [
    Object.entries({ ...payers, 'Ann Lloyd': ann }).map(
      ([name, id]) => ({ action: 'CREATE', entity: 'clients', id, data: { name, isBusiness: name === SCHOOL } }) as const,
    ),
    [{ action: 'CREATE', entity: 'yards', id: yardId, data: { name: 'Hollybush Farm' } }],
    horses.map(
      ({ id, work: _, ...data }) => ({ action: 'CREATE', entity: 'horses', id, data: { ...data, yardId, cycleDays: 42 } }) as const,
    ),
    [
      {
        action: 'CREATE',
        entity: 'appointments',
        data: {
          ...{ title: 'Hollybush', clientId: sarah, yardId, ...stop },
          horses: horses.map(({ id, work }) => ({ horseId: id, plannedWork: work })),
        },
      },
    ],
  ])
  return payers
}

/** In the barn, offline: the work, an overridden price, cash in the hand, pads, a discount, and the invoices. */
async function closeOutWithMoney({ page }: Device) {
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'All 4 as planned' }).click()
  await dialog.getByRole('button', { name: 'Merlin: £35, change the price' }).click()
  await dialog.getByRole('textbox', { name: 'Price for Merlin today' }).fill('30')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Take payment, or change the bill' }).click()
  const money = page.getByRole('dialog', { name: 'Money' })
  const sarah = money.getByRole('region', { name: 'Sarah Penrose' })
  await sarah.getByRole('button', { name: 'Take payment' }).click()
  await page.getByRole('dialog', { name: 'Payment from Sarah Penrose' }).getByRole('button', { name: 'Take payment' }).click()
  await addLine(page, 'Tom Vaughan', { kind: 'Extra', what: 'Pads', price: '12', field: 'Each' })
  await addLine(page, SCHOOL, { kind: 'Discount', what: 'Regular', price: '10', field: 'Off' })
  await expectAccessible(page, 'the money of a visit')
  await expectNoSidewaysScroll(page, 'the money of a visit')
  await money.getByRole('button', { name: 'Issue 3 invoices, £447' }).click()
  await sarah.getByText('in full').waitFor()
  await page.getByText('3 invoices', { exact: true }).waitFor()
  await money.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Just done' }).click()
}

type Line = { kind: string; what: string; price: string; field: string }

async function addLine(page: Device['page'], payer: Payer, { kind, what, price, field }: Line) {
  await page.getByRole('region', { name: payer }).getByRole('button', { name: 'Add a line' }).click()
  const line = page.getByRole('dialog', { name: 'Add a line' })
  await line.getByRole('radio', { name: kind }).click()
  await line.getByRole('textbox', { name: /^What for/ }).fill(what)
  await line.getByRole('textbox', { name: new RegExp(`^${field}`) }).fill(price)
  await line.getByRole('button', { name: 'Save' }).click()
  await line.waitFor({ state: 'detached' })
}

/** The issued invoices, as the server has them. */
const issued = (practice: Practice) =>
  practice.ask(`select i.series || '-' || lpad(i.number::text, 4, '0') as number, c.name as payer, i.total_pence as "totalPence"
    from invoices i join clients c on c.id = i.payer_client_id where i.practice_id = $1 order by i.number`)

/** Moves a payer's due day to yesterday: the test does not change the clock. */
async function dayPasses(practice: Practice, payerId: string) {
  await practice.ask('update invoices set due_on = $3 where practice_id = $1 and payer_client_id = $2', payerId, yesterday)
  await practice.ask('update clients set oldest_due_on = $3 where practice_id = $1 and id = $2', payerId, yesterday)
}

/** Imports the bank's statement, and accepts its certain matches. */
async function matchBank({ page }: Device) {
  const day = today.split('-').reverse().join('/')
  const text = ['Date,Description,Amount', `${day},FP VAUGHAN T INV-0002,97.00`, `${day},NAIL SUPPLIES,-64.20`].join('\n')
  await page.goto(`${house.url}/money?tab=bank`)
  await page.getByLabel('Bank statement').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('FP VAUGHAN T INV-0002').waitFor()
  await page.getByRole('button', { name: 'Accept the sure one' }).click()
  await page.getByText('1 matched', { exact: true }).waitFor()
}

/** Statement, debtors and tax quarter agree with the sheet to the penny. */
async function expectSheet({ api }: Device, payers: Record<Payer, string>) {
  for (const [name, id] of Object.entries(payers) as [Payer, string][]) {
    const statement = await api.get<Statement>(`/api/accounts/statement?clientId=${id}&from=${yesterday}&to=${today}`)
    expect([statement.openingPence, statement.lines.map(({ pence, balancePence }) => [pence, balancePence])], name).toEqual([
      0,
      SHEET.statements[name],
    ])
  }
  const debtors = await api.get<Debtor[]>('/api/accounts/debtors')
  expect(debtors).toMatchObject([
    { clientName: SCHOOL, overduePence: SHEET.debts.overduePence, ages: { to30Pence: SHEET.debts.owedPence } },
  ])
  expect(await api.get<DebtTotals>('/api/accounts/totals')).toMatchObject(SHEET.debts)
  const { quarter } = SHEET
  expect(await quarterOf(api)).toMatchObject({ turnoverPence: quarter.cashPence, expenses: { 'cost-of-goods': quarter.goodsPence } })
  await api.put('/api/money/settings', { tax: { basis: 'accruals' } })
  expect(await quarterOf(api)).toMatchObject({ turnoverPence: quarter.accrualsPence, expenses: { 'cost-of-goods': quarter.goodsPence } })
}

async function quarterOf(api: Device['api']) {
  const { periods } = await api.get<TaxYear>(`/api/books/tax-year?year=${taxYearOf(today, 'standard')}`)
  return periods.find(({ to }) => to >= today)
}

/** What the farrier sees of it in the evening. */
async function expectScreens({ page }: Device) {
  await page.goto(`${house.url}/money?tab=owed`)
  const owing = page.getByRole('list', { name: 'Who owes' }).getByRole('listitem')
  await owing.getByText('1 day over').waitFor()
  expect(await owing.allTextContents()).toHaveLength(1)
  expect(await owing.textContent()).toContain('£140')
  await page.getByRole('button', { name: `Statement for ${SCHOOL}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /^Owed £140/ })
    .waitFor()
  await expectAccessible(page, 'a statement')
}
