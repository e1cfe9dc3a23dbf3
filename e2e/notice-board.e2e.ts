import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { writtenAsDocumented } from '#testing/as-documented.ts'
import type { FarSide } from '#testing/calendar-suite.ts'
import { expectAccessible, LONGEST_WAIT_MS, PHONE, shareClock, theBrowser, type Visitor, visitorIn } from '#testing/e2e.ts'
import { noticeBoardStarter } from '#testing/notice-board.ts'
import { spawnServer } from '#testing/server-process.ts'

/* The server of a third party who has added the connector that docs/INTEGRATIONS.md writes, and nothing else. */

const ZONE = 'Europe/London'
const day = addDays(dayOf(currentTime(), ZONE), 3)
const { folder, remove } = writtenAsDocumented()
const data = mkdtempSync(join(tmpdir(), 'pritchel-notice-board-'))
let far: FarSide
let server: Awaited<ReturnType<typeof spawnServer>>
let farrier: Visitor
let url: string

beforeAll(async () => {
  far = await noticeBoardStarter.start()
  chmodSync(data, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
  const port = String(await freePort())
  url = `http://localhost:${port}`
  server = await spawnServer({ PORT: port, PRITCHEL_DATA: data, PRITCHEL_REACH: far.host, LOG_LEVEL: 'error' }, folder)
  const context = await (await theBrowser()).newContext({ baseURL: url, viewport: { width: PHONE, height: 812 }, serviceWorkers: 'block' })
  await shareClock(context)
  farrier = await visitorIn(context, url)
})
afterAll(async () => {
  await farrier.context.close()
  const over = new Promise((done) => server.once('close', done))
  server.kill()
  await over
  await far.stop()
  remove()
  rmSync(data, { recursive: true, force: true })
})

test('its card is there, takes the key, and puts the diary on the board', async () => {
  const { page, api, problems } = farrier
  const who = { firstName: 'Gwen', lastName: 'Farrow', email: 'gwen@practice.example', password: 'hot iron, cold water' }
  await api.post('/api/auth/register', { ...who, practiceName: 'Pinned Up' })
  const [startTime, endTime] = ['09:00', '10:00'].map((time) => instantOf(day, time, ZONE).toISOString())
  await api.post('/api/appointments', { title: 'Dentist', startTime, endTime })

  await page.goto(`${url}/integrations`)
  const card = page.getByRole('listitem').filter({ hasText: 'Notice board' })
  await card.getByText("Your days on your village hall's notice board").waitFor()
  await card.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The warden of the hall gives it to you.').waitFor()
  await dialog.getByLabel('Address').fill(far.credentials.address ?? '')
  await dialog.getByLabel('Key').fill(far.credentials.key)
  await expectAccessible(page, 'the dialog of a connector that others wrote')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('dialog', { name: 'Notice board' }).getByRole('button', { name: 'Done' }).click()
  await card.getByText('Connected', { exact: true }).waitFor()
  await card.getByText(/^Up to date/).waitFor()

  const headers = { authorization: `Bearer ${far.credentials.key}` }
  const [board] = (await (await fetch(`${far.credentials.address}/boards`, { headers })).json()) as { slug: string }[]
  await expect.poll(() => far.phone.count(`/boards/${board?.slug}`), { timeout: LONGEST_WAIT_MS }).toBe(1)
  expect(problems).toEqual([])
})
