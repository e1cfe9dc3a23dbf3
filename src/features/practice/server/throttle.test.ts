import { expect, test } from 'vitest'
import { Throttle } from '#features/practice/server/throttle.ts'

const MINUTE = 60_000

test('a key has so many tries in a quarter of an hour, and again after it', () => {
  let now = 0
  const throttle = new Throttle(2, () => now)
  throttle.take('a')
  throttle.take('a')
  expect(() => throttle.take('a')).toThrow(/Too many tries/)
  throttle.take('b')
  now = 14 * MINUTE
  expect(() => throttle.take('a')).toThrow()
  now = 15 * MINUTE
  throttle.take('a')
})

test('a key that proved itself starts anew; a try given back did not count', () => {
  const throttle = new Throttle(1)
  throttle.take('a')
  throttle.clear('a')
  throttle.take('a')
  throttle.giveBack('a')
  throttle.take('a')
  expect(() => throttle.take('a')).toThrow()
})

test('being tried with very many keys takes a bounded memory and forgets the longest untouched', () => {
  const throttle = new Throttle(1)
  throttle.take('first')
  for (let at = 0; at < 20_000; at += 1) throttle.take(`key ${at}`)
  throttle.take('first')
  expect(() => throttle.take('key 19999')).toThrow()
})
