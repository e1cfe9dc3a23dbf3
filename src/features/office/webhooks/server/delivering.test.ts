import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RETRIES_MS } from '#features/office/webhooks/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { EVIL_ADDRESSES } from '#testing/evil-addresses.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { resetClock } from '#testing/set-clock.ts'
import { answers, HANGS, OK, verified } from '#testing/webhook-receiver.ts'
import { DAY_MS, MINUTE_MS, pass, reachIn, startWebhookWorld, webhooksIn } from '#testing/webhook-world.ts'

let world: Awaited<ReturnType<typeof startWebhookWorld>>
let gareth: FixturePractice
let hooks: ReturnType<typeof webhooksIn>
beforeAll(async () => {
  world = await startWebhookWorld()
})
beforeEach(async () => {
  gareth = await makeFixturePractice(world.server.app, 'Gareth Probert')
  hooks = webhooksIn(gareth, world.far)
  world.far.by(OK)
})
afterEach(() => {
  resetClock()
  world.far.received.length = 0
})
afterAll(() => world.stop())

const tasks = async () =>
  world.server.asOwner(`select title, notes from tasks where practice_id = '${gareth.practiceId}' and deleted_at is null order by id`)

let addresses = 0
const onEnterprise = async (columns = `tier = 'enterprise'`) => {
  await world.server.asOwner(`update directory.practices set ${columns} where id = '${gareth.practiceId}'`)
  return { isTestVersion: false }
}

describe('a message', () => {
  test('is signed as the library that receivers use verifies it, and has nothing of the record in it', async () => {
    const { secret } = await hooks.make()
    const { id, rev } = (await gareth.post('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })).json<{
      id: string
      rev: number
    }>()
    await world.work()
    const [message, ...more] = world.far.received
    expect(more).toEqual([])
    expect(message && verified(secret, message)).toEqual({ type: 'client.created', id, rev: rev ?? 1, at: expect.any(String) })
    expect(Object.keys(JSON.parse(message?.body ?? ''))).toEqual(['type', 'id', 'rev', 'at'])
    expect(Math.abs(Number(message?.headers['webhook-timestamp']) * 1000 - (message?.atMs ?? 0))).toBeLessThan(20_000)
    const { secret: other } = await hooks.make()
    expect(() => message && verified(other, message)).toThrow('No matching signature found')
    expect(() => message && verified(secret, { ...message, body: message.body.replace('created', 'removed') })).toThrow()
  })

  test('is signed by both secrets for a day after a new one was made, then by the new one alone', async () => {
    const { secret, webhook } = await hooks.make()
    const { secret: newer } = await hooks.rotate(webhook.id)
    expect(newer).not.toBe(secret)
    await hooks.addClient()
    await world.work()
    const [both] = world.far.received.splice(0)
    expect(both?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const each of [secret, newer]) expect(both && verified(each, both)).toMatchObject({ type: 'client.created' })
    const { secret: third } = await hooks.rotate(webhook.id)
    await hooks.addClient()
    await world.work()
    const [after] = world.far.received.splice(0)
    expect(() => after && verified(secret, after)).toThrow('No matching signature found')
    for (const each of [newer, third]) expect(after && verified(each, after)).toMatchObject({ type: 'client.created' })
    pass(DAY_MS)
    await hooks.addClient()
    await world.work()
    const [last] = world.far.received.splice(0)
    expect(() => last && verified(newer, last)).toThrow('No matching signature found')
    expect(last && verified(third, last)).toMatchObject({ type: 'client.created' })
    expect(last?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  test('goes to each webhook that wants it, and to none that is off or wants other things', async () => {
    const [one, other, off] = [await hooks.make(), await hooks.make({ things: ['horse'] }), await hooks.make()]
    await gareth.put(`/api/webhooks/${off.webhook.id}`, { isOn: false })
    await hooks.addClient()
    await world.work()
    expect(world.far.types()).toEqual(['client.created'])
    const counts = await Promise.all([one, other, off].map(async ({ webhook }) => (await hooks.deliveries(webhook.id)).length))
    expect(counts).toEqual([1, 0, 0])
    await gareth.put(`/api/webhooks/${off.webhook.id}`, { isOn: true })
    await hooks.addClient()
    await world.work()
    expect(world.far.types()).toEqual(['client.created', 'client.created'])
  })

  test('is sent once where two workers look at the same time', async () => {
    const { webhook } = await hooks.make()
    for (let n = 0; n < 40; n++) await hooks.addClient(`Client ${n}`)
    const both = [world.work(), world.server.asOwner('update directory.webhook_wakes set due_at = clock_now()').then(() => world.work())]
    await Promise.all(both)
    expect(world.far.received).toHaveLength(40)
    expect(new Set(world.far.received.map(({ id }) => id)).size).toBe(40)
    expect((await hooks.deliveries(webhook.id)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  test('is sent again under the same id, when that is pressed', async () => {
    const { webhook } = await hooks.make()
    await hooks.addClient()
    await world.work()
    const [sent] = await hooks.deliveries(webhook.id)
    expect(sent).toMatchObject({ state: 'delivered', attempts: 1, status: 204, body: world.far.received[0]?.body })
    expect((await gareth.post(`/api/webhook-deliveries/${sent?.id}/again`)).json()).toMatchObject({ state: 'waiting', attempts: 0 })
    await world.work()
    expect(world.far.received.map(({ id }) => id)).toEqual([sent?.id, sent?.id])
    await gareth.put(`/api/webhooks/${webhook.id}`, { isOn: false })
    expect((await gareth.post(`/api/webhook-deliveries/${sent?.id}/again`)).json()).toMatchObject({ code: 'webhook_off' })
  })

  test('is shown for 30 days', async () => {
    const { webhook } = await hooks.make()
    await hooks.addClient()
    await world.work()
    pass(30 * DAY_MS - MINUTE_MS)
    await world.work()
    const count = async () => (await world.server.asOwner(`select from webhook_deliveries where webhook_id = '${webhook.id}'`)).length
    expect(await count()).toBe(1)
    pass(2 * MINUTE_MS)
    await world.work()
    expect(await count()).toBe(0)
  })
})

describe('a receiver', () => {
  test('that was down for three days gets each message, in any order, by its id once', async () => {
    const { webhook } = await hooks.make()
    world.far.by(answers(503))
    const made = new Set<string>()
    const got = new Map<string, number>()
    const downUntil = currentMs() + 3 * DAY_MS
    for (let n = 0; n < 12; n++) {
      await hooks.addClient(`Client ${n}`)
      await world.work()
      pass(6 * 60 * MINUTE_MS)
    }
    for (const { id } of await hooks.deliveries(webhook.id)) made.add(id)
    expect(made.size).toBe(12)
    while (currentMs() < downUntil) {
      await world.work()
      pass(60 * MINUTE_MS)
    }
    world.far.received.length = 0
    world.far.by(OK)
    for (let hours = 0; hours < 24 * 5; hours++) {
      await world.work()
      pass(60 * MINUTE_MS)
    }
    for (const { id } of world.far.received) got.set(id, (got.get(id) ?? 0) + 1)
    expect(new Set(got.keys())).toEqual(made)
    expect([...got.values()].every((count) => count === 1)).toBe(true)
    expect(await hooks.listed()).toMatchObject([{ isOn: true, failingSince: null }])
  })

  test('is tried again after 5 s, 5 m, 30 m, 2, 5, 10, 14, 20 and 24 hours, then no more', async () => {
    const { webhook } = await hooks.make()
    world.far.by(answers(500))
    await hooks.addClient()
    for (const [n, wait] of RETRIES_MS.entries()) {
      await world.work()
      expect(world.far.received, `before retry ${n + 1}`).toHaveLength(n + 1)
      pass(wait - 1000)
      await world.work()
      expect(world.far.received, `too early for retry ${n + 1}`).toHaveLength(n + 1)
      pass(1001)
    }
    await world.work()
    expect(world.far.received).toHaveLength(RETRIES_MS.length + 1)
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'failed', attempts: 10, status: 500, nextAt: null }])
    pass(10 * DAY_MS)
    await world.work()
    expect(world.far.received).toHaveLength(RETRIES_MS.length + 1)
  })

  test('that fails for five days is switched off, and its owner has one task of it', async () => {
    const { webhook } = await hooks.make()
    world.far.by(answers(500))
    await hooks.addClient()
    await world.work()
    expect(await hooks.listed()).toMatchObject([{ isOn: true, failingSince: expect.any(String) }])
    pass(5 * DAY_MS - MINUTE_MS)
    await hooks.addClient('Before')
    await world.work()
    expect(await hooks.listed()).toMatchObject([{ isOn: true }])
    expect(await tasks()).toEqual([])
    pass(2 * MINUTE_MS)
    await hooks.addClient('After')
    await hooks.addClient('And another')
    await world.work()
    expect(await hooks.listed()).toMatchObject([{ isOn: false, offWhy: 'failing' }])
    expect(await tasks()).toEqual([{ title: `The webhook to ${world.far.host} is off`, notes: expect.stringContaining('for five days') }])
    expect((await hooks.deliveries(webhook.id)).filter(({ state }) => state === 'waiting')).toEqual([])
    await hooks.addClient('Nothing is born of this')
    await world.work()
    expect(await tasks()).toHaveLength(1)
    expect(await hooks.deliveries(webhook.id)).toHaveLength(4)
  })

  test('that answers 410 is switched off at once', async () => {
    const { webhook } = await hooks.make()
    world.far.by(answers(410))
    await hooks.addClient()
    await hooks.addClient('Another')
    await world.work()
    expect(await hooks.listed()).toMatchObject([{ isOn: false, offWhy: 'gone' }])
    expect(await tasks()).toHaveLength(1)
    expect((await hooks.deliveries(webhook.id)).map(({ state }) => state)).toEqual(['stopped', 'stopped'])
    world.far.received.length = 0
    pass(DAY_MS)
    await world.work()
    expect(world.far.received).toEqual([])
  })

  test.each([
    ['a redirect', answers(302, { location: 'https://elsewhere.example/' }), { status: 302, fault: 'answer' }],
    ['404', answers(404), { status: 404, fault: 'answer' }],
    ['429', answers(429, { 'retry-after': '5' }), { status: 429, fault: 'answer' }],
    ['nothing', HANGS, { status: null, fault: 'silent' }],
    ['too much', answers(200, {}, 'x'.repeat(200_000)), { status: null, fault: 'too_large' }],
    [
      'half of it',
      ((_, response) => void response.writeHead(200, { 'content-length': '50' }).write('x', () => response.destroy())) as typeof OK,
      { status: null, fault: 'silent' },
    ],
  ] as const)('that answers with %s is tried again', async (_, answering, shown) => {
    const { webhook } = await hooks.make()
    world.far.by(answering)
    await hooks.addClient()
    await world.work(answering === HANGS ? { reach: reachIn(world.far.host, 400) } : {})
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'waiting', attempts: 1, ...shown }])
    expect(world.far.received).toHaveLength(1)
    world.far.by(OK)
    pass(6000)
    await world.work()
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204, fault: null }])
  })

  test('that answers 200, 201 or 204 has it', async () => {
    for (const status of [200, 201, 204, 299]) {
      const { webhook } = await hooks.make()
      world.far.by(answers(status))
      await hooks.addClient()
      await world.work()
      expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'delivered', status }])
      await gareth.delete(`/api/webhooks/${webhook.id}`)
    }
  })

  test('that is silent keeps another waiting no longer than a pass', async () => {
    const [silent, quick] = [await hooks.make(), await hooks.make({ url: world.far.url.replace('pritchel', 'quick') })]
    world.far.by((message, response) => (message.headers.host && response.req.url === '/quick' ? OK(message, response) : undefined))
    for (let n = 0; n < 20; n++) await hooks.addClient(`Client ${n}`)
    await world.work({ reach: reachIn(world.far.host, 2000) })
    expect((await hooks.deliveries(quick.webhook.id)).every(({ state }) => state === 'delivered')).toBe(true)
    expect((await hooks.deliveries(silent.webhook.id)).every(({ state, attempts }) => state === 'waiting' && attempts === 1)).toBe(true)
  })
})

describe('an address', () => {
  // Where the name of this machine leads is looked at as a message is sent.
  test.for(EVIL_ADDRESSES.filter((address) => address !== 'https://localhost:PORT/'))('%s is refused', async (address) => {
    const { webhook } = await hooks.make()
    const body = { url: address.replace('PORT', '8443'), things: ['client'] }
    for (const [method, url] of [
      ['POST', '/api/webhooks'],
      ['PUT', `/api/webhooks/${webhook.id}`],
    ] as const) {
      const answer = await gareth.send(method, url, body, { remoteAddress: `10.7.0.${++addresses}` })
      expect([answer.statusCode, answer.json().code]).toEqual(address === '' ? [400, 'bad_request'] : [422, 'webhook_address_refused'])
    }
    expect(await hooks.listed()).toMatchObject([{ url: world.far.url }])
  })

  test('whose name leads inside gets nothing', async () => {
    const { webhook } = await hooks.make({ url: 'https://inside.example/hook' })
    await hooks.addClient()
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    await world.work({ ...(await onEnterprise()), reach: openReach({ resolve, mostMs: 400 }) })
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'waiting', fault: 'address', status: null }])
    expect(world.far.received).toEqual([])
  })

  test('of the test version gets nothing, and what would be sent is shown word for word', async () => {
    const { webhook } = await hooks.make({ url: 'https://hooks.example/pritchel' })
    expect(webhook.isRehearsed).toBe(true)
    const { id } = await hooks.addClient()
    let asked = 0
    await world.work({ reach: async () => new Response(`${asked++}`) })
    const [shown] = await hooks.deliveries(webhook.id)
    expect([asked, shown]).toMatchObject([0, { state: 'rehearsed', type: 'client.created', status: null }])
    expect(JSON.parse(shown?.body ?? '')).toMatchObject({ type: 'client.created', id })
    expect((await hooks.make()).webhook.isRehearsed).toBe(false)
  })
})
