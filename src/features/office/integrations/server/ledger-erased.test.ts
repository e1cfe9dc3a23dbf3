import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreeAgent } from '#connectors/freeagent/far-side.ts'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import { FREEAGENT, startAccounting } from '#testing/accounting.ts'

/* A client is erased who stands in the books elsewhere. */

const start = (options: { isReached?: boolean } = {}) => startAccounting(startFreeAgent, options)
let a: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  a = await start()
})
afterAll(() => a.stop())

const erase = async (clientId: string, clientName: string) => {
  const { server, add } = a
  const erasureId = await add(`/api/clients/${clientId}/erasure`, { clientName })
  const { files, keyedHash } = server.app.setup
  const places = { db: server.db, files, dataFolder: server.filesFolder, keyedHash, origin: 'http://localhost:3000' }
  await eraseClients(places).handle({ practiceId: server.gareth.practiceId, erasureId })
  return erasureId
}
const stillNamed = async (id: string) => (await a.server.gareth.get(`/api/erasures/${id}`)).json<Erasure>().stillNamed
const put = async (enabled: boolean) => {
  const answer = await a.server.gareth.put(FREEAGENT, { enabled })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

test('their contact there loses its details once it can be reached, invoices stay, and nothing goes twice', async () => {
  const clientId = await a.add('/api/clients', {
    ...{ name: 'Zebedee Quill', email: 'zeb@quill.example', address: '7 Quarry Bank, Clun', postcode: 'SY7 8AA' },
  })
  await a.add('/api/charges', { clientId, description: 'Trim', unitPence: 4500 })
  const invoiceId = await a.add('/api/invoices', { payerClientId: clientId })
  await a.add('/api/payments', { payerClientId: clientId, invoiceId, amountPence: 4500, method: 'cash' })
  await a.signIn({ books: 'payments' })
  await a.pass()
  const { books } = a.far
  expect(books.payers()).toMatchObject([{ name: 'Zebedee Quill', email: 'zeb@quill.example', postcode: 'SY7 8AA' }])
  await put(false)
  const erasureId = await erase(clientId, 'Zebedee Quill')
  await a.pass()
  expect(await stillNamed(erasureId)).toEqual([
    "FreeAgent is switched off: their contact there still names them. It's cleared when it's on again; invoices there stay.",
  ])
  expect(JSON.stringify(books.payers())).toContain('Quill')
  await put(true)
  expect(await stillNamed(erasureId)).toEqual([
    "FreeAgent: their contact there still names them. It's cleared within minutes; invoices there stay.",
  ])
  await a.pass()
  expect(await stillNamed(erasureId)).toEqual([])
  const everything = JSON.stringify([books.payers(), books.bills(), a.far.agent.contacts])
  for (const theirs of ['Zebedee', 'Quill', 'quill.example', 'Quarry', 'SY7'])
    expect([theirs, everything.includes(theirs)]).toEqual([theirs, false])
  // Their papers have new ids here, and are known there by them.
  await a.pass()
  expect([books.bills().length, books.receipts().length]).toEqual([1, 1])
  expect((await a.server.gareth.get(`${FREEAGENT}/held`)).json()).toEqual([])
  expect(
    await a.server.asOwner(
      `select from connection_items i where i.kind = 'bill' and exists (select from invoices p where p.id = i.subject_id)`,
    ),
  ).toHaveLength(1)
})

test('and one who was never sent there is named by nothing there', async () => {
  const clientId = await a.add('/api/clients', { name: 'Ezra Quill' })
  expect(await stillNamed(await erase(clientId, 'Ezra Quill'))).toEqual([])
})
