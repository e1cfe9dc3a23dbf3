import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handOver } from '#features/records/horses/owners.ts'
import { addDays } from '#lib/dates.ts'

const [MAY, TODAY] = ['2024-05-01', '2026-11-24']
const sarah = { clientId: 'sarah', fromOn: MAY, toOn: null }

test('a horse is handed over on a day, and its past stays with the first', () => {
  expect(handOver([sarah], 'tom', TODAY)).toEqual([
    { ...sarah, toOn: TODAY },
    { clientId: 'tom', fromOn: TODAY, toOn: null },
  ])
})

test('handing it back the same day is as if nothing had been', () => {
  expect(handOver(handOver([sarah], 'tom', TODAY), 'sarah', TODAY)).toEqual([sarah])
})

test('an owner who was wrong all along leaves no trace', () => {
  expect(handOver([{ clientId: 'wrong', fromOn: TODAY, toOn: null }], 'tom', TODAY)).toEqual([
    { clientId: 'tom', fromOn: TODAY, toOn: null },
  ])
})

test('a horse that was sold before it was entered here keeps the name of who sold it', () => {
  expect(handOver([{ clientId: 'sarah', fromOn: TODAY, toOn: null }], 'tom', MAY)).toEqual([
    { clientId: 'sarah', fromOn: MAY, toOn: MAY },
    { clientId: 'tom', fromOn: MAY, toOn: null },
  ])
})

test('after any transfers exactly the last owner owns it, each follows the other, and none overlap', () => {
  const step = fc.record({
    clientId: fc.constantFrom('a', 'b', 'c'),
    on: fc.integer({ min: 0, max: 900 }).map((days) => addDays(MAY, days)),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const owners = steps.reduce<ReturnType<typeof handOver>>((all, { clientId, on }) => handOver(all, clientId, on), [])
      expect(owners.filter((owner) => owner.toOn === null)).toEqual([owners.at(-1)])
      expect(owners.at(-1)?.clientId).toBe(steps.at(-1)?.clientId)
      for (const [at, owner] of owners.slice(0, -1).entries()) {
        expect(owner.toOn).toBe(owners[at + 1]?.fromOn)
        expect(owner.fromOn <= (owner.toOn ?? '')).toBe(true)
      }
    }),
  )
})
