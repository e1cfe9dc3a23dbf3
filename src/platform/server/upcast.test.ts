import { expect, test } from 'vitest'
import { type Upcaster, upcast } from '#platform/server/upcast.ts'

const upcasters: Record<number, Upcaster> = {
  1: ({ rate, ...op }) => ({ ...op, pence: Number(rate) * 100 }),
  3: (op) => ({ ...op, unit: 'each' }),
}

test('an op of an older build is taken step by step to the shape of this one', () => {
  expect(upcast({ rate: 2 }, 1, 4, upcasters)).toEqual({ pence: 200, unit: 'each' })
  expect(upcast({ pence: 200 }, 2, 3, upcasters)).toEqual({ pence: 200 })
})

test('what is of this build, or no op at all, is left as it came', () => {
  const op = { rate: 2 }
  expect(upcast(op, 4, 4, upcasters)).toBe(op)
  for (const odd of [null, 'text', 7]) expect(upcast(odd, 1, 4, upcasters)).toBe(odd)
})
