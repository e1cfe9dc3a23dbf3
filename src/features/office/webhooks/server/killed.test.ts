import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MORTAL_DELIVERER, startMortalDeliverer } from '#testing/mortal-deliverer.ts'
import { resetClock } from '#testing/set-clock.ts'
import { OK } from '#testing/webhook-receiver.ts'
import { MINUTE_MS, pass, startWebhookWorld, vaultKey, webhooksIn } from '#testing/webhook-world.ts'
import { atLength } from '#testing/whole.ts'

const KILLS = atLength(3, 20)
const MESSAGES = 60

let world: Awaited<ReturnType<typeof startWebhookWorld>>
beforeAll(async () => {
  world = await startWebhookWorld()
})
afterEach(resetClock)
afterAll(() => world.stop())

test(`the worker is killed ${KILLS} times between sending and recording: every message comes, and what comes again has the id it had`, async () => {
  const hooks = webhooksIn(world.server.gareth, world.far)
  const { webhook } = await hooks.make()
  for (let n = 0; n < MESSAGES; n++) await hooks.addClient(`Client ${n}`)
  const made = (await world.server.asOwner(`select id, subject_id from webhook_deliveries where webhook_id = '${webhook.id}'`)) as {
    id: string
    subject_id: string
  }[]
  const worker = () => startMortalDeliverer(world.server.db, { host: world.far.host, vaultKeys: [vaultKey(1)] })
  for (let n = 0; n < KILLS; n++) {
    let dying: ReturnType<typeof startMortalDeliverer> | undefined
    const last = world.far.received.length + 3 + n
    // The receiver has it, and the worker never records that.
    world.far.by((message, response) => (world.far.received.length < last ? OK(message, response) : void dying?.kill()))
    dying = worker()
    expect(await dying.ended).toBe('SIGKILL')
    await expect.poll(() => world.server.asOwner(`select from pg_stat_activity where application_name = '${MORTAL_DELIVERER}'`)).toEqual([])
    pass(2 * MINUTE_MS)
  }
  world.far.by(OK)
  const survivor = worker()
  const open = async () =>
    world.server.asOwner(`select from webhook_deliveries where webhook_id = '${webhook.id}' and state <> 'delivered'`)
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
  survivor.kill()
  await survivor.ended
  const subjects = new Map(made.map(({ id, subject_id }) => [id, subject_id]))
  for (const { id, body } of world.far.received) expect((JSON.parse(body) as { id: string }).id).toBe(subjects.get(id))
  expect(new Set(world.far.received.map(({ id }) => id))).toEqual(new Set(subjects.keys()))
  // Something did come twice, or nothing was shown.
  expect(world.far.received.length).toBeGreaterThan(MESSAGES)
})
