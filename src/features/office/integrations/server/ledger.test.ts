import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freeagent } from '#connectors/freeagent/connector.ts'
import { startFreeAgent } from '#connectors/freeagent/far-side.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { LEDGERS } from '#connectors/registry.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { Exchanged, RehearsedEntry } from '#features/office/integrations/contract.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { FREEAGENT, startAccounting, today } from '#testing/accounting.ts'

/* The engine of accounting, with FreeAgent's double under it: what goes there, and what differs. */

const start = (options: { isReached?: boolean } = {}) => startAccounting(startFreeAgent, options)
let a: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  a = await start()
})
afterEach(() => a.stop())

const sumsOf = (papers: readonly { netPence: number; vatPence: number; totalPence: number }[]) => {
  const sum = (key: 'netPence' | 'vatPence' | 'totalPence') => papers.reduce((total, paper) => total + paper[key], 0)
  return [sum('netPence'), sum('vatPence'), sum('totalPence')] as const
}

describe('the yard day of three payers, with a credit note and VAT', () => {
  test('arrives once each after three lost answers, and its sums are those of SQL to the penny', async () => {
    const invoices = await a.yardDay()
    expect(invoices).toHaveLength(3)
    await a.credit(invoices[0]?.id ?? '', { amountPence: 1000 })
    await a.signIn()
    for (let nth = 0; nth < 3; nth++) {
      a.far.loseAnswers(1)
      await a.pass()
      expect((await a.card()).sentence).toBe('It is not answering. We keep trying.')
      await a.server.asOwner('update connections set failures = 0')
    }
    a.far.loseAnswers(0)
    await a.pass()
    await a.pass()
    const { books } = a.far
    expect([books.payers().length, books.bills().length, books.credits().length]).toEqual([3, 3, 1])
    const rows = await a.server.asOwner(`select kind, sum(net_pence)::int as net, sum(vat_pence)::int as vat, sum(total_pence)::int as total
      from invoices group by kind order by kind`)
    expect(rows.map(({ kind, net, vat, total }) => [kind, net, vat, total])).toEqual([
      ['credit', ...sumsOf(books.credits())],
      ['invoice', ...sumsOf(books.bills())],
    ])
    expect(sumsOf(books.bills())[1]).toBeGreaterThan(0)
    expect(
      books
        .bills()
        .map(({ number }) => number)
        .sort(),
    ).toEqual(invoices.map((each) => numberOf(each)).sort())
    expect(books.bills().every(({ isIssued, dueOn }) => isIssued && dueOn === invoices[0]?.dueOn)).toBe(true)
    expect(books.bills().reduce((sum, { duePence }) => sum + duePence, 0)).toBe(sumsOf(books.bills())[2] - 1000)
    expect([a.far.invalid(), books.sent(), books.receipts()]).toEqual([[], 0, []])
    expect(await a.card()).toMatchObject({ status: 'connected', sentence: null, entries: 4 })
  })

  test('arrives once after a worker died between writing and keeping what it wrote', async () => {
    await a.yardDay()
    await a.signIn()
    await a.pass()
    // As its rows were when the first byte left.
    await a.server.asOwner("update connection_items set state = 'sending', remote_id = null, sent_hash = null, sent_pence = null")
    await a.pass()
    expect([a.far.books.payers().length, a.far.books.bills().length]).toEqual([3, 3])
  })

  test('is in the books once after a restore that knows nothing of it', async () => {
    await a.yardDay()
    await a.signIn()
    await a.pass()
    await a.server.asOwner('delete from connection_items')
    await a.pass()
    expect([a.far.books.payers().length, a.far.books.bills().length]).toEqual([3, 3])
    expect((await a.card()).entries).toBe(3)
  })
})

describe('what goes', () => {
  test('was issued from the day on, and how many that are is counted', async () => {
    const [old] = await a.yardDay()
    await a.server.asOwner(`update invoices set issued_on = '2026-01-05' where id = '${old?.id}'`)
    const counted = async (from: string) => (await a.server.gareth.get(`${FREEAGENT}/papers?from=${from}`)).json()
    expect(await counted('2026-01-05')).toMatchObject({ invoices: 3, credits: 0 })
    expect(await counted(today())).toMatchObject({ invoices: 2, credits: 0 })
    await a.signIn({ booksFrom: today() })
    await a.pass()
    expect(a.far.books.bills()).toHaveLength(2)
    await a.server.gareth.put(FREEAGENT, { enabled: true, settings: { booksFrom: '2026-01-01' } })
    await a.pass()
    expect(a.far.books.bills()).toHaveLength(3)
  })

  test('without a day begins with the day it is connected', async () => {
    const [old] = await a.yardDay()
    await a.server.asOwner(`update invoices set issued_on = '${addDays(today(), -1)}' where id = '${old?.id}'`)
    await a.signIn({ booksFrom: undefined })
    await a.pass()
    expect(a.far.books.bills()).toHaveLength(2)
    expect((await a.card()).settings).toMatchObject({ booksFrom: today() })
  })

  test('is a credit note on its own where its invoice is from before that day', async () => {
    const invoice = await a.issue('Ann Reed')
    await a.server.asOwner(`update invoices set issued_on = '2026-01-05' where id = '${invoice.id}'`)
    await a.credit(invoice.id, {})
    await a.signIn({ booksFrom: today() })
    await a.pass()
    expect([a.far.books.bills().length, a.far.books.credits().length]).toEqual([0, 1])
  })

  test('sends no request when there is nothing to write and it is not time to look', async () => {
    await a.yardDay()
    await a.signIn()
    await a.pass()
    a.far.fail('broken')
    await a.pass({ isDue: false })
    expect(await a.card()).toMatchObject({ status: 'connected', sentence: null })
  })

  test('are a payer’s details, again whenever they change here, and invoices are left as they were issued', async () => {
    const invoice = await a.issue('Ann Reed', { email: 'ann@reed.example' })
    await a.signIn()
    await a.pass()
    await a.server.gareth.put(`/api/clients/${invoice.payerClientId}`, { email: 'ann@new.example' })
    await a.pass()
    expect(a.far.books.payers()).toMatchObject([{ email: 'ann@new.example' }])
    expect(a.far.books.bills()).toHaveLength(1)
  })
})

test('the first invoices of a large practice go in several passes, and each goes once', async () => {
  const clientId = await a.add('/api/clients', { name: 'Ann Reed' })
  const invoiceId = await a
    .add('/api/charges', { clientId, description: 'Trim', unitPence: 4500 })
    .then(() => a.add('/api/invoices', { payerClientId: clientId }))
  await a.server.asOwner(`insert into invoices (practice_id, id, payer_client_id, series, number, issued_on, due_on, as_was, net_pence, vat_pence, total_pence, rev, seq)
    select practice_id, gen_random_uuid(), payer_client_id, series, number + nth, issued_on, due_on, as_was, net_pence, vat_pence, total_pence, 1, seq
    from invoices, generate_series(1, 20) nth where id = '${invoiceId}'`)
  await a.signIn()
  await a.pass()
  expect(a.far.books.bills()).toHaveLength(14)
  await a.pass({ isDue: false })
  await a.pass({ isDue: false })
  expect(a.far.books.bills()).toHaveLength(21)
})

describe('what differs', () => {
  test('by a penny of VAT is held back too', async () => {
    const clientId = await a.add('/api/clients', { name: 'Ann Reed' })
    await a.add('/api/charges', { clientId, description: 'Studs', quantity: 3, unitPence: 333 })
    await a.add('/api/invoices', { payerClientId: clientId })
    await a.signIn()
    await a.pass()
    expect((await a.held()).map(({ words }) => words)).toEqual(["FreeAgent has £9.98 with £1.66 VAT. Here it's £9.99 with £1.67 VAT."])
  })

  test('is held back with the difference in words; put right there and tried again it goes on', async () => {
    const invoice = await a.issue('Ann Reed')
    const number = numberOf(invoice) ?? ''
    await a.signIn()
    await a.pass()
    // It was there before, with another sum.
    a.far.books.addLine(await a.farIdOf(invoice.id), 100)
    await a.server.asOwner(`update connection_items set state = 'sending', remote_id = null where subject_id = '${invoice.id}'`)
    await a.pass()
    const [item] = await a.held()
    expect(item).toEqual({
      ...{ id: invoice.id, kind: 'bill', state: 'parked', title: `${number}, Ann Reed`, canRepeat: true },
      words: "FreeAgent has £46 with £7.50 VAT. Here it's £45 with £7.50 VAT.",
    })
    expect(await a.card()).toMatchObject({ status: 'error', sentence: "1 thing didn't go and waits for you: see Settings." })
    const tasks = (await a.server.gareth.get('/api/tasks')).json<Task[]>()
    expect(tasks.filter(({ title }) => title === 'FreeAgent waits for you')).toHaveLength(1)
    await a.pass()
    expect((await a.server.gareth.get('/api/tasks')).json<Task[]>()).toHaveLength(tasks.length)
    expect(await a.release(invoice.id, 'again')).toMatchObject({ code: 200, left: [] })
    await a.pass()
    expect(await a.held()).toHaveLength(1)
    a.far.books.addLine(await a.farIdOf(invoice.id), -100)
    await a.release(invoice.id, 'again')
    await a.pass()
    expect([await a.held(), (await a.card()).status, a.far.books.bills().length]).toEqual([[], 'connected', 1])
  })

  test('is left out for good when a person chooses that, and the rest goes on', async () => {
    const [first, second] = [await a.issue('Ann Reed'), await a.issue('Bob Reed')]
    await a.signIn()
    await a.pass()
    a.far.books.addLine(await a.farIdOf(first.id), 100)
    await a.server.asOwner(`update connection_items set state = 'sending', remote_id = null where subject_id = '${first.id}'`)
    await a.pass()
    expect((await a.release(first.id, 'leave')).left).toEqual([])
    expect((await a.release(first.id, 'leave')).code).toBe(200)
    await a.pass()
    expect([await a.held(), (await a.card()).status]).toEqual([[], 'connected'])
    expect(await a.farIdOf(second.id)).toContain('invoices/')
  })

  test('what the service refuses waits with its own words, and others go', async () => {
    const [first] = [await a.issue('Ann Reed'), await a.issue('Bob Reed')]
    await a.far.agent.contacts.push({ id: 900, updated: 0, first_name: 'Other', last_name: 'One' } as never)
    a.far.agent.addPaper('invoices', { contact: '/v2/contacts/900', reference: numberOf(first) ?? '', dated_on: today() }, [])
    await a.signIn()
    await a.pass()
    expect((await a.held()).map(({ words }) => words)).toEqual(['FreeAgent says: Reference has already been taken'])
    expect(a.far.books.bills()).toHaveLength(2)
  })

  test('was changed or written off there: it is shown until a person leaves it, and nothing is written over it', async () => {
    const [changed, gone] = [await a.issue('Ann Reed'), await a.issue('Bob Reed')]
    await a.signIn()
    await a.pass()
    a.far.books.addLine(await a.farIdOf(changed.id), 250)
    a.far.books.cancel(await a.farIdOf(gone.id))
    await a.pass()
    expect((await a.held()).map(({ id, state, words }) => [id, state, words])).toEqual([
      [changed.id, 'changed', "FreeAgent has £47.50 with £7.50 VAT. Here it's £45 with £7.50 VAT."],
      [gone.id, 'changed', "It was cancelled or deleted in FreeAgent. Here it's £45."],
    ])
    expect((await a.card()).status).toBe('connected')
    expect((await a.release(changed.id, 'again')).code).toBe(400)
    await a.release(changed.id, 'leave')
    expect((await a.release(gone.id, 'leave')).code).toBe(200)
    await a.pass()
    expect(await a.held()).toEqual([])
    expect(a.far.books.bills().find(({ number }) => number === numberOf(changed))?.totalPence).toBe(4750)
  })
})

describe('what was deleted there', () => {
  const deleted = async (id: string) => {
    const [kind, nth] = (await a.farIdOf(id)).split('/')
    a.far.agent.papers = a.far.agent.papers.filter((row) => !(row.kind === kind && row.id === Number(nth)))
  }

  test('is shown until a person leaves it, once, and is not written again', async () => {
    const [kept, gone, credited] = [await a.issue('Ann Reed'), await a.issue('Bob Reed'), await a.issue('Cat Reed')]
    const credit = await a.credit(credited.id)
    await a.signIn()
    await a.pass()
    await deleted(gone.id)
    await deleted(credit.id)
    await a.pass()
    const there = "It was cancelled or deleted in FreeAgent. Here it's £45."
    expect((await a.held()).map(({ id, state, words, canRepeat }) => [id, state, words, canRepeat]).sort()).toEqual(
      [gone, credit].map(({ id }) => [id, 'changed', there, false]).sort(),
    )
    expect((await a.card()).status).toBe('connected')
    for (const { id } of [gone, credit]) await a.release(id, 'leave')
    await a.pass()
    expect(await a.held()).toEqual([])
    expect(a.far.books.bills().map(({ number }) => number)).toEqual([kept, credited].map(numberOf))
  })

  test('is looked for once a day, with nothing else of it read again', async () => {
    const { id } = await a.issue('Ann Reed')
    await a.signIn()
    await a.pass()
    await deleted(id)
    const readAt = (moment: string) => a.server.asOwner(`update connections set busy_read_at = ${moment}, next_at = clock_now()`)
    await readAt(`clock_now() - interval '61 minutes'`)
    await a.pass({ isDue: false })
    // In the first hour of a day that was yesterday.
    const wasToday = dayOf(new Date(currentTime().getTime() - 61 * 60_000), 'Europe/London') === today()
    expect(await a.held()).toHaveLength(wasToday ? 0 : 1)
    await readAt(`clock_now() - interval '24 hours'`)
    await a.pass({ isDue: false })
    expect(await a.held()).toMatchObject([{ id, state: 'changed' }])
  })

  test('is not what a page of their list leaves out while it is read', async () => {
    const { id } = await a.issue('Ann Reed')
    await a.signIn()
    await a.pass()
    const hidden = a.far.agent.papers
    const paper = a.far.agent.paper.bind(a.far.agent)
    a.far.agent.papers = []
    vi.spyOn(a.far.agent, 'paper').mockImplementation((kind, nth) => {
      a.far.agent.papers = hidden
      return paper(kind, nth)
    })
    await a.pass()
    expect(a.far.agent.paper).toHaveBeenCalledWith('invoices', Number((await a.farIdOf(id)).split('/')[1]))
    expect(await a.held()).toEqual([])
  })
})

describe('what may be there already', () => {
  afterEach(() => vi.restoreAllMocks())
  const inConflict = (isThere: boolean) => {
    const { putBill } = freeagent.ledger
    vi.spyOn(freeagent.ledger, 'putBill').mockImplementationOnce(async (...put) => {
      if (isThere) await putBill(...put)
      throw new Refusal('conflict')
    })
  }

  test('is found by its number, and counts as sent', async () => {
    await a.issue('Ann Reed')
    await a.signIn()
    inConflict(true)
    await a.pass()
    expect([await a.held(), (await a.card()).entries, a.far.books.bills().length]).toEqual([[], 1, 1])
  })

  test('and is not found is in doubt, and nothing is sent again until a person decides', async () => {
    const invoice = await a.issue('Ann Reed')
    await a.signIn()
    inConflict(false)
    await a.pass()
    await a.pass()
    expect(await a.held()).toMatchObject([{ id: invoice.id, state: 'doubt', words: expect.stringContaining("press It's there") }])
    expect(a.far.books.bills()).toEqual([])
    await a.release(invoice.id, 'again')
    await a.pass()
    expect([await a.held(), a.far.books.bills().length]).toEqual([[], 1])
  })
})

describe('the connection', () => {
  test.for(Object.keys(LEDGERS))('of %s is disconnected twice as once', async (id) => {
    await a.signIn({}, id)
    for (let nth = 0; nth < 2; nth++) {
      const answer = await a.server.gareth.delete(`/api/integrations/${id}`)
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, enabled: false, status: 'disconnected', account: null }])
    }
    expect(await a.server.asOwner('select from connections')).toEqual([])
  })

  test('is ended twice as once, and what went there stays', async () => {
    await a.yardDay()
    await a.signIn()
    await a.pass()
    for (let nth = 0; nth < 2; nth++) {
      const answer = await a.server.gareth.delete(FREEAGENT)
      expect(answer.json()).toMatchObject({ enabled: false, status: 'disconnected', entries: 0, account: null })
    }
    expect(a.far.books.bills()).toHaveLength(3)
    expect(await a.server.asOwner('select from connection_items')).toEqual([])
  })

  test('whose sign-in was revoked there stops, with one task, and nothing is lost', async () => {
    await a.yardDay()
    await a.signIn()
    a.far.fail('revoked')
    await a.pass()
    expect(await a.card()).toMatchObject({ status: 'error', sentence: 'Sign in to FreeAgent again.' })
    a.far.fail(null)
    await a.server.gareth.post(`${FREEAGENT}/check`, {})
    await a.pass()
    expect([(await a.card()).status, a.far.books.bills().length]).toEqual(['connected', 3])
  })

  test('shows who may not connect nothing of its money', async () => {
    await a.yardDay()
    await a.signIn()
    const cai = await a.server.gareth.addMember('Cai Rowe', 'farrier')
    for (const path of ['papers?from=2026-01-01', 'held', 'rehearsal'])
      expect([path, (await cai.get(`${FREEAGENT}/${path}`)).statusCode]).toEqual([path, 403])
    expect((await cai.post(`${FREEAGENT}/held/${a.server.gareth.memberId}`, { answer: 'leave' })).statusCode).toBe(403)
  })
})

test('in the test version nothing leaves, what would is counted once, and shown word for word', async () => {
  await a.stop()
  a = await start({ isReached: false })
  const invoices = await a.yardDay()
  await a.server.gareth.put(FREEAGENT, { enabled: true, settings: { books: 'invoices', booksFrom: today() } })
  await a.pass()
  await a.pass()
  expect(await a.card()).toMatchObject({ status: 'connected', isRehearsed: true, entries: 0, account: null })
  const log = (await a.server.gareth.get(`${FREEAGENT}/log`)).json<Exchanged[]>()
  expect(log.map(({ verb, count, words }) => [verb, count, words])).toEqual([['rehearsed', 3, '3 invoices']])
  const rehearsed = (await a.server.gareth.get(`${FREEAGENT}/rehearsal`)).json<RehearsedEntry[]>()
  expect(rehearsed.map(({ title }) => title.split(',')[0]).sort()).toEqual(invoices.map((each) => numberOf(each)).sort())
  expect(rehearsed.find(({ title }) => title.includes('Sarah Penrose'))?.place).toContain('Biscuit')
  expect([a.far.books.payers(), a.far.books.bills()]).toEqual([[], []])
})
