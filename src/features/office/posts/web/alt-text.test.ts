import { expect, test } from 'vitest'
import { altTextOf } from '#features/office/posts/web/alt-text.ts'

const photo = { view: null, takenOn: null, workEntryId: null }
const of = (before: object, after: object, more: object = {}) =>
  altTextOf({
    ...{ foot: 'NF', scheme: 'near-off', before: { ...photo, ...before }, after: { ...photo, ...after } },
    workOf: (id) => ({ t: 'Trim', s: 'Full set new', r: 'Front refit', c: 'Check' })[id],
    ...more,
  })
const SIDES = ' Before is on the left, after on the right.'

test('the work is named only where both photos are of it', () => {
  const trim = { workEntryId: 't', takenOn: '2026-10-06' }
  expect(of(trim, trim)).toBe(`Before and after trimming a horse’s near fore.${SIDES}`)
  expect(of({ workEntryId: 's' }, { workEntryId: 's' })).toBe(`Before and after shoeing a horse’s near fore.${SIDES}`)
  expect(of({ workEntryId: 'r' }, { workEntryId: 'r' })).toContain('after shoeing')
  for (const one of ['c', 'unknown'])
    expect(of({ workEntryId: one }, { workEntryId: one })).toBe(`Before and after: a horse’s near fore.${SIDES}`)
  expect(of({ workEntryId: 's' }, trim)).not.toMatch(/trimming|shoeing/)
})

test('photos of different days say how far they are apart, in no date', () => {
  const apart = (takenOn: string) => of({ takenOn }, { takenOn: '2026-10-06' }).replace(SIDES, '')
  expect(apart('2026-10-01')).toBe('Before and after: a horse’s near fore.')
  expect(apart('2026-08-25')).toBe('Before and after, 6 weeks apart: a horse’s near fore.')
  expect(apart('2026-01-06')).toBe('Before and after, 9 months apart: a horse’s near fore.')
  expect(apart('2023-10-06')).toBe('Before and after, about 3 years apart: a horse’s near fore.')
})

test('the side is said where both are from it, and the foot as the practice calls it', () => {
  expect(of({ view: 'solar' }, { view: 'solar' })).toContain('near fore, seen from below.')
  expect(of({ view: 'solar' }, { view: 'dorsal' })).not.toContain('seen')
  expect(of({ view: 'sole, wet' }, { view: 'sole, wet' })).not.toContain('seen')
  expect(of({}, {}, { scheme: 'left-right' })).toContain('left fore')
})
