import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { WorkshopPage } from '#app/pages/workshop/WorkshopPage.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(async () => {
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})

for (const [width, theme] of LOOKS)
  test(`axe finds nothing in any component, ${theme}, ${width} px`, async () => {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    await render(<WorkshopPage />)
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

for (const theme of ['light', 'dark'])
  test(`axe finds nothing in what opens, ${theme}`, async () => {
    document.documentElement.dataset.theme = theme
    const screen = await render(<WorkshopPage />)
    for (const name of ['New Appointment', 'Delete horse', 'Offline Status', 'More', 'Kestrel, front shoes']) {
      const opener = screen.getByRole('region', { name: /Dialog|Segmented/ }).getByRole('button', { name, exact: true })
      await opener.click()
      await expect.poll(() => document.querySelector('[role=dialog],[role=menu]')).not.toBeNull()
      expect(await axeFindings()).toEqual([])
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('[role=dialog],[role=menu]')).toBeNull()
    }
    await screen.getByRole('combobox', { name: 'Horse' }).click()
    await expect.element(screen.getByRole('listbox')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Fail to sync' }).click()
    await expect.element(screen.getByText('Cannot sync while offline', { exact: false }).first()).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })
