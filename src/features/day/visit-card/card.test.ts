import { describe, expect, test } from 'vitest'
import { bookedWords, cardHorse, dueOf, photoWords } from '#features/day/visit-card/card.ts'
import type { Foot, Setup } from '#features/visits/work/feet.ts'
import { feetLines } from '#features/visits/work/feet-for-owners.ts'

const SHOE: Foot = { work: 'new', shoe: 'Fullered', size: '5¼' }
const TRIM: Foot = { work: 'trim' }
const setup: Setup = { NF: { ...SHOE, findings: ['Thrush', 'Flare'], note: 'secret', angleDegrees: 52 }, OF: SHOE, NH: TRIM, OH: TRIM }
const words = { id: 'w', serviceType: 'Front shoes new', description: null, findings: null, recommendations: null }
const done = { id: 'l', name: 'Biscuit', outcome: 'done', reason: null, planned: 'Front shoes new' } as const

describe('a horse of a card', () => {
  test('describes each foot in the owner’s terms: what was done, then with what', () => {
    const [work] = cardHorse(done, [{ ...words, setup }], 'left-right').work
    expect(work?.feet.map(({ name, words: said }) => [name, said])).toEqual([
      ['Left fore', 'New shoe, 5¼ fullered'],
      ['Right fore', 'New shoe, 5¼ fullered'],
      ['Left hind', 'Trim'],
      ['Right hind', 'Trim'],
    ])
    expect(feetLines(work?.feet ?? [])).toEqual(['Left fore, right fore: New shoe, 5¼ fullered', 'Left hind, right hind: Trim'])
    const trimmed = { NF: TRIM, OF: TRIM, NH: TRIM, OH: TRIM }
    expect(feetLines(cardHorse(done, [{ ...words, setup: trimmed }], 'near-off').work[0]?.feet ?? [])).toEqual(['All four feet: Trim'])
  })

  test('includes what was seen on the feet, but not a foot’s note', () => {
    const both = { ...setup, OH: { ...TRIM, findings: ['Thrush', 'Flare'] } }
    const { seen } = cardHorse(done, [{ ...words, findings: ' A little long. ', setup: both }], 'near-off')
    expect(seen).toEqual(['A little long.', 'Near fore, off hind: thrush, flare'])
  })

  test('names the plan where the work no longer exists, and never for a horse that was not done', () => {
    expect(cardHorse(done, [], 'near-off').work).toMatchObject([{ serviceType: 'Front shoes new', feet: [] }])
    const lame = cardHorse({ ...done, outcome: 'not_done', reason: 'Lame' }, [], 'near-off')
    expect([lame.work, lame.notDone]).toEqual([[], { reason: 'Lame' }])
  })
})

test('a horse that has changed hands, gone or rests is not due to its owner of that day', () => {
  const horse = { nextDueOn: '2027-01-05', goneOn: null, pauses: [], isStillTheirs: true }
  expect(dueOf(horse, '2026-11-24')).toBe('2027-01-05')
  expect(dueOf({ ...horse, isStillTheirs: false }, '2026-11-24')).toBeNull()
  expect(dueOf({ ...horse, goneOn: '2026-11-20' }, '2026-11-24')).toBeNull()
  expect(dueOf({ ...horse, pauses: [{ fromOn: '2026-11-20', untilOn: null, reason: 'Box rest' }] }, '2026-11-24')).toBeNull()
})

test('a booked visit has its time, or its half of the day', () => {
  const visit = { onDay: '2027-01-05', localStart: '09:00', isCallOnly: false, callPeriod: 'PM' } as const
  expect(bookedWords(visit)).toBe('Tue 5 Jan 2027 at 09:00')
  expect(bookedWords({ ...visit, isCallOnly: true })).toBe('Tue 5 Jan 2027 in the afternoon')
})

test('a photo is called by its foot and where it was looked at from; words of the farrier’s own stay away', () => {
  expect(photoWords('Biscuit', { foot: 'OF', view: 'solar' }, 'near-off')).toBe('Biscuit, off fore, the sole')
  expect(photoWords('Biscuit', { foot: null, view: 'ask the vet' }, 'near-off')).toBe('Biscuit')
})
