import type { Page } from 'playwright'
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '#testing/e2e.ts'
import { expectNothingCovered } from '#testing/e2e-covered.ts'

const NARROWEST = 320

/* Every screen in both themes and at both widths, light on the phone and dark on the desktop or the other way round: a width changes the content
   of a screen, a theme its colours. */
export async function expectFaultless(page: Page, what: string, width: number) {
  const colorScheme = (what.length % 2 === 0) === (width === PHONE) ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  await expectAccessible(page, `${what}, ${colorScheme}, ${width} px`)
  await expectNoSidewaysScroll(page, `${what} at ${width} px`)
  await expectNothingCovered(page, `${what} at ${width} px`)
  if (width !== PHONE) return
  await page.setViewportSize({ width: NARROWEST, height: 812 })
  await expectNoSidewaysScroll(page, `${what} at ${NARROWEST} px`)
  await page.setViewportSize({ width, height: 812 })
}
