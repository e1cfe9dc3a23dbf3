import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { overrideId, priceItemId, STANDARD_RATES } from '#features/records/prices/rules.ts'
import { AgreedPricesCard } from '#features/records/prices/web/AgreedPricesCard.tsx'
import type { Whose } from '#features/records/prices/web/data.ts'
import { useListItems } from '#features/records/prices/web/use-prices.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import '#ui/styles.css'

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
const horse: Whose = { kind: 'horse', id: biscuit, name: 'Biscuit', clientId: sarah, yardId: hollybush, lastServiceType: 'Full set refit' }
const owner: Whose = { kind: 'client', id: sarah, name: 'Sarah Penrose' }
const yard: Whose = { kind: 'yard', id: hollybush, name: 'Hollybush Farm' }
/** Shows when the device's rows have loaded. */
function Held() {
  const [items, overrides] = [useListItems(), useRows('price_overrides')]
  return items && overrides && <p>{`${items.length} on the list, ${overrides.length} agreed`}</p>
}
async function open(whose: readonly Whose[] = [horse], change: Partial<CurrentUser> = {}) {
  await practice.signIn(change)
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  return render(
    <main>
      <h1>Prices</h1>
      <Held />
      {whose.map((each) => (
        <AgreedPricesCard key={each.id} whose={each} />
      ))}
    </main>,
  )
}
type Screen = Awaited<ReturnType<typeof open>>
async function setPrice(screen: Screen, label: string, pounds: string, card = 'Prices') {
  await screen.getByRole('region', { name: card, exact: true }).getByRole('button', { name: 'Change' }).click()
  await screen.getByRole('dialog').getByLabelText(label).fill(pounds)
  await screen.getByRole('dialog').getByRole('button', { name: 'Save prices' }).click()
}
const sent = () => practice.ops().map(({ action, entity, id, data }) => ({ action, entity, id, data }))

test('a horse’s usual work is shown with its price, and with the level of agreement', async () => {
  agree(refit, { clientId: sarah }, 14_000)
  const screen = await open()
  await expect.element(screen.getByText('£140')).toBeVisible()
  await expect.element(screen.getByText('Agreed for this owner')).toBeVisible()
  await expect.element(screen.getByText('Trim')).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

test('a price of its own is agreed, changed and given back; the server hears only of what changed', async () => {
  const screen = await open()
  await setPrice(screen, 'Full set refit', '165')
  await expect.element(screen.getByText('£165')).toBeVisible()
  await expect.element(screen.getByText('Agreed for Biscuit')).toBeVisible()
  await setPrice(screen, 'Full set refit', '')
  await expect.element(screen.getByText('£150')).toBeVisible()
  const id = overrideId(refit, biscuit)
  const whose = { priceItemId: refit, horseId: biscuit, clientId: null, yardId: null }
  await expect.poll(sent).toEqual([
    { action: 'CREATE', entity: 'price_overrides', id, data: { ...whose, unitPence: 16_500 } },
    { action: 'UPDATE', entity: 'price_overrides', id, data: { unitPence: null } },
  ])
})

test('under a price field the price that applies without one is shown, and a typing slip is no price', async () => {
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

test('a price agreed with an owner offline is shown next to the list’s price, and applies to their horses', async () => {
  const screen = await open([owner, horse])
  const theirs = screen.getByRole('region', { name: 'Agreed prices' })
  await expect.element(theirs.getByText('Nothing agreed beyond the price list.')).toBeVisible()
  practice.api.offline(true)
  await setPrice(screen, 'Full set refit', '140', 'Agreed prices')
  await expect.element(theirs.getByText('£140')).toBeVisible()
  await expect.element(theirs.getByText('£150 on the price list')).toBeVisible()
  await expect.element(theirs.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  const its = screen.getByRole('region', { name: 'Prices', exact: true })
  await expect.element(its.getByText('£140')).toBeVisible()
  await expect.element(its.getByText('Agreed for this owner')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  practice.api.offline(false)
  window.dispatchEvent(new Event('online'))
  const data = { priceItemId: refit, horseId: null, clientId: sarah, yardId: null, unitPence: 14_000 }
  await expect.poll(sent).toEqual([{ action: 'CREATE', entity: 'price_overrides', id: overrideId(refit, sarah), data }])
})

test('a yard shows only what was agreed for it, changed and given back; an owner’s own price goes before it', async () => {
  agree(refit, { yardId: hollybush }, 13_000)
  agree(trim, { clientId: sarah }, 3000)
  const screen = await open([yard, horse])
  const its = screen.getByRole('region', { name: 'Agreed prices' })
  await expect.element(its.getByText('£150 on the price list')).toBeVisible()
  expect(its.getByRole('term').elements()).toHaveLength(1)
  await expect.element(screen.getByText('Agreed for the yard')).toBeVisible()
  agree(refit, { clientId: sarah }, 14_000)
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('Agreed for this owner')).toBeVisible()
  await expect.element(its.getByText('£130')).toBeVisible()
  await setPrice(screen, 'Full set refit', '', 'Agreed prices')
  await expect.element(its.getByText('Nothing agreed beyond the price list.')).toBeVisible()
  await expect
    .poll(sent)
    .toEqual([{ action: 'UPDATE', entity: 'price_overrides', id: overrideId(refit, hollybush), data: { unitPence: null } }])
})

test('an apprentice sees no agreed price, even one that is still on the device', async () => {
  agree(refit, { clientId: sarah }, 14_000)
  const screen = await open([horse, owner, yard], { role: 'apprentice' })
  await expect.element(screen.getByText('8 on the list, 1 agreed')).toBeVisible()
  expect(screen.getByRole('region').elements()).toEqual([])
})
