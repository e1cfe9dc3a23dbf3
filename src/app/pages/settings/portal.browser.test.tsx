import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PortalPage } from '#app/pages/settings/PortalPage.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.restoreAllMocks()
  await practice.leave()
})

async function open(change: Partial<CurrentUser> = {}) {
  await practice.signIn(change)
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  return render(
    <>
      <main>
        <PortalPage />
      </main>
      <Toaster />
    </>,
  )
}
const client = (change: Parameters<typeof clientRow>[0]) => practice.server.write('clients', uuidv7(), clientRow(change))
const chosen = () => practice.ops().map(({ data }) => data.portal)

test('the portal comes by invitation, and opens to known addresses by a press that says to how many', async () => {
  client({ name: 'Ffion Rees', email: 'ffion@example.com' })
  client({ name: 'Huw Bevan', phoneE164: '+447700900118' })
  client({ name: 'Nia Pugh', phoneE164: '+441874620000' })
  client({ name: 'Left Us', email: 'left@example.com', isActive: false })
  client({ name: 'Kept Out', email: 'out@example.com', portal: false })
  const screen = await open()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
  }
  await expect.element(screen.getByRole('radio', { name: 'By invitation' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'Known addresses' }))
  expect(chosen()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Open to 2 clients' }))
  await expect.poll(chosen).toEqual([{ way: 'known' }])
  await userEvent.click(screen.getByRole('radio', { name: 'Off' }))
  await expect.poll(chosen).toEqual([{ way: 'known' }, { way: 'off' }])
})

test('what is shown and what owners may do is one press each, and the notice is a number of hours', async () => {
  const screen = await open()
  await userEvent.click(screen.getByRole('switch', { name: 'Findings and advice' }))
  await expect.poll(chosen).toEqual([{ shows: { findings: false } }])
  const notice = screen.getByRole('spinbutton', { name: 'Notice' })
  await userEvent.fill(notice, '1.5')
  await expect.element(screen.getByText('A whole number of hours, up to 336')).toBeVisible()
  await userEvent.fill(notice, '48')
  await userEvent.click(screen.getByRole('button', { name: 'Save notice' }))
  await expect.poll(() => chosen().at(-1)).toEqual({ noticeHours: 48 })
  await userEvent.click(screen.getByRole('switch', { name: 'Cancel their horses’ visit themselves' }))
  await expect.poll(() => chosen().at(-1)).toEqual({ may: { cancel: false } })
  await userEvent.click(screen.getByRole('switch', { name: 'Show a horse by a link' }))
  await expect.poll(() => chosen().at(-1)).toEqual({ may: { share: false } })
})

test('only an owner of the practice decides about the portal', async () => {
  const screen = await open({ role: 'office' })
  await expect.element(screen.getByText('Only an owner can change the portal')).toBeVisible()
  expect(screen.getByRole('switch').elements()).toEqual([])
})
