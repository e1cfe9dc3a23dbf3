import { expect, test } from 'vitest'
import { type Upcasters, upcast } from '#lib/upcast.ts'

const upcasters: Upcasters<Record<string, unknown>> = {
  1: ({ rate, ...op }) => ({ ...op, pence: Number(rate) * 100 }),
  3: (op) => ({ ...op, unit: 'each' }),
}

test('what an older build made is taken step by step to the shape of this one', () => {
  expect(upcast({ rate: 2 }, 1, 4, upcasters)).toEqual({ pence: 200, unit: 'each' })
  expect(upcast({ pence: 200 }, 2, 3, upcasters)).toEqual({ pence: 200 })
})

test('what is of this build, or a later one, is left as it came', () => {
  const op = { rate: 2 }
  expect(upcast(op, 4, 4, upcasters)).toBe(op)
  expect(upcast(op, 5, 4, upcasters)).toBe(op)
})
