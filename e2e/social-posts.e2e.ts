import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blueskyServer } from '#connectors/bluesky/far-pds.ts'
import { startBluesky } from '#connectors/bluesky/far-side.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { expectAccessible, expectNoSidewaysScroll, type House, openHouse, PHONE } from '#testing/e2e.ts'
import { type Device, openPractice, waiting } from '#testing/e2e-practice.ts'
import { pressing } from './taps.ts'

/* A farrier on a phone makes a before and after, posts it, and the owner takes their word back. */

const today = dayOf(currentTime(), 'Europe/London')
const WORDS = 'Four months on. The toe is back.'
const ALT = 'Before and after, 9 months apart: a horse’s near fore. Before is on the left, after on the right.'

type FarSide = Pick<Awaited<ReturnType<typeof startBluesky>>, 'host' | 'credentials' | 'stop'> & {
  posts: () => Promise<{ text: string; altText: string; bytes: Uint8Array }[]>
}
const FAR_SIDES: { name: string; missing: string | null; start: () => Promise<FarSide> }[] = [
  { name: 'a double of Bluesky', missing: null, start: startBluesky },
  { name: 'a real server of Bluesky', ...blueskyServer },
]

for (const { name, missing, start } of FAR_SIDES)
  describe.skipIf(missing !== null)(`posts at ${name}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let far: FarSide
    let house: House
    let phone: Device
    let page: Page
    let ids: { clientId: string; horseId: string }

    beforeAll(async () => {
      far = await start()
      house = await openHouse('social-posts', { reachable: [far.host] })
    })
    afterAll(async () => {
      await house?.close()
      await far?.stop()
    })

    test('a farrier has Bluesky connected', async () => {
      const practice = await openPractice(house, 'Probert Farriery')
      phone = await practice.device({ width: PHONE, keepsApp: true })
      page = phone.page
      ids = await biscuit(house, phone)
      const { key: apiKey, ...where } = far.credentials
      const card = await phone.api.put('/api/integrations/bluesky', { enabled: true, settings: { ...where, apiKey } })
      expect(card).toMatchObject({ status: 'connected', isRehearsed: false })
    })

    const photos = () => page.goto(`${house.url}/horses?horse=${ids.horseId}&tab=photos`)

    test('a draft is written without a signal, and with one it is posted, seen there, and gone once its owner withdraws', async () => {
      await agree(phone, ids.clientId)
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await photos()
      // What is connected is known here once it was asked for, and both photos once they were looked at.
      await page.getByRole('button', { name: 'Before and after', exact: true }).tap()
      await page.getByRole('dialog').getByRole('img').waitFor()
      await page.getByRole('button', { name: 'Make a post' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Make a post' })
      await dialog.getByRole('checkbox', { name: /^Bluesky/ }).waitFor()
      await dialog.getByRole('button', { name: 'Close' }).tap()
      await phone.airplane(true)

      const press = pressing()
      await press(page.getByRole('button', { name: 'Before and after', exact: true }))
      await press(page.getByRole('button', { name: 'Make a post' }))
      await dialog.getByText('No signal. It goes when you have some.').waitFor()
      await press(dialog.getByRole('textbox', { name: /^Words/ }))
      await page.keyboard.type(WORDS)
      await press(dialog.getByRole('button', { name: 'Keep as draft' }))
      const posts = page.getByRole('region', { name: 'Posts' })
      await posts.getByText('Draft', { exact: true }).waitFor()
      expect(press.count()).toBe(4)

      await phone.airplane(false)
      await posts.getByRole('button', { name: 'Go on with it' }).tap()
      await expectAccessible(page, 'a post being written')
      await expectNoSidewaysScroll(page, 'a post being written')
      expect(await dialog.getByLabel('What is in the picture').inputValue()).toBe(ALT)
      await dialog.getByRole('checkbox', { name: /No person can be recognised/ }).tap()
      await dialog.getByRole('button', { name: 'Post', exact: true }).tap()
      await expect.poll(far.posts, waiting('it is on the profile')).toMatchObject([{ text: WORDS, altText: ALT }])
      await posts.getByText('Posted', { exact: true }).waitFor()
      await expectNothingWritten(far)
      await expectAccessible(page, 'a post that is up')

      await page.goto(`${house.url}/clients?client=${ids.clientId}`)
      await page.getByRole('tab', { name: 'Details' }).tap()
      await page.getByRole('button', { name: /^Withdraw, / }).tap()
      await page.getByText('1 post is taken down.').waitFor()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).tap()
      await expect.poll(far.posts, waiting('it is gone from the profile')).toEqual([])
      await photos()
      await posts.getByText(/^Taken down without the owner’s consent/).waitFor()
    })

    test('with all it takes at hand a post costs four taps, and is taken down in two', async () => {
      await agree(phone, ids.clientId)
      await photos()
      const press = pressing()
      await press(page.getByRole('button', { name: 'Before and after', exact: true }))
      await press(page.getByRole('button', { name: 'Make a post' }))
      const dialog = page.getByRole('dialog', { name: 'Make a post' })
      await press(dialog.getByRole('checkbox', { name: /No person can be recognised/ }))
      await press(dialog.getByRole('button', { name: 'Post', exact: true }))
      expect(press.count()).toBe(4)
      await expect.poll(far.posts, waiting('it is on the profile')).toMatchObject([{ text: '', altText: ALT }])
      const down = pressing()
      await page.getByText('Posted', { exact: true }).waitFor()
      await down(page.getByRole('button', { name: 'Take down' }).first())
      await down(page.getByRole('dialog').getByRole('button', { name: 'Take down' }))
      expect(down.count()).toBe(2)
      await expect.poll(far.posts, waiting('it is gone from the profile')).toEqual([])
    })

    test('no page complained', () => {
      // The network that went, and a picture that was filed a moment ago and is not made yet, are the browser's complaints.
      expect(phone.problems.filter((problem) => !/net::ERR_|404 .*\/api\/objects\//.test(problem))).toEqual([])
    })
  })

/** The picture there is the one drawn on the phone, without what a camera wrote. */
async function expectNothingWritten(far: FarSide) {
  const [post] = await far.posts()
  const { format, width, height, exif } = await sharp(post?.bytes).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 1608, height: 1000, exif: undefined })
}

const agree = (phone: Device, clientId: string) =>
  phone.api.post('/api/photo-consents', { clientId, uses: ['social'], how: 'said', wordingVersion: 1 })

/** Sarah's Biscuit, with two photos of the near fore, nine months apart. */
async function biscuit(house: House, phone: Device) {
  const add = (path: string, data: object) => phone.api.post<{ id: string }>(path, data)
  const { id: clientId } = await add('/api/clients', { name: 'Sarah Penrose' })
  const { id: horseId } = await add('/api/horses', { name: 'Biscuit', clientId })
  for (const [color, takenOn] of [
    ['#553322', addDays(today, -274)],
    ['#886644', today],
  ] as const) {
    const create = { width: 1200, height: 1600, channels: 3, background: color } as const
    const content = await sharp({ create })
      .withExif({ IFD3: { GPSLatitude: '52/1 39/1 0/1' } })
      .jpeg()
      .toBuffer()
    const [id, sha256] = [uuidv7(), createHash('sha256').update(content).digest('hex')]
    const { uploadURL } = await phone.api.post<{ uploadURL: string }>('/api/objects/upload', { id, bytes: content.length, sha256 })
    const headers = { origin: house.url, 'content-type': 'application/octet-stream' }
    expect((await phone.context.request.put(uploadURL, { headers, data: content })).status()).toBe(204)
    await add('/api/file-attachments', { fileId: id, fileType: 'image', fileName: 'x.jpg', horseId, foot: 'NF', takenOn })
  }
  return { clientId, horseId }
}
