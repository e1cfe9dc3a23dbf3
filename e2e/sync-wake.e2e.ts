import type { CDPSession } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, shareHouse } from '#testing/e2e.ts'
import { handScript } from '#testing/e2e-hand.ts'
import { type Device, openPractice, type Practice, recordByHand, waiting } from '#testing/e2e-practice.ts'

/** Without a push, a device polls every 30 s: far more than this, on a busy machine too. */
const CALLED_WITHIN_MS = 15_000

let house: House
beforeAll(async () => {
  house = shareHouse()
  // Building it takes a while, and no device may poll in the meantime.
  await handScript()
})
afterAll(() => house.close())

const addClient = ({ page }: Device, name: string) => recordByHand(page, [[{ action: 'CREATE', entity: 'clients', data: { name } }]])
const names = async (practice: Practice) =>
  (await practice.ask<{ name: string }>('select name from clients where practice_id = $1 order by name')).map((row) => row.name)

test('a change made on one device shows on the other at once, called by the server', async () => {
  const practice = await openPractice(house, 'Two Devices')
  const one = await practice.device()
  const isListening = Promise.withResolvers<void>()
  const other = await practice.device({
    prepare: async ({ page }) => page.on('response', (answer) => answer.url().endsWith('/api/sync/events') && isListening.resolve()),
  })
  await isListening.promise
  await addClient(one, 'Bryn Called')
  await other.page.getByText('Bryn Called').first().waitFor({ timeout: CALLED_WITHIN_MS })
})

test('what was recorded without signal goes when the signal returns, though the app was closed by then', async () => {
  const practice = await openPractice(house, 'Closed In The Barn')
  const device = await practice.device({ keepsApp: true })
  const worker = await workerOf(device)
  await device.airplane(true)
  // Occasionally a page in the background still gets a request out.
  await device.page.route('**/api/sync/push', (route) => route.abort())
  await addClient(device, 'Elin Pocketed')
  await worker.stay.goto('about:blank')
  await device.page.close()
  expect(await names(practice)).toEqual([])
  await device.airplane(false)
  const syncAndLook = async () => {
    await worker.say('pritchel-send')
    return names(practice)
  }
  await expect.poll(syncAndLook, waiting('it has gone, once the browser has tried often enough')).toEqual(['Elin Pocketed'])
  await worker.say('pritchel-send')
  expect(await names(practice)).toEqual(['Elin Pocketed'])
})

/** The device's service worker, and how the browser notifies it of a network; through a page that is no part of the app. */
async function workerOf({ page, context }: Device) {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const stay = await context.newPage()
  await stay.goto(`${house.url}/icons/favicon.svg`)
  const session = await context.newCDPSession(stay)
  const registrationId = await registrationOf(session)
  const origin = new URL(house.url).origin
  return {
    stay,
    say: (tag: string) => session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false }),
  }
}

async function registrationOf(session: CDPSession): Promise<string> {
  const found = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find((one) => !one.isDeleted && one.scopeURL.startsWith(house.url))
    if (own) found.resolve(own.registrationId)
  })
  await session.send('ServiceWorker.enable')
  return found.promise
}
