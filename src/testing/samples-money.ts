import type { Act } from '#features/core/practice/rules.ts'
import { feeId } from '#features/ledger/accounts/fees.ts'
import { priceItemId } from '#features/records/prices/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { BOOK_NEEDS, bookRecords, makeBooks, samplesOfBooks } from '#testing/samples-books.ts'

type Add = (path: string, body: object) => Promise<string>
type Money = Awaited<ReturnType<typeof makeMoney>>

/** What the samples of money are of: lines to invoice of a client, and an invoice to read and to credit. */
export async function makeMoney(practice: FixturePractice, add: Add, of: { client: string; horse: string; appointment: string }) {
  const { client, horse, appointment } = of
  const line = { clientId: client, description: 'Studs', unitPence: 500 }
  const [charge, spare, due] = [await add('/api/charges', line), await add('/api/charges', line), await add('/api/charges', line)]
  const billed = await add('/api/clients', { name: 'Owen Pritchard' })
  await add('/api/charges', { ...line, clientId: billed })
  const invoice = await add('/api/invoices', { payerClientId: billed })
  await add('/api/charges', { ...line, clientId: billed })
  await add('/api/charges', { ...line, clientId: billed, appointmentId: appointment })
  const payer = await add('/api/clients', { name: 'Rhian Vaughan' })
  const taken = { payerClientId: payer, amountPence: 4000, method: 'cash' }
  const [payment, mistake] = [await add('/api/payments', taken), await add('/api/payments', taken)]
  const lines = await broughtLines(practice)
  return {
    client,
    horse,
    billed,
    appointment,
    charge,
    spare,
    due,
    invoice,
    payer,
    payment,
    mistake,
    lines,
    late: await latePayer(practice, add),
    books: await makeBooks(add),
    trim: priceItemId(practice.practiceId, 'Trim'),
  }
}

/** Who was to pay long ago, and has paid a part. */
async function latePayer(practice: FixturePractice, add: Add) {
  const client = await add('/api/clients', { name: 'Huw Latham', phone: '07700 900277', email: 'huw@example.com' })
  await add('/api/charges', { clientId: client, description: 'Full set new', unitPence: 18_000 })
  const invoice = await add('/api/invoices', { payerClientId: client })
  // No invoice is issued for a day gone by: time is moved in its stead.
  const past = { issued_on: '2026-01-05', due_on: '2026-01-05' }
  await practice.inPractice((tx) => tx.updateTable('invoices').set(past).where('id', '=', invoice).execute())
  const payment = await add('/api/payments', { payerClientId: client, amountPence: 1000, method: 'cash' })
  return { client, invoice, payment }
}

/** Lines of a statement: one to accept, one to ignore, and one that is ignored. */
async function broughtLines(practice: FixturePractice): Promise<string[]> {
  const text =
    'Date,Description,Amount\n21/11/2026,S PENROSE,35.00\n20/11/2026,O PRITCHARD,5.00\n19/11/2026,REFUND HMRC,12.00\n18/11/2026,INTEREST,1.10\n'
  await practice.post('/api/bank-lines', { fileName: 'statement.csv', text })
  const ids = (await practice.get('/api/bank-lines')).json<{ id: string }[]>().map(({ id }) => id)
  await practice.post(`/api/bank-lines/${ids[3]}/ignore`)
  return ids
}

/** A request for each endpoint of money. */
export const samplesOfMoney = <S extends object>(sample: (url: string, id: string, body?: unknown) => S, of: Money): Record<string, S> => ({
  'GET /api/price-items': sample('/api/price-items', ''),
  'POST /api/price-items': sample('/api/price-items', '', { serviceType: 'Hot shoeing', unitPence: 19_500 }),
  'PUT /api/price-items/:id': sample('/api/price-items/id', of.trim, { label: 'Trim', unitPence: 3800, vatRateBp: 0 }),
  'GET /api/price-overrides': sample('/api/price-overrides', ''),
  'PUT /api/price-overrides': sample('/api/price-overrides', '', { priceItemId: of.trim, horseId: of.horse, unitPence: 4000 }),
  'GET /api/money/settings': sample('/api/money/settings', ''),
  'PUT /api/money/settings': sample('/api/money/settings', '', {
    invoicing: {
      per: 'visit',
      dueDays: 14,
      prefix: 'INV',
      address: 'The Forge',
      phone: '',
      email: '',
      terms: '',
      invoicesAtCloseout: false,
    },
    vat: { isRegistered: false, number: '', rateBp: 2000, includesVat: false, thresholdPence: 9_000_000 },
    bank: { accountName: 'G Probert', sortCode: '20-00-00', accountNumber: '55779911', stripeAccount: '' },
  }),
  'GET /api/charges': sample('/api/charges?toInvoice=true&limit=5', ''),
  'POST /api/charges': sample('/api/charges', '', {
    clientId: of.client,
    kind: 'mileage',
    description: 'Mileage, 20 miles',
    quantity: 1,
    unitPence: 900,
    chargedOn: '2026-11-22',
    place: 3,
  }),
  'PUT /api/charges/:id': sample('/api/charges/id', of.charge, { description: 'Road studs', quantity: 2, unitPence: 450, place: 1 }),
  'DELETE /api/charges/:id': sample('/api/charges/id', of.spare),
  'GET /api/invoices': sample('/api/invoices?limit=5&state=open', ''),
  'GET /api/invoices/:id': sample('/api/invoices/id', of.invoice),
  'POST /api/invoices': sample('/api/invoices', '', { payerClientId: of.client, chargeIds: [of.due], note: 'Thank you' }),
  'POST /api/invoices/of-visit': sample('/api/invoices/of-visit', '', { appointmentId: of.appointment }),
  'POST /api/invoices/:id/credit': sample('/api/invoices/id/credit', of.invoice, { amountPence: 100, reason: 'A stud came loose' }),
  'GET /api/payments': sample(`/api/payments?limit=5&clientId=${of.payer}&from=2026-01-01&to=2099-12-31`, ''),
  'GET /api/payments/:id': sample('/api/payments/id', of.payment),
  'POST /api/payments': sample('/api/payments', '', {
    payerClientId: of.billed,
    amountPence: 500,
    method: 'bank-transfer',
    receivedOn: '2026-11-22',
    reference: 'BACS',
    invoiceId: of.invoice,
  }),
  'PUT /api/payments/:id': sample('/api/payments/id', of.payment, { method: 'card', receivedOn: '2026-11-21', reference: 'Terminal' }),
  'DELETE /api/payments/:id': sample('/api/payments/id', of.mistake),
  'POST /api/payments/:id/refund': sample('/api/payments/id/refund', of.payment, {
    amountPence: 100,
    method: 'cash',
    receivedOn: '2026-11-22',
  }),
  // The test version has no provider of cards.
  'POST /api/invoices/:id/checkout': { ...sample('/api/invoices/id/checkout', of.invoice), expected: [422] },
  ...samplesOfAccounts(sample, of),
  'GET /api/bank-lines': sample('/api/bank-lines?state=new&limit=5', ''),
  'POST /api/bank-lines': sample('/api/bank-lines', '', {
    fileName: 'statement.csv',
    text: 'Date,Description,Paid in,Paid out\n22/11/2026,PENROSE S,40.00,\n',
  }),
  'POST /api/bank-lines/:id/accept': sample('/api/bank-lines/id/accept', of.lines[0] ?? '', { payerClientId: of.client, invoiceIds: [] }),
  'POST /api/bank-lines/accept-sure': sample('/api/bank-lines/accept-sure', ''),
  'POST /api/bank-lines/:id/ignore': sample('/api/bank-lines/id/ignore', of.lines[2] ?? ''),
  'POST /api/bank-lines/:id/reopen': sample('/api/bank-lines/id/reopen', of.lines[3] ?? ''),
})

/** The same of sending invoices, of statements, reminders and fees. */
const samplesOfAccounts = <S extends object>(sample: (url: string, id: string, body?: unknown) => S, of: Money): Record<string, S> => ({
  'POST /api/invoices/:id/send': sample('/api/invoices/id/send', of.late.invoice, { channel: 'sms' }),
  'POST /api/invoices/:id/link': sample('/api/invoices/id/link', of.late.invoice),
  'DELETE /api/invoices/:id/link': sample('/api/invoices/id/link', of.late.invoice),
  'GET /api/invoices/:id/pdf': sample('/api/invoices/id/pdf', of.late.invoice),
  'GET /api/accounts/statement': sample(`/api/accounts/statement?clientId=${of.late.client}&from=2026-01-01&to=2026-12-31`, ''),
  'GET /api/accounts/statement.pdf': sample(`/api/accounts/statement.pdf?clientId=${of.late.client}&from=2026-01-01&to=2026-12-31`, ''),
  'POST /api/accounts/:id/statement/send': sample('/api/accounts/id/statement/send', of.late.client, {
    from: '2026-01-01',
    channel: 'email',
  }),
  'POST /api/accounts/:id/statement/link': sample('/api/accounts/id/statement/link', of.late.client, { from: '2026-01-01' }),
  'DELETE /api/accounts/:id/statement/link': sample('/api/accounts/id/statement/link', of.late.client),
  'GET /api/accounts/debtors': sample('/api/accounts/debtors?limit=5', ''),
  'GET /api/accounts/totals': sample('/api/accounts/totals', ''),
  'POST /api/accounts/:id/chase': sample('/api/accounts/id/chase', of.late.client, { channel: 'sms' }),
  'POST /api/accounts/receipt/:id': sample('/api/accounts/receipt/id', of.late.payment, { channel: 'sms' }),
  'GET /api/accounts/proposals': sample(`/api/accounts/proposals?clientId=${of.late.client}`, ''),
  'POST /api/accounts/proposals/:id/accept': sample('/api/accounts/proposals/id/accept', feeId('late-fee', of.late.invoice, '7'), {
    pence: 900,
  }),
  'POST /api/accounts/proposals/:id/dismiss': sample('/api/accounts/proposals/id/dismiss', feeId('late-fee', of.late.invoice, '14')),
  ...samplesOfBooks(sample, of.books),
})

/** Who may do what with money (`roles.test.ts`). */
export const MONEY_NEEDS: Record<string, Act> = {
  'GET /api/money/settings': 'seeMoney',
  'PUT /api/money/settings': 'setPrices',
  'GET /api/charges': 'seeMoney',
  'POST /api/charges': 'seeMoney',
  'PUT /api/charges/:id': 'seeMoney',
  'DELETE /api/charges/:id': 'seeMoney',
  'GET /api/invoices': 'seeMoney',
  'GET /api/invoices/:id': 'seeMoney',
  'POST /api/invoices': 'seeMoney',
  'POST /api/invoices/of-visit': 'seeMoney',
  'POST /api/invoices/:id/credit': 'seeMoney',
  'GET /api/payments': 'seeMoney',
  'GET /api/payments/:id': 'seeMoney',
  'POST /api/payments': 'seeMoney',
  'PUT /api/payments/:id': 'seeMoney',
  'DELETE /api/payments/:id': 'seeMoney',
  'POST /api/payments/:id/refund': 'seeMoney',
  'POST /api/invoices/:id/checkout': 'seeMoney',
  'POST /api/invoices/:id/send': 'seeMoney',
  'POST /api/invoices/:id/link': 'seeMoney',
  'DELETE /api/invoices/:id/link': 'sendTexts',
  'GET /api/invoices/:id/pdf': 'seeMoney',
  'GET /api/accounts/statement': 'seeMoney',
  'GET /api/accounts/statement.pdf': 'seeMoney',
  'POST /api/accounts/:id/statement/send': 'seeMoney',
  'POST /api/accounts/:id/statement/link': 'seeMoney',
  'DELETE /api/accounts/:id/statement/link': 'sendTexts',
  'GET /api/accounts/debtors': 'seeMoney',
  'GET /api/accounts/totals': 'seeMoney',
  'POST /api/accounts/:id/chase': 'seeMoney',
  'POST /api/accounts/receipt/:id': 'seeMoney',
  'GET /api/accounts/proposals': 'seeMoney',
  'POST /api/accounts/proposals/:id/accept': 'seeMoney',
  'POST /api/accounts/proposals/:id/dismiss': 'seeMoney',
  ...BOOK_NEEDS,
  'GET /api/bank-lines': 'seeMoney',
  'POST /api/bank-lines': 'seeMoney',
  'POST /api/bank-lines/:id/accept': 'seeMoney',
  'POST /api/bank-lines/accept-sure': 'seeMoney',
  'POST /api/bank-lines/:id/ignore': 'seeMoney',
  'POST /api/bank-lines/:id/reopen': 'seeMoney',
}

/** One record of each kind of money that devices keep, with what a device would send to make another, and to change it. */
export async function moneyRecords(practice: FixturePractice, add: Add, client: string) {
  const settings = (await practice.get('/api/money/settings')).json<{ id: string }>().id
  const line = { clientId: client, description: 'Studs', unitPence: 500 }
  const billed = await add('/api/clients', { name: 'Owen Pritchard' })
  await add('/api/charges', { ...line, clientId: billed })
  const invoice = await add('/api/invoices', { payerClientId: billed })
  await add('/api/charges', { ...line, clientId: billed })
  const paid = { payerClientId: client, amountPence: 3500, method: 'cash' }
  return {
    money_settings: { id: settings, create: { id: settings, data: { tax: { basis: 'cash' } } }, change: { invoicing: { dueDays: 14 } } },
    charges: { id: await add('/api/charges', line), create: { id: uuidv7(), data: line }, change: { unitPence: 600 } },
    payments: { id: await add('/api/payments', paid), create: { id: uuidv7(), data: paid }, change: { reference: 'Cash tin' } },
    // The server alone writes them.
    allocations: { id: uuidv7(), create: { id: uuidv7(), data: {} }, change: {} },
    ...(await bookRecords(add)),
    invoices: { id: invoice, create: { id: uuidv7(), data: { payerClientId: billed } }, change: { note: 'n' } },
  }
}
