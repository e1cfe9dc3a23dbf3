import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, theBrowser } from '#testing/e2e.ts'
import { expectNothingCovered, expectPrimaryInSight } from '#testing/e2e-covered.ts'

/* What the walk over all screens looks for, on pages that are at fault. */

let page: Page
beforeAll(async () => {
  page = await (await theBrowser()).newPage({ viewport: { width: PHONE, height: 812 } })
})
afterAll(() => page.close())

const lines = (count: number) => '<p style="height: 60px">A line</p>'.repeat(count)
const dot = (place: string) => `<div style="position: ${place}; width: 24px; height: 24px; background: green">Status</div>`
/* Meets the dot between two of the walk's scroll positions alone. */
const BUTTON = '<button style="float: right; height: 24px">Next stop</button>'

test('a dot over a control at one scroll position of the page is found', async () => {
  await page.setContent(`<main>${lines(16)}${BUTTON}${lines(40)}</main>${dot('fixed; right: 12px; bottom: 96px')}`)
  await expect(expectNothingCovered(page, 'a page')).rejects.toThrow('Next stop under Status')
})

test('and in what scrolls within the page', async () => {
  const inner = `${dot('sticky; top: 40px; left: 260px')}${lines(4)}${BUTTON}${lines(40)}`
  await page.setContent(`<main><section style="height: 400px; width: 300px; overflow-y: auto">${inner}</section></main>`)
  await expect(expectNothingCovered(page, 'a pane')).rejects.toThrow('Next stop under Status')
})

test('a bar is where the screen ends: what comes clear of it by scrolling is not covered, what never does is', async () => {
  const bar = '<nav style="position: fixed; inset: auto 0 0 0; height: 64px; background: white">Bar</nav>'
  await page.setContent(`<main style="padding-bottom: 80px">${lines(20)}${BUTTON}</main>${bar}`)
  await expectNothingCovered(page, 'a page with a bar')
  await page.setContent(`<main>${lines(20)}${BUTTON}</main>${bar}`)
  await expect(expectNothingCovered(page, 'a page that ends under its bar')).rejects.toThrow('Next stop never clear of Bar')
})

test('a primary below the first screen is out of sight, and one that is missing or another is named', async () => {
  await page.setContent(`<main>${lines(20)}<button class="bg-ember">Save</button></main>`)
  await expect(expectPrimaryInSight(page, 'a form')).rejects.toThrow(/Save ends at \d+ of 812/)
  await page.setContent('<main><button class="bg-ember">Save</button></main>')
  await expectPrimaryInSight(page, 'a form', /^Save$/)
  await expect(expectPrimaryInSight(page, 'a form', /^Send$/)).rejects.toThrow('Save is the primary, not ^Send$')
  await page.setContent('<main><button>Save</button></main>')
  await expect(expectPrimaryInSight(page, 'a form', /^Save$/)).rejects.toThrow('no primary')
})
