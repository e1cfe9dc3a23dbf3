import { expect, test } from 'vitest'
import { lastFeet, summaryFrom, summaryOf } from '#app/pages/horse-summary/summary.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import type { Foot, Setup } from '#features/visits/work/feet.ts'

const trim: Foot = { work: 'trim' }
const shoe: Foot = { work: 'new', size: '5¼', shoe: 'Fullered' }
const fronts: Setup = { NF: shoe, OF: shoe, NH: trim, OH: trim }
const entry = (id: string, workDate: string, change: Partial<WorkEntry> = {}): WorkEntry => ({
  id,
  workDate,
  setup: fronts,
  horseId: 'h',
  visitHorseId: null,
  memberId: 'm1',
  serviceType: 'Front shoes new',
  description: null,
  findings: null,
  recommendations: null,
  resetsCycle: true,
  ...change,
})
const knowing = { scheme: 'near-off' as const, members: [{ id: 'm1', name: 'Gareth Probert' }], photosOf: () => [] }
const feet = (work: readonly WorkEntry[], from?: string) => summaryOf(work, from, knowing).map((visit) => visit.feet)

const padded: Setup = { ...fronts, NF: { ...shoe, size: '5½', pad: 'Leather pad' }, OF: { ...shoe, size: '5½' } }
const work = [
  entry('4', '2026-11-02', { setup: padded }),
  entry('3', '2026-09-20', { setup: padded }),
  entry('2', '2026-08-10', { setup: null, serviceType: 'Emergency call-out' }),
  entry('1', '2026-07-01'),
]

test('the first visit on the paper has its feet in full, the later ones only what changed', () => {
  expect(feet(work)).toEqual([
    ['All four feet as before'],
    ['NF, OF: 5½, was 5¼', 'NF: leather pad added'],
    [],
    ['NF, OF: 5¼ fullered; NH, OH: Trim'],
  ])
  expect(feet(work, '2026-09-20')).toEqual([['All four feet as before'], ['NF: 5½ fullered, leather pad; OF: 5½ fullered; NH, OH: Trim']])
})

test('a visit shows who did it, what was found and measured foot by foot, what was advised, and that there are photos', () => {
  const setup: Setup = { ...fronts, OF: { ...shoe, findings: ['Thrush'], angleDegrees: 52, toeMm: 80 } }
  const [visit] = summaryOf([entry('1', '2026-07-01', { setup, findings: 'Short strided', recommendations: 'Call the vet' })], undefined, {
    scheme: 'left-right',
    members: knowing.members,
    photosOf: () => ['a', 'b'],
  })
  expect(visit).toMatchObject({
    by: 'Gareth Probert',
    measured: ['RF: angle 52°, toe 80\u00a0mm'],
    found: ['RF: Thrush', 'Short strided'],
    advised: 'Call the vet',
    photos: '2 photos',
  })
  expect(summaryOf([entry('1', '2026-07-01', { memberId: 'gone' })], undefined, knowing)[0]).toMatchObject({
    by: undefined,
    photos: undefined,
  })
})

test('the feet are as the last visits left them, those a call-out did not touch as before', () => {
  const callOut: Setup = { NF: { ...shoe, size: '6' }, OF: { work: 'none' }, NH: { work: 'none' }, OH: { work: 'none' } }
  const last = lastFeet([entry('3', '2026-11-09', { setup: null }), entry('2', '2026-11-02', { setup: callOut }), entry('1', '2026-07-01')])
  expect(last).toEqual({ day: '2026-11-02', setup: { ...fronts, NF: { ...shoe, size: '6' } } })
  expect(lastFeet([])).toBeUndefined()
})

test('a summary reaches twelve months back unless the address gives another span', () => {
  expect(summaryFrom(null, '2026-11-22')).toBe('2025-11-22')
  expect(summaryFrom('last tuesday', '2026-11-22')).toBe('2025-11-22')
  expect(summaryFrom('2026-01-31', '2026-11-22')).toBe('2026-01-31')
  expect(summaryFrom('all', '2026-11-22')).toBeUndefined()
})
