import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { overrideId, priceItemId, STANDARD_RATES } from '#features/money/rules.ts'
import { HorsePriceCard } from '#features/money/web/HorsePriceCard.tsx'
import type { CurrentUser } from '#features/practice/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/current.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import '#app/styles.css'

const [biscuit, sarah, hollybush] = [uuidv7(), uuidv7(), uuidv7()]
const trim = priceItemId('p', 'Trim')
const refit = priceItemId('p', 'Full set refit')

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(375, 800)
  practice = fakePractice()
  for (const rate of STANDARD_RATES) practice.server.write('price_items', priceItemId('p', rate.serviceType), { ...rate, vatRateBp: 0 })
})
afterEach(() => practice.leave())

const agree = (priceItemId: string, whose: { horseId?: string; clientId?: string; yardId?: string }, unitPence: number | null) =>
  practice.server.write('price_overrides', overrideId(priceItemId, Object.values(whose)[0] ?? ''), {
    ...{ priceItemId, horseId: null, clientId: null, yardId: null, unitPence },
    ...whose,
  })
async function open(change: Partial<CurrentUser> = {}) {
  await practice.signIn(change)
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  const horse = { id: biscuit, name: 'Biscuit', clientId: sarah, yardId: hollybush, lastServiceType: 'Full set refit' }
  return render(
    <main>
      <h1>Biscuit</h1>
      <HorsePriceCard horse={horse} />
    </main>,
  )
}
const sent = () => practice.ops().map(({ action, entity, id, data }) => ({ action, entity, id, data }))

test('a horse’s usual work stands with its price, and with who agreed it', async () => {
  agree(refit, { clientId: sarah }, 14_000)
  const screen = await open()
  await expect.element(screen.getByText('£140')).toBeVisible()
  await expect.element(screen.getByText('Agreed for this owner')).toBeVisible()
  await expect.element(screen.getByText('Trim')).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('a price of its own is agreed, changed and given back; the server hears only of what changed', async () => {
  const screen = await open()
  const price = async (label: string, pounds: string) => {
    await screen.getByRole('button', { name: 'Change' }).click()
    await screen.getByRole('dialog').getByLabelText(label).fill(pounds)
    await screen.getByRole('dialog').getByRole('button', { name: 'Save prices' }).click()
  }
  await price('Full set refit', '165')
  await expect.element(screen.getByText('£165')).toBeVisible()
  await expect.element(screen.getByText('Agreed for Biscuit')).toBeVisible()
  await price('Full set refit', '')
  await expect.element(screen.getByText('£150')).toBeVisible()
  const id = overrideId(refit, biscuit)
  const whose = { priceItemId: refit, horseId: biscuit, clientId: null, yardId: null }
  await expect.poll(sent).toEqual([
    { action: 'CREATE', entity: 'price_overrides', id, data: { ...whose, unitPence: 16_500 } },
    { action: 'UPDATE', entity: 'price_overrides', id, data: { unitPence: null } },
  ])
})

test('under the field of a price stands what holds without one, and a slip is no price', async () => {
  agree(trim, { yardId: hollybush }, 3200)
  const screen = await open()
  await screen.getByRole('button', { name: 'Change' }).click()
  const field = screen.getByRole('dialog').getByLabelText('Trim')
  await expect.element(screen.getByRole('dialog').getByText('£32 agreed for the yard')).toBeVisible()
  await expect.element(screen.getByRole('dialog').getByText('£150 on the price list')).toBeVisible()
  await field.fill('3o')
  await screen.getByRole('dialog').getByRole('button', { name: 'Save prices' }).click()
  await expect.element(screen.getByText('Enter pounds, such as 35 or 37.50')).toBeVisible()
  expect(sent()).toEqual([])
  expect(await axeFindings()).toEqual([])
})

test('an apprentice sees no price, even one that is still on the device', async () => {
  const screen = await open({ role: 'apprentice' })
  await expect.element(screen.getByText('Prices')).not.toBeInTheDocument()
})
