import type { AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { letCare } from '#testing/care.ts'
import { DESKTOP, newContext, PHONE, theBrowser, type Visitor, visitorIn } from '#testing/e2e.ts'
import { makeGuest } from '#testing/guests.ts'
import { pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { expectFaultless } from '../../../e2e/faultless.ts'
import { openWalk } from '../../../e2e/portal-pages.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

/* A vet's browser with the product as it is built: a film goes up with its own day, opens in the viewer over the page, and closes with the access. */

let server: TestServer
let url: string
let context: BrowserContext
let vet: Visitor
const today = dayOf(currentTime(), 'Europe/London')
const walk = openWalk('care')
const PATIENCE = { timeout: 20_000 }

beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  context = await newContext(await theBrowser(), {
    baseURL: url,
    viewport: { width: PHONE, height: 812 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  vet = await visitorIn(context, url)
})
afterAll(async () => {
  await context.close()
  await server.stop()
})

/** Half a millimetre a point, taken three weeks ago. */
const film = () =>
  Buffer.from(
    writeDicom({
      elements: pictureElements({ columns: 400, rows: 300, stored: 12 }, [
        [0x00080020, 'DA', addDays(today, -21).replaceAll('-', '')],
        [0x00100010, 'PN', 'Rees^Seren'],
        [0x00181164, 'DS', '0.5\\0.5'],
      ]),
      pixels: words(Array.from({ length: 400 * 300 }, (_, n) => (n % 400) * 10)),
    }),
  )

test('a vet sends a film, looks at it, and ends their access', async () => {
  const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
  const clientId = await made('/api/clients', { name: 'Ffion Rees' })
  const horseId = await made('/api/horses', { name: 'Seren', clientId, flags: ['kicks'] })
  const { personId, cookies } = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  const { page } = vet
  const path = `/my/care/${server.gareth.practiceId}/${horseId}`
  await page.goto('/my')
  await page.getByRole('link', { name: /^Seren/ }).click()
  await page.getByLabel('Choose files').setInputFiles({ name: 'IM1', mimeType: '', buffer: film() })
  await page.getByText('IM1 is sent. The farrier has it with the horse.').waitFor(PATIENCE)
  for (const width of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height: 812 })
    await walk.look(page, '/my/care', width)
    await walk.look(page, `${path}/notes`, width)
    await walk.look(page, path, width)
  }
  const [filed] = await server.asOwner(
    `select file_type, taken_on::text as day, uploaded_by from attachments where horse_id = '${horseId}'`,
  )
  expect(filed).toEqual({ file_type: 'radiograph', day: addDays(today, -21), uploaded_by: 'vet' })
  await page.getByRole('link', { name: 'Look at the film' }).click()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Length', exact: true }).waitFor(PATIENCE)
  await walk.lookHere(page, PHONE, 'a film')
  await viewer.getByRole('button', { name: 'Length', exact: true }).click(PATIENCE)
  await viewer.getByRole('button', { name: 'Add length' }).click(PATIENCE)
  await viewer
    .getByText(/\d mm$/)
    .first()
    .waitFor(PATIENCE)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/my/care/*/${horseId}`, PATIENCE)
  await page.getByText('End my access', { exact: true }).click()
  await page.getByRole('button', { name: 'End my access to Seren' }).click()
  await page.getByText('No horse is open to you now.').waitFor(PATIENCE)
  expect(vet.problems).toEqual([])
  expect((await page.goto(path))?.status()).toBe(410)
  await page.getByText('Your access to Seren ended on').waitFor(PATIENCE)
  await expectFaultless(page, 'an access that has ended', PHONE)
  await walk.expectAllLooked([PHONE])
})
