import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ClockBanner } from '#app/frame/ClockBanner.tsx'
import { setClock } from '#lib/clock.ts'
import { showDemoTime } from '#platform/web/device/clock.ts'
import { publish, type SessionUser } from '#platform/web/session/signed-in.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { resetClock } from '#testing/set-clock.ts'
import '#ui/styles.css'

const DEMO = { day: '2026-11-24', from: '2026-11-22T22:30:00Z' }

afterEach(() => {
  delete document.documentElement.dataset.theme
  showDemoTime(undefined, 'Europe/London')
  publish({ user: null })
  resetClock()
})

async function banner(at: string, path = '/') {
  setClock(at)
  const practice = { id: '0192f1b6-0000-7000-8000-000000000001', zone: 'Europe/London', demo: DEMO }
  showDemoTime(practice.demo, practice.zone)
  publish({ user: { id: '0192f1b6-0000-7000-8000-000000000002', practice } as SessionUser })
  const { hook } = memoryLocation({ path })
  return render(
    <Router hook={hook}>
      <ClockBanner />
      <main>
        <h1>Screen</h1>
      </main>
    </Router>,
  )
}

test('a demo opened on a Sunday night says that it is a Tuesday morning, on every screen', async () => {
  for (const path of ['/', '/clients', '/settings']) {
    const screen = await banner('2026-11-22T22:30:00Z', path)
    await expect.element(screen.getByText('Demo day: Tue 24 Nov, 10:40')).toBeVisible()
    await screen.unmount()
  }
})

test('its clock goes on, and begins again when the day is over', async () => {
  const late = await banner('2026-11-23T04:49:00Z')
  await expect.element(late.getByText('Demo day: Tue 24 Nov, 16:59')).toBeVisible()
  await late.unmount()
  const again = await banner('2026-11-23T04:50:00Z')
  await expect.element(again.getByText('Demo day: Tue 24 Nov, 10:40')).toBeVisible()
})

test('one press beside it opens the demo as one of its owners sees it', async () => {
  const screen = await banner('2026-11-22T22:30:00Z')
  const button = screen.getByRole('button', { name: 'Open as an owner' })
  await expect.element(button).toBeVisible()
  const form = button.element().closest('form')
  expect([form?.method, form && new URL(form.action).pathname]).toEqual(['post', '/my/sign-in/demo'])
})

test.each(LOOKS)('it is one short line that can be read, at %i px in the %s', async (width, theme) => {
  await page.viewport(width, 812)
  document.documentElement.dataset.theme = theme
  const { container } = await banner('2026-11-22T22:30:00Z')
  expect(await axeFindings()).toEqual([])
  expect(container.querySelector('aside')?.getBoundingClientRect().height).toBeLessThanOrEqual(28)
})
