import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { moneySettingsId } from '#features/records/prices/settings.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { biscuit, charge, closeMoney, invoice, open, openMoney, payment, practice, sarah, tom } from '#testing/browser/money.tsx'

beforeEach(openMoney)
afterEach(closeMoney)

test('every tab holds on a phone and a desktop, without a signal too, and an apprentice sees none of it', async () => {
  charge(sarah, biscuit, 3500)
  invoice(sarah, 42, 8500)
  payment(tom, 2000)
  const { screen } = await open('/money')
  practice.api.offline(true)
  // The bank and who owes are looked at with something in them above.
  for (const [width, theme, names, looked] of [
    [320, 'light', ['To invoice', 'Invoices', 'Payments', 'Bank', 'Owed', 'Overview'], /^(Invoices|Payments|Overview)$/],
    [1280, 'dark', ['To invoice', 'Owed'], /./],
  ] as const) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const name of names) {
      await screen.getByRole('tab', { name, exact: true }).click()
      await expect
        .element(
          screen
            .getByRole('tabpanel')
            .getByText(/Sarah Penrose|Tom Haddon|You're offline\./)
            .first(),
        )
        .toBeVisible()
      if (looked.test(name)) expect(await axeFindings(), `${name} at ${width}`).toEqual([])
      expect(document.documentElement.scrollWidth, `${name} at ${width}`).toBeLessThanOrEqual(width)
    }
  }
  await screen.unmount()
  practice.api.offline(false)
  const apprentice = await open('/money', { role: 'apprentice' })
  await expect.element(apprentice.screen.getByText("Apprentices don't see money")).toBeVisible()
})

test('the money settings change one thing at a time, offline too, and a farrier only reads them', async () => {
  const { screen, user } = await open('/settings/money?tab=fees')
  practice.api.offline(true)
  await screen.getByLabelText('Step 1: fee').fill('12')
  await screen.getByLabelText('Change 1: Bank Rate').fill('3.5')
  await screen.getByRole('button', { name: 'Save late payment' }).click()
  await expect.element(screen.getByText('A day and per cent, such as 3.75', { exact: false }).first()).toBeVisible()
  await screen.getByLabelText('Change 1: from').fill('2026-05-07')
  await screen.getByRole('button', { name: 'Save late payment' }).click()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  await screen.getByRole('tab', { name: 'VAT' }).click()
  await screen.getByLabelText(/^Registered for VAT/).click()
  await screen.getByRole('button', { name: 'Save VAT' }).click()
  await expect.element(screen.getByText('Nine figures, as on your certificate')).toBeVisible()
  await screen.getByLabelText('VAT number').fill('GB 123 4567 89')
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Save VAT' }).click()
  practice.api.offline(false)
  await expect
    .poll(() => syncNow().then(() => practice.server.row('money_settings', moneySettingsId(user.practice.id))?.data))
    .toMatchObject({
      fees: {
        ladder: [
          { afterDays: 7, pence: 1200 },
          { afterDays: 14, pence: 2000 },
          { afterDays: 21, pence: 3000 },
        ],
        bankRates: [{ from: '2026-05-07', rateBp: 350 }],
      },
      vat: { isRegistered: true, number: 'GB 123 4567 89' },
    })
  await screen.unmount()
  const farrier = await open('/settings/money', { role: 'farrier' })
  await expect.element(farrier.screen.getByText('Only an owner and the office can change this.')).toBeVisible()
})
