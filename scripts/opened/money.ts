import type { Page } from 'playwright'
import { type Opened, press } from './steps.ts'

/** Invoices, payments and what goes with them, also as their payers see them. */
export const MONEY: Opened = {
  'client-money': async (page) => {
    await page.goto('/clients')
    await page.getByRole('button', { name: /^Owe money/ }).click()
    await page.getByRole('region', { name: 'Clients' }).getByRole('listitem').getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Money' }).click()
    await page.getByRole('region', { name: 'Invoices' }).waitFor()
  },
  'invoice-page': async (page) => openPaper(page, (one) => `/api/invoices/${one.id}/link`),
  'statement-page': async (page) => openPaper(page, (one) => `/api/accounts/${one.payerClientId}/statement/link`),
  'invoice-gone': (page) => page.goto('/invoice/taken-back'),
  'money-to-invoice': (page) => page.goto('/money?tab=to-invoice'),
  'money-line': (page) => press(page, '/money?tab=to-invoice', 'Add a line'),
  'money-issue': (page) => press(page, '/money?tab=to-invoice', 'Preview and issue'),
  'money-invoices': (page) => page.goto('/money?tab=invoices'),
  'money-invoice': invoice,
  'money-credit': async (page) => {
    await invoice(page)
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    await page.getByRole('dialog', { name: /^Credit / }).waitFor()
  },
  'money-payments': (page) => page.goto('/money?tab=payments'),
  'money-payment-new': (page) => press(page, '/money', 'Record payment'),
  'money-bank': (page) => page.goto('/money?tab=bank'),
  'money-card-lines': cardLines,
  'money-accounting-lines': accountingLines,
  'money-owed': (page) => page.goto('/money?tab=owed'),
  'money-statement': (page) => press(page, '/money?tab=owed', /^Statement for/),
  'expense-new': (page) => press(page, '/money/expenses', 'Add an expense'),
  'expenses-card-fees': async (page) => {
    const fees = [2, 1].map((nth) => ({ id: `fee-${nth}`, onDay: `2026-11-1${nth}`, name: 'SumUp', pence: 150 + nth }))
    await page.route('**/api/card-fees', (route) => route.fulfill({ json: fees }))
    await page.goto('/money/expenses')
    await page.getByText('Card fees to add').waitFor()
  },
  'miles-new': (page) => press(page, '/money/mileage', 'Add miles'),
  'money-settings-vat': (page) => page.goto('/settings/money?tab=vat'),
  'money-settings-fees': (page) => page.goto('/settings/money?tab=fees'),
}

/** The lines of a card reader, and a payout of it on the bank's statement; the demo practice has no reader. */
async function cardLines(page: Page) {
  const line = (id: string, more: object) => ({
    ...{ id, importId: 'i', fileName: 'SumUp', source: 'card', onDay: '2026-11-19', description: 'Trim, TEENSK4W2K', amountPence: 4500 },
    ...{ state: 'new', paymentId: null, payerName: null, proposals: [] },
    ...more,
  })
  const proposal = { isSure: true, payerClientId: 'c', payerName: 'Sarah Penrose', invoices: [], paymentId: 'p' }
  const json = [
    line('a', { proposals: [{ ...proposal, by: 'recorded' }] }),
    line('b', { isRefund: true, description: 'Refund, TEENSK4W2K', amountPence: 500, proposals: [{ ...proposal, by: 'refund' }] }),
    line('c', { isRefund: true, description: 'Refund, TPPT3QWK7J', amountPence: 1200 }),
    line('d', {
      ...{ source: undefined, fileName: 'nov.csv', description: 'SUMUP PAYMENTS LIMITED PID123-SUMUP', amountPence: 3924 },
      proposals: [{ ...proposal, by: 'payout', payerClientId: null, payerName: 'SumUp', paymentId: null }],
    }),
  ]
  await page.route('**/api/bank-lines?*', (route) => route.fulfill({ json }))
  await page.goto('/money?tab=bank')
  await page.getByText('PID123', { exact: false }).waitFor()
}

/** Payments that accounting saw, beside a line of the bank for one of them; the demo practice keeps no books elsewhere. */
async function accountingLines(page: Page) {
  const [of, invoice] = [
    { importId: 'i', onDay: '2026-11-19', state: 'new', paymentId: null, payerName: null },
    { id: 'n', number: 'INV-0042' },
  ]
  const proposal = { isSure: true, payerClientId: 'c', payerName: 'Sarah Penrose', invoices: [invoice], paymentId: null }
  const json = [
    { ...of, id: 'a', fileName: 'FreeAgent', source: 'accounting', description: 'INV-0042, Sarah Penrose', amountPence: 8500 },
    { ...of, id: 'b', fileName: 'nov.csv', description: 'S PENROSE FASTER PAYMENT INV0042', amountPence: 8500 },
    {
      ...of,
      id: 'c',
      fileName: 'FreeAgent',
      source: 'accounting',
      description: 'INV-0039, Hollybush Livery and Riding Centre',
      amountPence: 12_000,
    },
  ]
  const proposals = [
    [{ ...proposal, by: 'reference' }],
    [{ ...proposal, by: 'reference' }],
    [{ ...proposal, by: 'recorded', isSure: false, payerName: 'Hollybush Livery and Riding Centre', paymentId: 'p' }],
  ]
  await page.route('**/api/bank-lines?*', (route) =>
    route.fulfill({ json: json.map((line, at) => ({ ...line, proposals: proposals[at] })) }),
  )
  await page.goto('/money?tab=bank')
  await page.getByText('FASTER PAYMENT', { exact: false }).waitFor()
}

/** Opens the newest invoice that is not fully paid. */
async function invoice(page: Page) {
  await page.goto('/money?tab=invoices&show=open')
  await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: /INV-/ }).first().click()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
}

/** Opens the page a payer reads by a link: of the newest invoice that is not fully paid. */
async function openPaper(page: Page, link: (invoice: { id: string; payerClientId: string }) => string) {
  await page.goto('/money')
  const { origin } = new URL(page.url())
  const open: { id: string; payerClientId: string }[] = await (await page.request.get(`${origin}/api/invoices?state=open&limit=1`)).json()
  const [newest] = open
  if (!newest) throw new Error('nothing is to be paid')
  const { url } = await (await page.request.post(origin + link(newest), { data: { from: '2026-01-01' } })).json()
  await page.goto(new URL(url).pathname)
}
