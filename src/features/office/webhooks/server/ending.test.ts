import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stopWebhooks } from '#features/office/webhooks/server/restored.ts'
import { sealWebhooksAgain } from '#features/office/webhooks/server/seal-webhooks-again.ts'
import { deletePracticeRows } from '#platform/server/database/copy-practice.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { resetClock } from '#testing/set-clock.ts'
import { OK, verified } from '#testing/webhook-receiver.ts'
import { startWebhookWorld, vaultOf, webhooksIn } from '#testing/webhook-world.ts'

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

const onEnterprise = async (columns = `tier = 'enterprise'`) => {
  await world.server.asOwner(`update directory.practices set ${columns} where id = '${gareth.practiceId}'`)
  return { isTestVersion: false }
}

describe('webhooks end', () => {
  test.each([
    ['a smaller plan', `tier = 'professional'`],
    ['a plan that has ended', `tier = 'enterprise', paid_until = '2020-01-01'`],
  ])('with %s: they are off, and nothing that waits is sent', async (_, columns) => {
    const { webhook } = await hooks.make()
    await hooks.addClient()
    await world.work(await onEnterprise())
    expect(world.far.types()).toEqual(['client.created'])
    await hooks.addClient()
    await world.work(await onEnterprise(columns))
    expect(world.far.received).toEqual([])
    expect(await hooks.listed()).toMatchObject([{ isOn: false, offWhy: 'plan' }])
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'stopped' }, { state: 'delivered' }])
    await hooks.addClient()
    expect(await hooks.deliveries(webhook.id)).toHaveLength(2)
    expect((await gareth.delete(`/api/webhooks/${webhook.id}`)).statusCode).toBe(204)
    expect(await hooks.listed()).toEqual([])
  })

  test('with their practice', async () => {
    const { webhook } = await hooks.make()
    await hooks.addClient()
    await gareth.inPractice((tx) => deletePracticeRows(tx))
    await world.server.db.withDirectory((tx) => tx.deleteFrom('directory.practices').where('id', '=', gareth.practiceId).execute())
    await world.work()
    expect(world.far.received).toEqual([])
    const left = `select from webhooks where id = '${webhook.id}' union all select from webhook_deliveries where webhook_id = '${webhook.id}'
      union all select from directory.webhook_wakes where practice_id = '${gareth.practiceId}'`
    expect(await world.server.asOwner(left)).toEqual([])
  })

  test('with a restore, so that nothing goes twice or to an address of old', async () => {
    const { webhook } = await hooks.make()
    await hooks.addClient()
    await gareth.inPractice((tx) => stopWebhooks(tx, { practiceId: gareth.practiceId, mayHaveHappenedUntil: null }))
    await hooks.addClient()
    await world.work()
    expect(world.far.received).toEqual([])
    expect(await hooks.listed()).toMatchObject([{ id: webhook.id, isOn: false, offWhy: 'restored' }])
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'stopped' }])
    await gareth.put(`/api/webhooks/${webhook.id}`, { isOn: true })
    await hooks.addClient()
    await world.work()
    expect(world.far.types()).toEqual(['client.created'])
  })

  test('where no key of ours opens their secret, until there is a new one', async () => {
    const { webhook } = await hooks.make()
    await hooks.addClient()
    await world.work({ vault: vaultOf(9) })
    expect(world.far.received).toEqual([])
    expect(await hooks.listed()).toMatchObject([{ isOn: false, offWhy: 'key' }])
    expect(await tasks()).toHaveLength(1)
    await world.server.asOwner(`update webhooks set vault_key_id = 'another' where id = '${webhook.id}'`)
    expect((await gareth.put(`/api/webhooks/${webhook.id}`, { isOn: true })).json()).toMatchObject({ code: 'webhook_secret_lost' })
    const { secret, webhook: renewed } = await hooks.rotate(webhook.id)
    expect(renewed.oldSecretUntil).toBeNull()
    await gareth.put(`/api/webhooks/${webhook.id}`, { isOn: true })
    await hooks.addClient()
    await world.work()
    expect(world.far.received[0] && verified(secret, world.far.received[0])).toMatchObject({ type: 'client.created' })
  })
})

test('a new key of the vault seals both secrets again', async () => {
  const { secret, webhook } = await hooks.make()
  const { secret: newer } = await hooks.rotate(webhook.id)
  const both = vaultOf(2, 1)
  expect(await gareth.inPractice((tx) => sealWebhooksAgain(tx, both))).toBe(1)
  expect(await gareth.inPractice((tx) => sealWebhooksAgain(tx, both))).toBe(0)
  await hooks.addClient()
  await world.work({ vault: vaultOf(2) })
  for (const each of [secret, newer])
    expect(world.far.received[0] && verified(each, world.far.received[0])).toMatchObject({ type: 'client.created' })
})
