import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LedgerConnector } from '#connectors/kit/connector.ts'
import type { FarBill, FarCredit, FarLine, FarPaper, FarPayer, FarReceipt, LedgerKind } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'

/** What is wrong with the service. `huge`: 64 MB. */
export type LedgerFault =
  | 'busy'
  | 'busy for 2 minutes'
  | 'broken'
  | 'hanging'
  | 'cut'
  | 'nonsense'
  | 'another shape'
  | 'huge'
  | 'expired'
  | 'revoked'

/** A paper as the service keeps it. Pence of credit notes are positive here too. */
export type KeptPaper = {
  id: string
  number: string
  payerId: string
  issuedOn: string
  dueOn: string
  isIssued: boolean
  lines: { description: string; quantity: number; netPence: number; vatRateBp: number }[]
  netPence: number
  vatPence: number
  totalPence: number
  duePence: number
}
type KeptPayer = { id: string; name: string; email: string | null; postcode: string | null; address: string | null }
type KeptReceipt = { id: string; billId: string; pence: number; onDay: string }

/** The books there, and a bookkeeper who works on them. */
type Books = {
  payers: () => KeptPayer[]
  bills: () => KeptPaper[]
  credits: () => KeptPaper[]
  /** Payments of invoices, ours and others. */
  receipts: () => KeptReceipt[]
  /** Their bank feed pays an invoice; the payment's id. */
  pay: (billId: string, pence: number, onDay: string) => string
  /** Changes the sum of a paper, by a line of this much before VAT and without any. */
  addLine: (billId: string, netPence: number) => void
  cancel: (billId: string) => void
  /** How many e-mails the service has sent. */
  sent: () => number
}

/** A service that runs for a test. */
export type LedgerFarSide = {
  host: string
  credentials: Credentials
  books: Books
  fail: (fault: LedgerFault | null) => void
  /** Carries out the next writes, this many, and ends the connection instead of answering. */
  loseAnswers: (count: number) => void
  /** Requests that its description does not allow, with the reason. */
  invalid: () => string[]
  stop: () => Promise<void>
}

export type LedgerStarter = { missing: string | null; start: () => Promise<LedgerFarSide> }

const PATIENCE_MS = 400
const uid = (nth: number) => `019f2a1c-0000-7000-8000-${String(nth).padStart(12, '0')}`
const line = (description: string, netPence: number, vatRateBp = 2000, quantity = 1): FarLine => {
  const vatPence = Math.sign(netPence) * Math.floor((Math.abs(netPence) * vatRateBp) / 10_000 + 0.5)
  return { description, quantity, netPence, vatPence, grossPence: netPence + vatPence, vatRateBp }
}
const sums = (lines: readonly FarLine[]) => {
  const netPence = lines.reduce((sum, each) => sum + each.netPence, 0)
  const vatPence = lines.reduce((sum, each) => sum + each.vatPence, 0)
  return { lines, netPence, vatPence, totalPence: netPence + vatPence }
}
const payerOf = (nth: number, more: Partial<FarPayer> = {}): FarPayer => ({
  uid: uid(nth),
  name: `Sarah Penrose ${nth}`,
  businessName: null,
  email: `sarah${nth}@penrose.example`,
  address: '1 Mill Lane\nLudlow',
  postcode: 'SY8 1AA',
  ...more,
})

/** What every connector to accounting does, at a service that runs. */
export function ledgerSuite(name: string, { ledger, check, manifest }: LedgerConnector, { missing, start }: LedgerStarter) {
  describe.skipIf(missing !== null)(`${name}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let far: LedgerFarSide
    let wire: Wire
    let next = 1
    const wireWith = (more: Partial<Credentials> = {}, mostMs = 20_000): Wire =>
      openWire({
        fetch: openReach({ reach: [far.host], mostMs }),
        manifest: { pace: { atOnce: manifest.pace?.atOnce ?? 1, perMinute: 100_000 } },
        credentials: { ...far.credentials, ...more },
        ...(manifest.asks.by === 'oauth' && { authorization: `Bearer ${more.key ?? far.credentials.key}` }),
      })
    const nextUid = () => uid(next++)
    const billOf = (payerId: string, lines: readonly FarLine[], more: Partial<FarBill> = {}): FarBill => {
      const nth = next++
      return {
        ...{ uid: uid(nth), number: `INV-${String(nth).padStart(4, '0')}`, payerId, issuedOn: '2026-11-02', dueOn: '2026-11-16' },
        ...{ ...sums(lines), isVatRegistered: true },
        ...more,
      }
    }
    const creditOf = (bill: FarBill, id: string, lines: readonly FarLine[]): FarCredit => ({
      ...billOf(bill.payerId, lines, { number: `CN-${String(next).padStart(4, '0')}`, issuedOn: '2026-11-03', dueOn: '2026-11-03' }),
      ...{ creditsNumber: bill.number, creditsId: id },
    })
    const receiptOf = (billId: string, pence: number): FarReceipt => {
      const own = nextUid()
      return { uid: own, billId, pence, onDay: '2026-11-05', reference: `pritchel ${own}` }
    }
    const payer = (more: Partial<FarPayer> = {}) => ledger.putPayer(wire, payerOf(next++, more))
    const refusal = (asking: Promise<unknown>) =>
      asking.then(
        (answer) => ({ answer }),
        (error: unknown) => (error instanceof Refusal ? { kind: error.kind, afterMs: error.afterMs } : { error }),
      )
    const moneyOf = ({ number, netPence, vatPence, totalPence }: FarPaper | KeptPaper) => ({ number, netPence, vatPence, totalPence })

    beforeAll(async () => {
      far = await start()
    })
    beforeEach(() => {
      far.fail(null)
      far.loseAnswers(0)
      wire = wireWith()
    })
    afterAll(() => far?.stop())

    test('names the business it writes the books of', async () => {
      expect((await check(wire)).account).not.toBe('')
      expect(manifest.asks.by).toBe('oauth')
    })

    test('a payer is there once, and as we know them', async () => {
      const known = payerOf(next++)
      const { id } = await ledger.putPayer(wire, known)
      await ledger.putPayer(wire, { ...known, email: 'new@penrose.example', postcode: 'SY8 2BB' }, { id })
      const there = far.books.payers().filter((each) => each.name.includes(known.name))
      expect(there).toMatchObject([{ id, email: 'new@penrose.example', postcode: 'SY8 2BB' }])
      expect(await ledger.putPayer(wire, { ...known, email: 'new@penrose.example', postcode: 'SY8 2BB' })).toEqual({ id })
    })

    test('two of a name with other details are two', async () => {
      const one = payerOf(next++)
      const [first, second] = [
        await ledger.putPayer(wire, one),
        await ledger.putPayer(wire, { ...one, uid: nextUid(), email: 'other@x.example' }),
      ]
      expect(first.id).not.toBe(second.id)
    })

    test('an invoice has our number, lines, VAT per rate, days and sums, is issued, and goes to no one', async () => {
      const { id: payerId } = await payer()
      const bill = billOf(payerId, [
        line('Full set, Bramble', 8333),
        line('Trim, Tansy', 3750, 500, 3),
        line('Passport', 1000, 0),
        line('Discount', -500),
      ])
      const paper = await ledger.putBill(wire, bill)
      expect(moneyOf(paper)).toEqual(moneyOf({ ...paper, ...bill, number: bill.number }))
      expect(paper).toMatchObject({ isCancelled: false })
      const kept = far.books.bills().find((each) => each.id === paper.id) as KeptPaper
      expect(kept).toMatchObject({ payerId, issuedOn: '2026-11-02', dueOn: '2026-11-16', isIssued: true, duePence: bill.totalPence })
      expect(kept.lines.map(({ netPence, vatRateBp }) => [netPence, vatRateBp])).toEqual([
        [8333, 2000],
        [3750, 500],
        [1000, 0],
        [-500, 2000],
      ])
      expect(kept.lines[1]?.quantity).toBe(3)
      expect(kept.lines.map(({ description }) => description).join('|')).toContain('Full set, Bramble')
      expect(far.books.sent()).toBe(0)
    })

    test('the invoice of a farrier without VAT has none', async () => {
      const { id: payerId } = await payer()
      const bill = billOf(payerId, [line('Trim', 4500, 0)], { isVatRegistered: false })
      expect(await ledger.putBill(wire, bill)).toMatchObject({ netPence: 4500, vatPence: 0, totalPence: 4500 })
    })

    test('a credit note takes what it credits off its invoice', async () => {
      const { id: payerId } = await payer()
      const bill = billOf(payerId, [line('Full set', 8333)])
      const paper = await ledger.putBill(wire, bill)
      const credit = creditOf(bill, paper.id, [line('Full set, part', 2500)])
      expect(moneyOf(await ledger.putCredit(wire, credit))).toEqual({
        number: credit.number,
        netPence: 2500,
        vatPence: 500,
        totalPence: 3000,
      })
      expect(far.books.bills().find(({ id }) => id === paper.id)?.duePence).toBe(bill.totalPence - 3000)
    })

    test('a credit note to an invoice that is not there goes on its own', async () => {
      const { id: payerId } = await payer()
      const credit = { ...creditOf(billOf(payerId, []), '', [line('Trim', 3750)]), creditsId: null }
      expect(await ledger.putCredit(wire, credit)).toMatchObject({ number: credit.number, totalPence: 4500 })
    })

    test('a payment pays its invoice', async () => {
      const { id: payerId } = await payer()
      const paper = await ledger.putBill(wire, billOf(payerId, [line('Full set', 8333)]))
      const { id } = await ledger.putReceipt(wire, receiptOf(paper.id, 4000))
      expect(far.books.receipts().filter(({ billId }) => billId === paper.id)).toEqual([
        { id, billId: paper.id, pence: 4000, onDay: '2026-11-05' },
      ])
      expect(far.books.bills().find((each) => each.id === paper.id)?.duePence).toBe(6000)
    })

    test.for<LedgerKind>(['payer', 'bill', 'credit', 'receipt'])(
      'a lost answer about a %s, then the same again, is one over there',
      async (kind) => {
        const known = payerOf(next++)
        const { id: payerId } = kind === 'payer' ? { id: '' } : await ledger.putPayer(wire, known)
        const bill = billOf(payerId, [line('Full set', 8333), line('Trim', 3751)])
        const paper = kind === 'credit' || kind === 'receipt' ? await ledger.putBill(wire, bill) : undefined
        const credit = creditOf(bill, paper?.id ?? '', [line('Trim', 3751)])
        const receipt = receiptOf(paper?.id ?? '', 1234)
        const put = {
          payer: () => ledger.putPayer(wire, known),
          bill: () => ledger.putBill(wire, bill),
          credit: () => ledger.putCredit(wire, credit),
          receipt: () => ledger.putReceipt(wire, receipt),
        }[kind]
        // Some take two requests, and each answer may be lost.
        const lost: unknown[] = []
        for (let nth = 1; nth <= 3; nth++) {
          far.loseAnswers(1)
          lost.push(await refusal(put()))
        }
        far.loseAnswers(0)
        expect(lost[0]).toMatchObject({ kind: 'later' })
        const { id } = await put()
        expect(await put()).toMatchObject({ id })
        const there = {
          payer: () => far.books.payers().filter((each) => each.name.includes(known.name)),
          bill: () => far.books.bills().filter(({ number }) => number === bill.number),
          credit: () => far.books.credits().filter(({ number }) => number === credit.number),
          receipt: () => far.books.receipts().filter(({ billId }) => billId === paper?.id),
        }[kind]()
        expect(there.map((each) => each.id)).toEqual([id])
        if (kind === 'bill') expect(there).toMatchObject([{ isIssued: true, totalPence: bill.totalPence }])
        if (kind === 'credit')
          expect(far.books.bills().find((each) => each.id === paper?.id)?.duePence).toBe(bill.totalPence - credit.totalPence)
      },
    )

    test('finds what of ours is there, and nothing that is not', async () => {
      const known = payerOf(next++)
      const { id: payerId } = await ledger.putPayer(wire, known)
      const bill = billOf(payerId, [line('Full set', 8333)])
      const paper = await ledger.putBill(wire, bill)
      const credit = creditOf(bill, paper.id, [line('Trim', 1000)])
      const noted = await ledger.putCredit(wire, credit)
      const receipt = receiptOf(paper.id, 700)
      const paid = await ledger.putReceipt(wire, receipt)
      expect(await ledger.find(wire, 'payer', { uid: known.uid, number: known.name })).toMatchObject({ id: payerId })
      expect(await ledger.find(wire, 'bill', bill)).toMatchObject({ id: paper.id, totalPence: bill.totalPence })
      expect(await ledger.find(wire, 'credit', credit)).toMatchObject({ id: noted.id, totalPence: credit.totalPence })
      expect(await ledger.find(wire, 'receipt', { uid: receipt.uid, number: receipt.reference })).toMatchObject({ id: paid.id })
      for (const kind of ['payer', 'bill', 'credit', 'receipt'] as const)
        expect([kind, await ledger.find(wire, kind, { uid: nextUid(), number: 'INV-9999999' })]).toEqual([kind, null])
    })

    test('has what was paid there since, and nothing from before', async () => {
      const { id: payerId } = await payer()
      const bill = billOf(payerId, [line('Full set', 8333)])
      const paper = await ledger.putBill(wire, bill)
      const { cursor, receipts } = await ledger.newsSince(wire, null)
      expect(receipts).toEqual([])
      const id = far.books.pay(paper.id, 10_000, '2026-11-09')
      const news = await ledger.newsSince(wire, cursor)
      expect(news.receipts.filter((each) => each.billId === paper.id)).toEqual([
        { id, billId: paper.id, number: bill.number, pence: 10_000, onDay: '2026-11-09' },
      ])
    })

    test('has what was changed or cancelled there', async () => {
      const { id: payerId } = await payer()
      const bills = [billOf(payerId, [line('Full set', 8333)]), billOf(payerId, [line('Trim', 3750)])] as const
      const changed = await ledger.putBill(wire, bills[0])
      const cancelled = await ledger.putBill(wire, bills[1])
      const { cursor } = await ledger.newsSince(wire, null)
      far.books.addLine(changed.id, 100)
      far.books.cancel(cancelled.id)
      const news = (await ledger.newsSince(wire, cursor)).changed.filter(({ id }) => [changed.id, cancelled.id].includes(id))
      expect(news.map(({ id, totalPence, isCancelled }) => [id, isCancelled || totalPence]).sort()).toEqual(
        [
          [changed.id, bills[0].totalPence + 100],
          [cancelled.id, true],
        ].sort(),
      )
    })

    test('hard strings arrive as they are, or shortened', async () => {
      const names = ['D\'Arcy & <b>Söns</b> "Ltd"', '馬の名 🐴', `${'Very long '.repeat(40)}name`, '=cmd|x', 'a\tb\nc']
      for (const hard of names) {
        const { id: payerId } = await payer({ name: hard, businessName: hard, address: `${hard}\n${hard}` })
        const bill = billOf(payerId, [line(`${hard} ${'x'.repeat(500)}`, 8333)])
        const { id, totalPence } = await ledger.putBill(wire, bill)
        expect(totalPence).toBe(bill.totalPence)
        const kept = far.books.bills().find((each) => each.id === id)?.lines[0]?.description ?? ''
        expect(kept.replaceAll(/\s+/g, ' ')).toContain(hard.replaceAll(/\s+/g, ' ').slice(0, 20))
        expect(await ledger.putBill(wire, bill)).toMatchObject({ id })
      }
    })

    test('a payer is forgotten: their contact details go, twice is as once, and invoices stay', async () => {
      const known = payerOf(next++)
      const { id: payerId } = await ledger.putPayer(wire, known)
      const paper = await ledger.putBill(wire, billOf(payerId, [line('Trim', 3750)]))
      const forgotten = { ...known, name: 'Removed client', businessName: null, email: null, address: null, postcode: null }
      for (let nth = 0; nth < 2; nth++) await ledger.putPayer(wire, forgotten, { id: payerId })
      expect(far.books.payers().find(({ id }) => id === payerId)).toMatchObject({ email: null, address: null, postcode: null })
      expect(JSON.stringify(far.books.payers())).not.toContain(known.name)
      expect(far.books.bills().map(({ id }) => id)).toContain(paper.id)
    })

    test.for<[LedgerFault, object]>([
      ['busy', { kind: 'later' }],
      ['busy for 2 minutes', { kind: 'later', afterMs: 120_000 }],
      ['broken', { kind: 'later' }],
      ['hanging', { kind: 'later' }],
      ['cut', { kind: 'later' }],
      ['nonsense', { kind: 'later' }],
      ['another shape', { kind: 'later' }],
      ['huge', { kind: 'refused' }],
      ['expired', { kind: 'sign_in' }],
      ['revoked', { kind: 'sign_in' }],
    ])('when it is %s, that is a refusal, and nothing is there twice afterwards', async ([fault, kind]) => {
      const { id: payerId } = await payer()
      const bill = billOf(payerId, [line('Trim', 3750)])
      wire = wireWith({}, fault === 'hanging' ? PATIENCE_MS : 20_000)
      far.fail(fault)
      expect(await refusal(ledger.putBill(wire, bill))).toMatchObject(kind)
      expect(await refusal(ledger.newsSince(wire, null))).toMatchObject(kind)
      expect(await refusal(check(wire))).toMatchObject(kind)
      far.fail(null)
      wire = wireWith()
      await ledger.putBill(wire, bill)
      expect(far.books.bills().filter(({ number }) => number === bill.number)).toHaveLength(1)
    })

    test('a wrong key is refused', async () => {
      wire = wireWith({ key: 'wrong' })
      expect([await refusal(check(wire)), await refusal(ledger.newsSince(wire, null))]).toMatchObject([
        { kind: 'sign_in' },
        { kind: 'sign_in' },
      ])
    })

    test('no request was outside its description', () => {
      expect(far.invalid()).toEqual([])
    })
  })
}
