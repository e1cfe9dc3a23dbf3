import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LandingPage } from '#app/pages/landing/LandingPage.tsx'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import '#app/styles.css'

afterEach(async () => {
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})

test('says that it is the test version, that all features are in it, and that nothing is to be paid', async () => {
  const screen = await render(<LandingPage />)
  await expect.element(screen.getByText('TEST VERSION, all features, no payment required')).toBeVisible()
})

test('trying leads to / and the trial begins at /api/login', async () => {
  const screen = await render(<LandingPage />)
  await expect.element(screen.getByRole('link', { name: 'Try now, no card needed' })).toHaveAttribute('href', '/')
  for (const link of screen.getByRole('link', { name: 'Start Free Trial' }).elements()) expect(link.getAttribute('href')).toBe('/api/login')
})

for (const theme of ['light', 'dark'])
  for (const width of [320, 768, 1280])
    test(`axe finds nothing and nothing scrolls sideways, ${theme}, ${width} px`, async () => {
      document.documentElement.dataset.theme = theme
      await page.viewport(width, 800)
      await render(<LandingPage />)
      expect(await axeFindings()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    })
