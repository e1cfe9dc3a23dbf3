import { expect, test } from 'vitest'
import { figureLines, isAsPlanned, planLines, withPlan } from '#features/visits/care/plan.ts'
import { isWaiting, ROLE_WORDS, standingPlan, threadsOf } from '#features/visits/care/rules.ts'
import type { Foot, Setup } from '#features/visits/work/feet.ts'

const TRIM: Foot = { work: 'trim' }
const SHOE: Foot = { work: 'refit', shoe: 'Fullered', size: '5¼', findings: ['Thrush'] }
const setup = (change: Partial<Setup> = {}): Setup => ({ NF: SHOE, OF: SHOE, NH: TRIM, OH: TRIM, ...change })

test('feet with the same plan share a line, in the words of the practice; a foot without one is left out', () => {
  const plan = {
    NF: { wedgeTenths: 30, pad: 'Leather pad' },
    OF: { wedgeTenths: 30, pad: 'Leather pad' },
    NH: { work: 'off' as const },
    OH: {},
  }
  expect(planLines(plan, 'near-off')).toEqual(['near fore, off fore: 3° wedge, leather pad', 'near hind: shoe off'])
  expect(planLines({ OF: { raiseTenths: 55, shoe: 'Egg bar', words: 'roll the toe' } }, 'left-right')).toEqual([
    'right fore: egg bar, 5.5 mm raise, roll the toe',
  ])
  expect(figureLines({ NF: { palmarAngleTenths: -5, soleDepthTenths: 0 } }, 'near-off')).toEqual([
    'near fore: palmar angle -0.5°, sole depth 0 mm',
  ])
})

test('the plan changes what it names, and keeps shoe, size and findings', () => {
  const plan = { NF: { wedgeTenths: 30 }, OF: { shoe: 'Egg bar' } }
  expect(withPlan(setup(), plan)).toEqual(setup({ NF: { ...SHOE, pad: '3° wedge' }, OF: { ...SHOE, shoe: 'Egg bar' } }))
})

test('a bare foot with something planned under its shoe is shod; one planned bare loses what it wore, and keeps its findings', () => {
  expect(withPlan(setup(), { NH: { pad: 'Rim pad' } }).NH).toEqual({ work: 'new', pad: 'Rim pad' })
  expect(withPlan(setup(), { NH: { shoe: 'Egg bar' } }).NH).toEqual({ work: 'new', shoe: 'Egg bar' })
  expect(withPlan(setup(), { NF: { pad: 'Rim pad', wedgeTenths: 20, raiseTenths: 55 } }).NF.pad).toBe('2° wedge, 5.5 mm raise, rim pad')
  expect(withPlan(setup(), { NF: { work: 'off', pad: 'Rim pad' } }).NF).toEqual({ work: 'off', findings: ['Thrush'] })
  expect(withPlan(null, { NF: { work: 'trim' } })).toMatchObject({ NF: { work: 'trim' }, OF: { work: 'none' } })
})

test('words are added to the note of a foot once, and cut where it is full', () => {
  const once = withPlan(setup({ NF: { ...SHOE, note: 'Sore' } }), { NF: { words: 'Roll the toe' } })
  expect(once.NF.note).toBe('Sore\nRoll the toe')
  expect(withPlan(setup(), { NF: { words: 'Roll the toe' } }).NF.note).toBe('Roll the toe')
  expect(withPlan(once, { NF: { words: 'Roll the toe' } })).toEqual(once)
  expect(withPlan(setup({ NF: { ...SHOE, note: 'x'.repeat(999) } }), { NF: { words: 'Roll' } }).NF.note).toHaveLength(1000)
})

test('feet are as planned once the plan changes nothing of them', () => {
  const plan = { NF: { wedgeTenths: 30, words: 'Roll the toe' }, NH: { work: 'trim' as const } }
  expect(isAsPlanned(null, plan)).toBe(false)
  expect(isAsPlanned(setup(), plan)).toBe(false)
  expect(isAsPlanned(setup({ NF: { ...SHOE, pad: '3° wedge' } }), plan)).toBe(false)
  expect(isAsPlanned(withPlan(setup(), plan), plan)).toBe(true)
  expect(isAsPlanned(setup({ NF: { ...SHOE, note: 'Roll the toe' } }), { NF: { words: 'Roll the toe' } })).toBe(true)
  expect(isAsPlanned(setup(), { NF: { words: 'Roll the toe' } })).toBe(false)
})

const said = (id: string, change: object = {}) => ({
  ...{
    id,
    kind: 'plan' as const,
    replyToId: null as string | null,
    saidAt: `2026-11-2${id}T10:00:00.000Z`,
    takenAt: null,
    withdrawnAt: null,
  },
  ...change,
})

test('the last plan that was not withdrawn is in force, accepted or not; notes and answers are none', () => {
  const withdrawn = { withdrawnAt: '2026-11-28T10:00:00.000Z' }
  expect(standingPlan([said('1'), said('2'), said('3', withdrawn), said('4', { kind: 'note' })])?.id).toBe('2')
  expect(standingPlan([said('3', withdrawn)])).toBeUndefined()
})

test('notes and plans come newest first, those of one moment always in the same order, with their answers from the first on', () => {
  const moment = { saidAt: '2026-11-22T10:00:00.000Z' }
  const of = (id: string, replyToId: string) => said(id, { kind: 'answer', replyToId })
  const notes = [of('8', '2'), said('1'), said('3', moment), said('5'), of('7', '2'), said('2', moment), of('6', '5'), of('9', 'erased')]
  const read = (all: typeof notes) => threadsOf(all).map(({ note, answers }) => [note.id, ...answers.map(({ id }) => id)])
  const expected = [['5', '6'], ['3'], ['2', '7', '8'], ['1']]
  expect(read(notes)).toEqual(expected)
  expect(read(notes.toReversed())).toEqual(expected)
  const [older, newer] = [
    said('1', { kind: 'answer', replyToId: '4', ...moment }),
    said('2', { kind: 'answer', replyToId: '4', ...moment }),
  ]
  for (const both of [
    [older, newer],
    [newer, older],
  ])
    expect(read([...both, said('4')])).toEqual([['4', '1', '2']])
})

test('each author is called what they are', () => {
  expect(ROLE_WORDS).toEqual({ vet: 'Vet', 'para-professional': 'Para-professional', farrier: 'Farrier' })
})

test('the plan in force is the newest, in any order of arrival', () => {
  const plans = [said('2'), said('4'), said('1'), said('3')]
  expect(standingPlan(plans)?.id).toBe('4')
  expect(standingPlan(plans.toReversed())?.id).toBe('4')
})

test('what is accepted, answered or withdrawn no longer waits; an answer that was withdrawn does not count', () => {
  const answer = (change: object = {}) => said('5', { kind: 'answer', replyToId: '1', ...change })
  const waits = (...notes: ReturnType<typeof said>[]) => threadsOf(notes).filter(isWaiting).length
  const at = '2026-11-28T10:00:00.000Z'
  expect(waits(said('1'))).toBe(1)
  expect(waits(said('1', { takenAt: at }))).toBe(0)
  expect(waits(said('1', { withdrawnAt: at }))).toBe(0)
  expect(waits(said('1'), answer())).toBe(0)
  expect(waits(said('1'), answer({ withdrawnAt: at }))).toBe(1)
  expect(threadsOf([said('1'), said('2'), answer()]).map(({ note, answers }) => [note.id, answers.length])).toEqual([
    ['2', 0],
    ['1', 1],
  ])
})
