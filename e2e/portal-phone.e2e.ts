import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { type Device, openPractice, type Practice, readCopy, recordByHand, waiting } from '#testing/e2e-practice.ts'
import { signInByOutbox } from './portal-sign-in.ts'

const PUSH = '**/api/sync/push'
const FFION = 'ffion@phone.example'
const AS_AT = /^No signal\. You see this as at \d\d:\d\d, \w{3} \d{1,2} \w{3}\.$/
const today = dayOf(currentTime(), 'Europe/London')

/** Everything that is kept in the browser for the portal: the names of its stores, and every word in them. */
const KEPT = `(async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('pritchel-my'))
  const words = []
  for (const name of names) {
    const store = await caches.open(name)
    for (const request of await store.keys()) {
      const kept = await store.match(request)
      words.push(request.url, JSON.stringify([...kept.headers]), name.endsWith('-files') ? '' : await kept.text())
    }
  }
  const notes = Object.entries(localStorage).filter(([key]) => key.startsWith('my/'))
  const databases = (await indexedDB.databases()).map(({ name }) => name).filter((name) => /(^|-)my/.test(name))
  return { names, words: words.join('\\n'), notes, databases }
})()`
type Kept = { names: string[]; words: string; notes: unknown[]; databases: string[] }

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

describe('on a phone that is a farrier’s too, an owner', () => {
  let practice: Practice
  let farrier: Device
  let page: Page
  let ffionId: string
  let huwId: string
  let queueBefore: unknown

  const add = async (path: string, body: object) => (await farrier.api.post<{ id: string }>(path, body)).id
  const kept = () => page.evaluate(KEPT) as Promise<Kept>
  const queue = async () => (await readCopy(farrier.page))?.queue.map(({ opId, entity, data }) => ({ opId, entity, data }))
  /** A new window, as the icon on the home screen opens it. */
  const fromIcon = async () => {
    const opened = await farrier.context.newPage()
    await page.close()
    page = opened
    await page.goto('/my')
  }
  const untilKept = (word: string) => expect.poll(async () => (await kept()).words, waiting(`${word} is kept`)).toContain(word)
  /** Until the page of this, and what is fetched after it, is here. */
  const untilWhole = async (path: string) => {
    for (const last of [`/my/at/no-bar-of-signal/${path}`, '/my/no-signal', '/theme.js']) await untilKept(`${house.url}${last}`)
  }
  const place = (name: string) => page.getByRole('navigation', { name: 'My horses' }).getByRole('link', { name })
  const waits = () => page.getByRole('region', { name: 'Not sent yet' })
  const handed = async (clientId: string) => {
    const { link } = await farrier.api.post<{ link: string }>(`/api/clients/${clientId}/portal/invite`, { how: 'handed' })
    await page.goto(new URL(link).pathname)
    await page.getByRole('button', { name: 'Open my horses' }).click()
    await page.waitForURL('**/my')
  }

  test('signs in, in the browser in which the farrier has changes that are not sent', async () => {
    practice = await openPractice(house, 'No Bar of Signal')
    farrier = await practice.device({ width: PHONE, keepsApp: true })
    ffionId = await add('/api/clients', { name: 'Ffion Rees', email: FFION })
    huwId = await add('/api/clients', { name: 'Huw Pugh' })
    const horseId = await add('/api/horses', { name: 'Conker', clientId: ffionId })
    await add('/api/horses', { name: 'Pebble', clientId: huwId })
    const times = { startTime: `${addDays(today, 3)}T09:00:00Z`, endTime: `${addDays(today, 3)}T10:00:00Z` }
    await add('/api/appointments', { title: '', clientId: ffionId, horses: [{ horseId }], ...times })
    await farrier.api.put('/api/money/settings', { bank: { accountName: 'G Farrow', sortCode: '20-00-00', accountNumber: '55779911' } })
    await add('/api/charges', { clientId: ffionId, description: 'Full set new', unitPence: 9500 })
    await add('/api/invoices', { payerClientId: ffionId })
    await farrier.api.post(`/api/clients/${ffionId}/portal/invite`, { how: 'email' })
    await farrier.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await farrier.context.route(PUSH, (route) => route.abort())
    await recordByHand(farrier.page, [[{ action: 'CREATE', entity: 'clients', data: { name: 'Not Sent Yet' } }]])
    await expect.poll(async () => (await queue())?.length, waiting('a change waits')).toBe(1)
    queueBefore = await queue()
    page = await farrier.context.newPage()
    // The farrier's app has a service worker here, which has no part in these.
    for (const path of ['/my/sign-in', '/join/nothing', '/share/nothing'])
      expect((await page.goto(path))?.fromServiceWorker(), path).toBe(false)
    await signInByOutbox(page, farrier.api, FFION)
    await page.getByRole('button', { name: 'Yes, show me' }).click()
    await page.getByRole('link', { name: /^Conker no date/ }).waitFor()
  })

  test('reads horses, visits and bills without a signal, as they were last', async () => {
    await page.goto('/my')
    await untilWhole('invoices/')
    await farrier.context.setOffline(true)
    await fromIcon()
    await page.getByRole('status').filter({ hasText: AS_AT }).waitFor()
    await page.getByRole('link', { name: /^Conker no date/ }).click()
    await page.getByRole('heading', { name: 'Conker', level: 1 }).waitFor()
    await page.getByText(AS_AT).waitFor()
    await place('Visits').click()
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByText('Give the gate code').waitFor()
    await place('Money').click()
    await page
      .getByRole('link', { name: /£95|Invoice/ })
      .first()
      .click()
    await page.getByText('Full set new').waitFor()
    const dead = place('Messages needs a signal')
    expect([await dead.getAttribute('aria-disabled'), await dead.getAttribute('href')]).toEqual(['true', null])
    await page.goto('/my/messages')
    await page.getByRole('heading', { name: 'No signal', level: 1 }).waitFor()
  })

  test('is shown nothing that is older than thirty days', async () => {
    await page.evaluate(`(async () => {
      const store = await caches.open('pritchel-my-pages')
      const kept = await store.match('/my/visits')
      const headers = new Headers(kept.headers)
      headers.set('my-kept-at', String(Number(headers.get('my-kept-at')) - 31 * 86_400_000))
      await store.put('/my/visits', new Response(await kept.text(), { headers }))
    })()`)
    await page.goto('/my/visits')
    await page.getByRole('heading', { name: 'No signal', level: 1 }).waitFor()
    expect((await kept()).words).not.toContain(`${house.url}/my/visits\n`)
    await farrier.context.setOffline(false)
    await page.goto('/my/visits')
    await untilKept(`${house.url}/my/visits\n`)
    await farrier.context.setOffline(true)
  })

  test('keeps what was typed without a signal, and sends it by a press, never automatically', async () => {
    await page.goto('/my/visits')
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByText('Give the gate code').click()
    await page.getByLabel('Gate code, or where the key is').fill('2580 and lift')
    await page.getByRole('button', { name: 'Give the code' }).click()
    await page.getByText('It hasn’t gone. What you wrote is still here, and is kept on this phone').waitFor()
    await fromIcon()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('It hasn’t gone.').waitFor()
    await fromIcon()
    await waits().getByText('2580 and lift').waitFor()
    await waits()
      .getByRole('button', { name: /^Send: Give the gate code/ })
      .click()
    await waits().getByText('It still hasn’t gone.').waitFor()
    await farrier.context.setOffline(false)
    await fromIcon()
    const answers = () => practice.ask('select kind, words from visit_answers where practice_id = $1')
    expect(await answers()).toEqual([])
    await waits()
      .getByRole('button', { name: /^Throw away: No Bar of Signal: Confirm/ })
      .click()
    await waits()
      .getByRole('button', { name: /^Send: Give the gate code/ })
      .click()
    await page.getByText('What you said').waitFor()
    expect(await answers()).toEqual([{ kind: 'gate_code', words: '2580 and lift' }])
    await page.goto('/my')
    expect(await waits().count()).toBe(0)
  })

  test('finds nothing of hers once someone else is signed in here', async () => {
    await farrier.context.setOffline(true)
    await page.goto('/my')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('It hasn’t gone.').waitFor()
    await farrier.context.setOffline(false)
    // Her session ended without this browser being notified.
    await farrier.context.clearCookies({ name: /-my$/ })
    await handed(huwId)
    await untilKept('Pebble')
    await untilWhole('horses/')
    const { words } = await kept()
    expect(['Conker', 'Ffion', 'confirmed'].filter((word) => words.includes(word))).toEqual([])
    expect(await waits().count()).toBe(0)
  })

  test('has nothing left at the first contact after the farrier ended it', async () => {
    await farrier.context.setOffline(true)
    await fromIcon()
    await page.getByRole('link', { name: /^Pebble no date/ }).click()
    await page.getByRole('heading', { name: 'Pebble', level: 1 }).waitFor()
    await farrier.context.setOffline(false)
    await farrier.api.post(`/api/clients/${huwId}/portal/end`, {})
    await page.goto('/my/settings')
    await expect.poll(async () => (await kept()).words, waiting('Pebble is gone')).not.toContain('Pebble')
    expect((await kept()).words).not.toContain('/horses/')
    await farrier.context.setOffline(true)
    await fromIcon()
    expect(await page.getByText('Pebble').count()).toBe(0)
    await farrier.context.setOffline(false)
  })

  test('leaves nothing at all by signing out, and the farrier’s unsent changes as they were', async () => {
    await handed(huwId)
    await untilWhole('horses/')
    await page.goto('/my/settings')
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/my/sign-in')
    await expect.poll(kept, waiting('all is gone')).toEqual({ names: [], words: '', notes: [], databases: [] })
    await page.goto('/my/privacy')
    expect(await kept()).toEqual({ names: [], words: '', notes: [], databases: [] })
    expect(await queue()).toEqual(queueBefore)
    await farrier.context.unroute(PUSH)
    await farrier.page.reload()
    await expect.poll(async () => (await queue())?.length, waiting('it is sent')).toBe(0)
    expect(await practice.ask('select name from clients where practice_id = $1 and name = $2', 'Not Sent Yet')).toHaveLength(1)
    expect(farrier.problems.filter((problem) => !/net::ERR_(FAILED|INTERNET_DISCONNECTED)|status of 404/.test(problem))).toEqual([])
  })
})
