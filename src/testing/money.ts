import { priceItemId } from '#features/records/prices/rules.ts'
import type { Ground } from '#testing/ground.ts'
import type { FixturePractice } from '#testing/practice.ts'

export type Money = Awaited<ReturnType<typeof makeMoney>>
type Add = (path: string, body: object) => Promise<string>

/** What the samples of money are of: lines to invoice of a client, and an invoice to read and to credit. */
export async function makeMoney({ practice, add, client, horse, appointment }: Ground) {
  const line = { clientId: client, description: 'Studs', unitPence: 500 }
  const [charge, spare, due] = [await add('/api/charges', line), await add('/api/charges', line), await add('/api/charges', line)]
  const billed = await add('/api/clients', { name: 'Owen Pritchard' })
  await add('/api/charges', { ...line, clientId: billed })
  const invoice = await add('/api/invoices', { payerClientId: billed })
  await add('/api/charges', { ...line, clientId: billed })
  await add('/api/charges', { ...line, clientId: billed, appointmentId: appointment })
  const hurried = await add('/api/clients', { name: 'Dai Morgan' })
  await add('/api/charges', { ...line, clientId: hurried })
  const hasty = await add('/api/invoices', { payerClientId: hurried })
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
    /** Issued too soon, for a test to reverse. */
    hasty,
    payer,
    payment,
    mistake,
    lines,
    late: await latePayer(practice, add),
    trim: priceItemId(practice.practiceId, 'Trim'),
  }
}

/** A client whose payment was due long ago, and who has paid a part. */
async function latePayer(practice: FixturePractice, add: Add) {
  const client = await add('/api/clients', { name: 'Huw Latham', phone: '07700 900277', email: 'huw@example.com' })
  await add('/api/charges', { clientId: client, description: 'Full set new', unitPence: 18_000 })
  const invoice = await add('/api/invoices', { payerClientId: client })
  // No invoice is issued for a past day, so its day is moved.
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
