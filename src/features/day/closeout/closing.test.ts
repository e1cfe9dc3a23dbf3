import { expect, test } from 'vitest'
import { againOf, changesIn, draftOf, takenWords } from '#features/day/closeout/closing.ts'
import { type Setup, withFeet } from '#features/visits/work/feet.ts'

const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼' } as const
const TRIM = { work: 'trim' } as const
const fronts: Setup = { NF: SHOE, OF: SHOE, NH: TRIM, OH: TRIM }
const last = { serviceType: 'Front shoes new', setup: fronts, workDate: '2026-10-06' }

test('a horse gets what it had last time, or what was planned for it, and its words show which', () => {
  expect(againOf(null, [last])).toMatchObject({ serviceType: 'Front shoes new', setup: fronts, words: 'As last time' })
  expect(againOf('Front shoes new', [last]).words).toBe('As last time')
  expect(againOf('Front refit', [last]).words).toBe('Front refit, as planned')
  expect(againOf(null, []).words).toBe('Trim')
})

test('changes are counted, and feet that make another kind of work rename it', () => {
  const again = againOf(null, [last])
  const draft = draftOf(again)
  expect(takenWords(again, draft)).toBe('As last time')
  const pad = withFeet(draft, { ...fronts, OF: { ...SHOE, pad: 'Leather pad' } })
  expect(takenWords(again, pad)).toBe('As last time, with 1 change')
  expect(changesIn(again, pad)).toEqual([{ foot: 'OF', words: 'leather pad added' }])
  expect(pad.serviceType).toBe('Front shoes new')
  const full = withFeet(draft, { ...fronts, NH: SHOE, OH: SHOE })
  expect(full.serviceType).toBe('Full set new')
  expect(takenWords(again, { ...draft, serviceType: 'Trim' })).toBe('As last time, with 1 change')
})

test('a kind of work of the farrier’s own keeps its name regardless of the feet', () => {
  const again = againOf(null, [{ ...last, serviceType: 'Laminitic fronts' }])
  expect(withFeet(draftOf(again), { ...fronts, NH: SHOE, OH: SHOE }).serviceType).toBe('Laminitic fronts')
})
