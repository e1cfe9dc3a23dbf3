import { expect, test } from 'vitest'
import { fewAtOnce } from '#lib/few-at-once.ts'

test('four are under way at most, the next begins when one is done, and each result is in its place', async () => {
  const waiting: (() => void)[] = []
  const begun: number[] = []
  const all = fewAtOnce([1, 2, 3, 4, 5, 6], async (item) => {
    begun.push(item)
    await new Promise<void>((go) => waiting.push(go))
    return 10 * item
  })
  const settle = () => new Promise<void>((go) => setImmediate(go))
  await settle()
  expect(begun).toEqual([1, 2, 3, 4])
  waiting.pop()?.()
  await settle()
  expect(begun).toEqual([1, 2, 3, 4, 5])
  while (waiting.length > 0) {
    waiting.pop()?.()
    await settle()
  }
  expect(await all).toEqual([10, 20, 30, 40, 50, 60])
})

test('one that fails is thrown, and nothing more is begun; nothing to do is nothing', async () => {
  const begun: number[] = []
  const failing = fewAtOnce([1, 2, 3, 4, 5, 6], async (item) => {
    begun.push(item)
    if (item === 1) throw new Error('the first')
    await new Promise<void>((go) => setImmediate(go))
  })
  await expect(failing).rejects.toThrow('the first')
  await new Promise<void>((go) => setTimeout(go, 0))
  expect(begun).toEqual([1, 2, 3, 4])
  expect(await fewAtOnce([], async () => 1)).toEqual([])
})
