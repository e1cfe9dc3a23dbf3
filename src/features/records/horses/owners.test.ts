import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ownership } from '#features/records/horses/contract.ts'
import { type HandOver, handOver } from '#features/records/horses/owners.ts'
import { addDays } from '#lib/dates.ts'

const [MAY, TODAY] = ['2024-05-01', '2026-11-24']
const sarah = { clientId: 'sarah', fromOn: MAY, toOn: null }
const toTom = { clientId: 'tom', on: TODAY }

test('a horse is handed over on a day, and its past stays with the first', () => {
  expect(handOver([sarah], toTom)).toEqual([
    { ...sarah, toOn: TODAY },
    { clientId: 'tom', fromOn: TODAY, toOn: null },
  ])
})

test('what goes along is kept with who got it', () => {
  expect(handOver([sarah], { ...toTom, brings: 'record' }).at(-1)).toEqual({ clientId: 'tom', fromOn: TODAY, toOn: null, brings: 'record' })
})

test('handing it back the same day is as if nothing had been', () => {
  expect(handOver(handOver([sarah], { ...toTom, brings: 'all' }), { clientId: 'sarah', on: TODAY })).toEqual([sarah])
})

test('an owner who was wrong all along leaves no trace', () => {
  expect(handOver([{ clientId: 'wrong', fromOn: TODAY, toOn: null, brings: 'all' }], toTom)).toEqual([
    { clientId: 'tom', fromOn: TODAY, toOn: null },
  ])
})

test('a horse that was sold before it was entered here keeps the name of who sold it', () => {
  expect(handOver([{ clientId: 'sarah', fromOn: TODAY, toOn: null }], { clientId: 'tom', on: MAY })).toEqual([
    { clientId: 'sarah', fromOn: MAY, toOn: MAY },
    { clientId: 'tom', fromOn: MAY, toOn: null },
  ])
})

const step: fc.Arbitrary<HandOver> = fc.record({
  clientId: fc.constantFrom('a', 'b', 'c'),
  on: fc.integer({ min: 0, max: 900 }).map((days) => addDays(MAY, days)),
  brings: fc.constantFrom(undefined, 'record' as const, 'all' as const),
})
const steps = fc.array(step, { minLength: 1, maxLength: 8 })
const after = (all: readonly HandOver[]) => all.reduce<Ownership[]>(handOver, [])

test('after any transfers exactly the last owner owns it, each follows the other, and none overlap', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const owners = after(all)
      expect(owners.filter((owner) => owner.toOn === null)).toEqual([owners.at(-1)])
      expect(owners.at(-1)?.clientId).toBe(all.at(-1)?.clientId)
      for (const [at, owner] of owners.slice(0, -1).entries()) {
        expect(owner.toOn).toBe(owners[at + 1]?.fromOn)
        expect(owner.fromOn <= (owner.toOn ?? '')).toBe(true)
      }
    }),
  )
})

test('nothing goes along to an owner it was not recorded for, and a later sale changes nothing of an earlier one', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const owners = after(all)
      for (const { clientId, brings } of owners.filter((owner) => owner.brings))
        expect(all).toContainEqual(expect.objectContaining({ clientId, brings }))
      const later = handOver(owners, { clientId: 'd', on: addDays(MAY, 901), brings: 'all' })
      expect(later.slice(0, -1).map(({ brings }) => brings)).toEqual(owners.map(({ brings }) => brings))
    }),
  )
})

test('a sale that is undone leaves what went along before as it was', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const owners = after(all)
      const last = owners.at(-1) as Ownership
      const sold = handOver(owners, { clientId: 'd', on: addDays(MAY, 901), brings: 'record' })
      expect(handOver(sold, { clientId: last.clientId, on: addDays(MAY, 901) })).toEqual(owners)
    }),
  )
})
