import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { chaseDebtors } from '#features/ledger/accounts/server/jobs.ts'
import type { ErasurePlan } from '#features/office/erasure/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const today = dayOf(currentTime(), 'Europe/London')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function add(practice: FixturePractice, path: string, body: object): Promise<string> {
  const answer = await practice.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
const charge = (practice: FixturePractice, clientId: string, unitPence: number) =>
  add(practice, '/api/charges', { clientId, description: 'Full set new', unitPence })

/** A client whose invoice was due four days ago. */
async function debtor(practice: FixturePractice, name: string): Promise<string> {
  const id = await add(practice, '/api/clients', { name, phone: '07700 900118' })
  await charge(practice, id, 8500)
  const invoice = await add(practice, '/api/invoices', { payerClientId: id })
  const due = addDays(today, -4)
  await server.asOwner(`update invoices set issued_on = '${due}', due_on = '${due}' where id = '${invoice}'`)
  return id
}
const known = '?evenWithOpenMoney=true'

test('a removed debtor is not reminded, and no one else goes without a reminder for it', async () => {
  for (const practice of [server.gareth, server.other]) {
    await practice.put('/api/money/settings', { fees: { chases: true } })
    const gone = await debtor(practice, 'Ann Lee')
    expect((await practice.delete(`/api/clients/${gone}${known}`)).statusCode).toBe(204)
    await debtor(practice, 'Huw Latham')
  }
  await chaseDebtors(server.db, 'http://localhost:3000').handle({})
  for (const practice of [server.gareth, server.other]) {
    const chasers = (await practice.get('/api/notices')).json<Notice[]>().filter(({ kind }) => kind === 'chaser')
    expect(chasers.map(({ body }) => body?.slice(0, 6))).toEqual(['Hi Huw'])
  }
})

test('a client with money open is removed only by a user who knows of it, and the journal records that; their work can still be invoiced', async () => {
  const { gareth } = server
  const id = await debtor(gareth, 'Sarah Penrose')
  await charge(gareth, id, 3500)
  const refused = await gareth.delete(`/api/clients/${id}`)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'client_has_open_money', owedPence: 8500, toInvoice: 1, onAccountPence: 0 },
  ])
  expect(refused.json<{ message: string }>().message).toMatch(/^Sarah Penrose owes £85 and has 1 line to be invoiced\. Settle it first/)
  const device = gareth.device()
  const remove = async (data: Record<string, unknown>) =>
    (await device.push(device.op({ action: 'DELETE', entity: 'clients', id, data }))).results[0]
  expect(await remove({})).toMatchObject({ status: 'rejected', code: 'client_has_open_money' })
  expect((await gareth.get(`/api/clients/${id}`)).statusCode).toBe(200)
  expect(await remove({ evenWithOpenMoney: true })).toMatchObject({ status: 'applied' })
  expect((await gareth.get(`/api/clients/${id}`)).statusCode).toBe(404)
  const verbs = await server.asOwner(`select verb from activity where entity_id = '${id}' order by at, id`)
  expect(verbs.map(({ verb }) => verb)).toEqual(['added', 'removed', 'removed_owing'])
  await add(gareth, '/api/invoices', { payerClientId: id })
})

test('a client who owes nothing is removed at once; money on account needs a confirmation; another practice finds no one to remove', async () => {
  const { gareth } = server
  const idle = await add(gareth, '/api/clients', { name: 'Idle' })
  expect((await server.other.delete(`/api/clients/${idle}${known}`)).statusCode).toBe(404)
  const ned = await gareth.addMember('Ned Pugh', 'apprentice')
  expect((await ned.delete(`/api/clients/${idle}${known}`)).statusCode).toBe(403)
  expect((await gareth.delete(`/api/clients/${idle}`)).statusCode).toBe(204)
  const ahead = await add(gareth, '/api/clients', { name: 'Paid Ahead' })
  await add(gareth, '/api/payments', { payerClientId: ahead, amountPence: 2000, method: 'cash' })
  expect((await gareth.delete(`/api/clients/${ahead}`)).json()).toMatchObject({ code: 'client_has_open_money', onAccountPence: 2000 })
})

test('an erasure shows what is open and what becomes of it, and begins only when that is known', async () => {
  const { gareth } = server
  const id = await debtor(gareth, 'Olwen Parry')
  const { openMoney } = (await gareth.get(`/api/clients/${id}/erasure`)).json<ErasurePlan>()
  expect(openMoney).toBe('Olwen Parry owes £85. What they owe stays on invoices without a name, and nobody can be reminded.')
  const start = (more: object) => gareth.post(`/api/clients/${id}/erasure`, { clientName: 'Olwen Parry', ...more })
  expect((await start({})).json()).toMatchObject({ code: 'client_has_open_money', message: openMoney })
  expect((await start({ evenWithOpenMoney: true })).statusCode).toBe(201)
  const settled = (await gareth.post('/api/clients', { name: 'Settled' })).json<Client>().id
  expect((await gareth.get(`/api/clients/${settled}/erasure`)).json<ErasurePlan>().openMoney).toBeNull()
})
