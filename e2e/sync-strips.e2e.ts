import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, enterDemo, expectAccessible, expectNoSidewaysScroll, type House, openHouse, PHONE, settle } from '#testing/e2e.ts'
import { copied, waiting } from '#testing/e2e-practice.ts'
import { enterSyncState, MARK_OF, SYNC_STATES, type SyncStateName } from '#testing/e2e-sync-states.ts'

const PICTURES = 'screens/sync'
const SIZES = [
  { width: PHONE, height: 812 },
  { width: DESKTOP, height: 800 },
]

let house: House

beforeAll(async () => {
  house = await openHouse('strips')
  mkdirSync(PICTURES, { recursive: true })
})

afterAll(() => house.close())

test.each(['online', ...SYNC_STATES] as const)(
  '(n) axe finds nothing in the strips and the status, and each is pictured: %s',
  async (state) => {
    const { page, context } = await atWork()
    if (state !== 'online') await enter(state)
    await expect.poll(() => mark(page), waiting(`the mark says ${state}`)).toContain(state === 'online' ? 'Online' : MARK_OF[state])
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `${state}, ${colorScheme}, ${size.width} px`)
        await page.screenshot({ path: `${PICTURES}/${state}-${colorScheme}-${size.width}.png` })
      }
      await expectNoSidewaysScroll(page, `${state} at ${size.width} px`)
    }
    await context.close()

    async function enter(which: SyncStateName) {
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await enterSyncState(context, page, which)
    }
  },
)

/** On the page that shows all of it: mark, banner, floating card and status. */
async function atWork() {
  const visitor = await house.visit(DESKTOP)
  await enterDemo(visitor)
  await visitor.page.goto('/offline')
  await copied(visitor.page)
  await settle(visitor.page)
  return visitor
}

const mark = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button')
    .allInnerTexts()
    .then((all) => all.join(' '))
