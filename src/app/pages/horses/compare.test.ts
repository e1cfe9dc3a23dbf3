import { expect, test } from 'vitest'
import { compareFeet, earlierWithFeet, type FootedWork } from '#app/pages/horses/compare.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import type { Foot, Setup } from '#features/visits/work/feet.ts'

const trim: Foot = { work: 'trim' }
const shoe: Foot = { work: 'new', size: '5¼', shoe: 'Fullered' }
const trimmed: Setup = { NF: trim, OF: trim, NH: trim, OH: trim }
const visit = (id: string, setup: Partial<Setup>): FootedWork => ({
  id,
  setup: { ...trimmed, ...setup },
  horseId: 'h',
  visitHorseId: null,
  memberId: 'm',
  serviceType: 'Front shoes new',
  workDate: '2026-11-02',
  description: null,
  findings: null,
  recommendations: null,
  resetsCycle: true,
})
const footOf = (before: FootedWork, now: FootedWork, work: readonly WorkEntry[] = [now, before]) => compareFeet(before, now, work)[0]

test('a visit is held against those before it that have feet, the last of them first', () => {
  const work = [visit('4', {}), visit('3', {}), { ...visit('2', {}), setup: null }, visit('1', {})]
  expect(earlierWithFeet(work, '3').map(({ id }) => id)).toEqual(['1'])
  expect(earlierWithFeet(work, '4').map(({ id }) => id)).toEqual(['3', '1'])
  expect(earlierWithFeet(work, '1')).toEqual([])
})

test('each foot shows what it got on both visits, what was found, and what differs', () => {
  const before = visit('1', { NF: { ...shoe, findings: ['Thrush'], note: 'medial' } })
  const now = visit('2', { NF: { ...shoe, size: '5½', pad: 'Leather pad' } })
  const [near, ...rest] = compareFeet(before, now, [now, before])
  expect(near).toEqual({
    foot: 'NF',
    before: { words: '5¼ fullered', found: 'Thrush: medial' },
    now: { words: '5½ fullered, leather pad', found: undefined },
    changes: ['5½, was 5¼', 'leather pad added'],
    measures: [],
  })
  expect(rest.flatMap(({ changes }) => changes)).toEqual([])
})

test('measures have their difference where both visits took them', () => {
  const before = visit('1', { NF: { ...trim, angleDegrees: 50.1, toeMm: 82, heelMm: 35 } })
  const now = visit('2', { NF: { ...trim, angleDegrees: 52.4, toeMm: 80 } })
  expect(footOf(before, now)?.measures).toEqual([
    { name: 'Angle', before: '50.1°', now: '52.4°', difference: '+2.3°' },
    { name: 'Toe', before: '82\u00a0mm', now: '80\u00a0mm', difference: '−2\u00a0mm' },
    { name: 'Heel', before: '35\u00a0mm', now: undefined, difference: undefined },
  ])
  expect(footOf(before, { ...before, id: '2' })?.measures[0]?.difference).toBe('no change')
})

test('a foot a call-out left as it was is not other than before, nor is it news on the visit after', () => {
  const first = visit('1', { NF: shoe, OF: shoe })
  const callOut = visit('2', { NF: { work: 'none' }, OF: { ...shoe, size: '5½' } })
  const after = visit('3', { NF: shoe, OF: shoe })
  const work = [after, callOut, first]
  expect(footOf(first, callOut, work)).toMatchObject({ now: { words: 'Left as it was' }, changes: [] })
  expect(compareFeet(callOut, after, work).map(({ changes }) => changes)).toEqual([[], ['5¼, was 5½'], [], []])
})
