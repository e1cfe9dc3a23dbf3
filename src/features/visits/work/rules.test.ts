import { expect, test } from 'vitest'
import { newestFirst, workAgain } from '#features/visits/work/rules.ts'

test('work is shown newest first, and of one day the last written first', () => {
  const entries = [
    { workDate: '2026-10-06', id: 'b' },
    { workDate: '2026-11-20', id: 'a' },
    { workDate: '2026-10-06', id: 'c' },
  ]
  expect(entries.toSorted(newestFirst).map((entry) => entry.id)).toEqual(['a', 'c', 'b'])
})

test('done means the planned work, else the horse’s last work, else a trim', () => {
  const last = { serviceType: 'Full set new', setup: null }
  expect(workAgain('Front refit', [last]).serviceType).toBe('Front refit')
  expect(workAgain(null, [last, { serviceType: 'Trim', setup: null }]).serviceType).toBe('Full set new')
  const trimmed = { work: 'trim' }
  expect(workAgain(null, [])).toEqual({ serviceType: 'Trim', setup: { NF: trimmed, OF: trimmed, NH: trimmed, OH: trimmed } })
})
