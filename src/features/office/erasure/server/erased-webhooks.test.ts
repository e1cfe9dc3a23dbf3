import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import { RETRIES_MS, THINGS } from '#features/office/webhooks/rules.ts'
import { resetClock } from '#testing/set-clock.ts'
import { answers, OK, verified } from '#testing/webhook-receiver.ts'
import { pass, startWebhookWorld, webhooksIn } from '#testing/webhook-world.ts'

/* A client is erased while webhooks are on, some of whose messages about them still wait. */

const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-erased-webhooks-'))
let world: Awaited<ReturnType<typeof startWebhookWorld>>
beforeAll(async () => {
  world = await startWebhookWorld()
})
afterEach(resetClock)
afterAll(async () => {
  await world.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

const THEIRS = ['Zebedee', 'Quill', '900771', 'quill.example', 'Quarry Bank', 'Snowball', 'bites']

const add = async (path: string, body: object) => {
  const answer = await world.server.gareth.post(path, body)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}

/** A client with one of each thing that webhooks are about. */
async function zebedee() {
  const clientId = await add('/api/clients', {
    ...{ name: 'Zebedee Quill', phone: '07700 900771', email: 'zeb@quill.example', address: '7 Quarry Bank, Clun' },
  })
  const horseId = await add('/api/horses', { name: 'Snowball', clientId, specialNotes: 'bites' })
  const at = { startTime: '2026-10-06T09:00:00Z', endTime: '2026-10-06T10:00:00Z', title: 'Zebedee Quill, trim' }
  const visitId = await add('/api/appointments', { ...at, clientId, horseId })
  await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: '2026-10-06', findings: 'bites' })
  await add('/api/charges', { clientId, description: 'Studs for Snowball', unitPence: 500 })
  const invoiceId = await add('/api/invoices', { payerClientId: clientId })
  await add('/api/payments', { payerClientId: clientId, invoiceId, amountPence: 500, method: 'cash', reference: 'Zebedee Quill' })
  return { clientId, horseId, visitId }
}

async function erase(clientId: string) {
  const { server } = world
  const id = await add(`/api/clients/${clientId}/erasure`, { clientName: 'Zebedee Quill' })
  const { files, keyedHash } = server.app.setup
  const job = { practiceId: server.gareth.practiceId, erasureId: id }
  await eraseClients({ db: server.db, files, origin: 'http://localhost:3000', dataFolder, keyedHash }).handle(job)
  expect((await server.gareth.get(`/api/erasures/${id}`)).json<Erasure>()).toMatchObject({ state: 'done' })
}

test('they go on: what waits is sent, what went is announced as removed, and nothing of it says who it was', async () => {
  const { server, far, work } = world
  const hooks = webhooksIn(server.gareth, far)
  const { secret, webhook } = await hooks.make({ things: [...THINGS] })
  const { clientId, horseId, visitId } = await zebedee()
  await work()
  far.by(answers(503))
  await server.gareth.put(`/api/clients/${clientId}`, { notes: 'Zebedee Quill has a new dog' })
  await work()
  expect((await hooks.deliveries(webhook.id)).filter(({ state }) => state === 'waiting')).toMatchObject([{ type: 'client.changed' }])
  far.received.length = 0
  await erase(clientId)
  far.by(OK)
  pass(RETRIES_MS[0] ?? 0)
  await work()
  const sent = far.received.map((message) => verified(secret, message) as { type: string; id: string })
  expect(sent).toContainEqual(expect.objectContaining({ type: 'client.changed', id: clientId }))
  for (const [type, id] of [
    ['client.removed', clientId],
    ['horse.removed', horseId],
    ['visit.removed', visitId],
  ] as const)
    expect(sent.filter((each) => each.type === type)).toEqual([expect.objectContaining({ id })])
  // What the law keeps has new ids, of which a receiver hears nothing.
  const gone = new Set(sent.map(({ id }) => id))
  const kept = await server.asOwner(`select id from invoices union all select id from payments union all select id from horses`)
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.filter(({ id }) => gone.has(String(id)))).toEqual([])
  const rows = await server.asOwner(`select t::text as row from webhooks t union all select t::text from webhook_deliveries t`)
  const written = [...far.received.map(({ body, headers }) => body + JSON.stringify(headers)), ...rows.map(({ row }) => String(row))]
  expect(written.length).toBeGreaterThan(20)
  for (const word of THEIRS)
    expect(
      written.filter((text) => text.includes(word)),
      word,
    ).toEqual([])
  far.received.length = 0
  await hooks.addClient('Nia Rees')
  await work()
  expect(far.received.map((message) => verified(secret, message))).toMatchObject([{ type: 'client.created' }])
  expect(await hooks.listed()).toMatchObject([{ isOn: true, failingSince: null }])
})
