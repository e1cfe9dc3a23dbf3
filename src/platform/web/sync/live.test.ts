import { afterEach, expect, test, vi } from 'vitest'
import { reportLater } from '#platform/web/sync/live.ts'

afterEach(() => vi.restoreAllMocks())

test('a read that a closing copy cut short is not reported, any other is reported to the window', () => {
  const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined)
  reportLater(Object.assign(new Error('Database has been closed'), { name: 'DatabaseClosedError' }))
  expect(later).not.toHaveBeenCalled()
  reportLater(new Error('the disk is full'))
  expect(later).toHaveBeenCalledOnce()
})
