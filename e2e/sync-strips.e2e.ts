import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, enterDemo, expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { copied, waiting } from '#testing/e2e-practice.ts'
import { answerAsIn, enterSyncState, leaveSevenWaiting, MARK_OF, SYNC_STATES } from '#testing/e2e-sync-states.ts'
import { atLength } from '#testing/whole.ts'

const PICTURES = 'screens/sync'
const FAULTLESS = 'axe finds nothing in the strips and the status, and they are pictured'
type Theme = 'light' | 'dark'
/* Each width and each theme once; `npm run prove` covers every theme at every width. */
const LOOKS = [
  { width: PHONE, height: 812, themes: atLength<Theme[]>(['light'], ['light', 'dark']) },
  { width: DESKTOP, height: 800, themes: atLength<Theme[]>(['dark'], ['light', 'dark']) },
]

let house: House
let device: Visitor

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  house = shareHouse()
  device = await atWork({ keepsApp: true })
})

afterAll(() => house.close())

/** On the page that shows all of it: mark, banner, floating card and status. */
async function atWork({ keepsApp = false } = {}): Promise<Visitor> {
  const visitor = await house.visit(DESKTOP, { keepsApp })
  await enterDemo(visitor)
  await visitor.page.goto('/offline')
  if (keepsApp) await visitor.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  return visitor
}

test(`(n) ${FAULTLESS}: online`, async () => {
  await copied(device.page)
  await expectFaultless(device, 'online', 'Online')
})

test(`(n) ${FAULTLESS}: offline`, async () => {
  await device.context.setOffline(true)
  await device.page.reload()
  await expectFaultless(device, 'offline', 'Offline')
  await device.context.setOffline(false)
  await leaveSevenWaiting(device.context, device.page)
})

test.each(SYNC_STATES.filter((state) => state !== 'attention'))(`(n) ${FAULTLESS}: %s`, async (state) => {
  const leave = await answerAsIn(device.context, state)
  await device.page.reload()
  await expectFaultless(device, state, MARK_OF[state])
  await leave()
})

// A deferred decision is not shown again at once, so this needs changes that were not deferred.
test(`(n) ${FAULTLESS}: attention`, async () => {
  const asked = await atWork()
  await copied(asked.page)
  await enterSyncState(asked.context, asked.page, 'attention')
  await expectFaultless(asked, 'attention', MARK_OF.attention)
})

async function expectFaultless({ page }: Visitor, state: string, words: string) {
  await expect.poll(() => mark(page), waiting(`the mark says ${state}`)).toContain(words)
  for (const { themes, ...size } of LOOKS) {
    await page.setViewportSize(size)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${state}, ${colorScheme}, ${size.width} px`)
      await page.screenshot({ path: `${PICTURES}/${state}-${colorScheme}-${size.width}.png` })
    }
    await expectNoSidewaysScroll(page, `${state} at ${size.width} px`)
  }
}

const mark = async (page: Page) => (await page.getByRole('banner').getByRole('button').allInnerTexts()).join(' ')
