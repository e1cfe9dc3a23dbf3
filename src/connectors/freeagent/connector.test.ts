import { describe, expect, onTestFinished, test } from 'vitest'
import { freeagent } from '#connectors/freeagent/connector.ts'
import { freeagentDouble, startFreeAgent } from '#connectors/freeagent/far-side.ts'
import type { FarBill, FarPayer } from '#connectors/kit/ledger.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { ledgerSuite } from '#testing/ledger-suite.ts'
import { toldServer, wireTo } from '#testing/told-server.ts'

const { ledger, manifest } = freeagent
answersSuite('FreeAgent', manifest, (wire) => ledger.newsSince(wire, null))
ledgerSuite('FreeAgent, a double of it', freeagent, freeagentDouble)

const SARAH: FarPayer = { uid: 'a', name: 'Sarah Penrose', businessName: null, email: null, address: null, postcode: null }
const BILL: FarBill = {
  ...{ uid: 'b', number: 'INV-0042', payerId: 'contacts/1', issuedOn: '2026-11-02', dueOn: '2026-11-16', isVatRegistered: true },
  ...{ netPence: 10_000, vatPence: 2000, totalPence: 12_000 },
  lines: [{ description: 'Full set', quantity: 3, netPence: 10_000, vatPence: 2000, grossPence: 12_000, vatRateBp: 2000 }],
}

async function opened() {
  const far = await startFreeAgent()
  onTestFinished(far.stop)
  const { wire, requests } = wireTo({ pace: { atOnce: 1, perMinute: 100_000 } }, far.credentials)
  const { id: payerId } = await ledger.putPayer(wire, SARAH)
  return { far, wire, requests, payerId, bill: { ...BILL, payerId } }
}

describe('FreeAgent', () => {
  test('gets three requests for an invoice of a payer who is there', async () => {
    const { wire, requests, bill } = await opened()
    const before = requests()
    await ledger.putBill(wire, bill)
    expect(requests() - before).toBe(3)
  })

  test('has a line whose price has no whole pence as one of its whole sum', async () => {
    const { far, wire, bill } = await opened()
    await ledger.putBill(wire, bill)
    expect(far.books.bills()[0]).toMatchObject({
      totalPence: 12_000,
      lines: [{ description: '3 x Full set', quantity: 1, netPence: 10_000 }],
    })
  })

  test('guesses of its bank feed are no payments until a person there approves them', async () => {
    const { far, wire, bill } = await opened()
    const paper = await ledger.putBill(wire, bill)
    const { cursor } = await ledger.newsSince(wire, null)
    far.guess(paper.id, 12_000)
    expect((await ledger.newsSince(wire, cursor)).receipts).toEqual([])
    const [guess] = far.agent.payments
    Object.assign(guess as object, { isGuess: false })
    expect((await ledger.newsSince(wire, cursor)).receipts).toMatchObject([{ billId: paper.id, pence: 12_000 }])
  })

  test('that has the number already, of another payer, refuses it in its own words', async () => {
    const { wire, bill } = await opened()
    await ledger.putBill(wire, bill)
    const { id: payerId } = await ledger.putPayer(wire, { ...SARAH, name: 'Tom Haddon' })
    await expect(ledger.putBill(wire, { ...bill, payerId })).rejects.toMatchObject({
      kind: 'refused',
      sentence: 'FreeAgent says: Reference has already been taken',
    })
  })

  test('contacts are listed once for many payers', async () => {
    const { wire, requests } = await opened()
    const before = requests()
    for (const name of ['Ann Reed', 'Bob Reed', 'Cai Reed']) await ledger.putPayer(wire, { ...SARAH, name })
    expect(requests() - before).toBe(3)
  })

  test.for(['http://evil.example/v2/invoices/1', '/v2/../invoices/1', '/v2/invoices/one'])(
    'an address that is none of theirs, %s, leads nowhere',
    async (location) => {
      const { wire, asked } = await toldServer(manifest, ({ method }) =>
        method === 'POST' ? { status: 201, headers: { location }, body: {} } : { body: { invoices: [] } },
      )
      await ledger.putBill(wire, BILL).catch(() => undefined)
      expect(asked.every(({ path }) => path.startsWith('/v2/invoices'))).toBe(true)
    },
  )

  test('pages are read to their end, and no further', async () => {
    const contact = (nth: number) => ({ url: `https://api.freeagent.com/v2/contacts/${nth}`, first_name: 'Ann', last_name: `Reed ${nth}` })
    const { wire, asked } = await toldServer(manifest, ({ path }) => ({
      body: { contacts: path.includes('page=2') ? [contact(101)] : Array.from({ length: 100 }, (_, nth) => contact(nth + 1)) },
    }))
    expect(await ledger.find(wire, 'payer', { uid: 'a', number: 'Ann Reed 101' })).toEqual({ id: 'contacts/101' })
    expect(asked).toHaveLength(2)
  })
})
