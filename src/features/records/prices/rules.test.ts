import { expect, test } from 'vitest'
import { SERVICE_TYPES } from '#features/records/kinds/rules.ts'
import type { PriceOverride } from '#features/records/prices/contract.ts'
import { inListOrder, overrideId, priceFor, priceItemId, STANDARD_RATES } from '#features/records/prices/rules.ts'

const items = STANDARD_RATES.map((rate) => ({ ...rate, id: priceItemId('p', rate.serviceType), vatRateBp: 0 }))
const trim = priceItemId('p', 'Trim')
const agreed = (whose: Partial<PriceOverride>, unitPence: number | null, priceItemId = trim): PriceOverride => ({
  id: overrideId(priceItemId, JSON.stringify(whose)),
  priceItemId,
  clientId: null,
  horseId: null,
  yardId: null,
  ...whose,
  unitPence,
})
const all = [agreed({ yardId: 'y' }, 3000), agreed({ clientId: 'c' }, 3200), agreed({ horseId: 'h' }, 4000)]
const trimFor = (overrides: PriceOverride[], whose = { horseId: 'h', clientId: 'c', yardId: 'y' }) => {
  const price = priceFor(items, overrides, whose, 'Trim')
  return price && { pence: price.pence, from: price.from }
}

test('every kind of work the product names has a standard rate', () => {
  expect(STANDARD_RATES.map((rate) => rate.serviceType)).toEqual([...SERVICE_TYPES])
  expect(STANDARD_RATES.map((rate) => rate.unitPence / 100)).toEqual([35, 85, 95, 180, 70, 80, 150, 25])
})

test('the most specific price wins: the horse, then its owner, then the yard, then the list', () => {
  expect(trimFor(all)).toEqual({ pence: 4000, from: 'horse' })
  expect(trimFor(all.slice(0, 2))).toEqual({ pence: 3200, from: 'client' })
  expect(trimFor(all.slice(0, 1))).toEqual({ pence: 3000, from: 'yard' })
  expect(trimFor([])).toEqual({ pence: 3500, from: 'list' })
})

test('a price given back to the list no longer counts, and one of nothing does', () => {
  expect(trimFor([agreed({ horseId: 'h' }, null), agreed({ yardId: 'y' }, 3000)])).toEqual({ pence: 3000, from: 'yard' })
  expect(trimFor([agreed({ horseId: 'h' }, 0)])).toEqual({ pence: 0, from: 'horse' })
})

test('what was agreed for other horses, owners or work changes nothing', () => {
  const others = [
    agreed({ horseId: 'h2' }, 1),
    agreed({ clientId: 'c2' }, 2),
    agreed({ horseId: 'h' }, 3, priceItemId('p', 'Full set new')),
  ]
  expect(trimFor(others)).toEqual({ pence: 3500, from: 'list' })
  expect(priceFor(items, all, { horseId: null, clientId: null, yardId: null }, 'Trim')?.from).toBe('list')
})

test('work that is not on the list has no price', () => {
  expect(priceFor(items, all, { horseId: 'h' }, 'Remedial bar shoes')).toBeUndefined()
})

test('the list reads in the order of the standard rates, others after them', () => {
  const list = [{ serviceType: 'Pads', label: 'Pads' }, ...items.toReversed()]
  expect(inListOrder(list).map((one) => one.label)).toEqual([...STANDARD_RATES.map((rate) => rate.label), 'Pads'])
})
