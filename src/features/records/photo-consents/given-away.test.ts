import { expect, test } from 'vitest'
import { givenAway } from '#features/records/photo-consents/given-away.ts'

const sarah = { owner: ['Sarah Penrose', null], places: ['Mulberry Farm', '1 High Street, Ludlow', undefined] }
const about = (words: string) => givenAway(words, sarah)

test('an owner’s name, a yard or town, and a date are pointed out, however they are written', () => {
  expect(about('Six weeks on for SARAH’S 2 mares')).toEqual(['It may give away the owner’s name: sarah.'])
  expect(about('Six weeks on, thank you penrose')).toEqual(['It may give away the owner’s name: penrose.'])
  expect(about('A day at Mulberry, in Ludlow')).toEqual(['It may give away where the horse is kept or the owner lives: mulberry, ludlow.'])
  for (const date of ['24 Nov', '24th November', '24/11', '24.11.2026', 'in 2026', 'last Tuesday'])
    expect(about(`Shod ${date}`), date).toEqual([expect.stringContaining('It may give away a date')])
  expect(about('Sarah at Mulberry on Friday')).toHaveLength(3)
})

test('words that say nothing of anybody are left alone', () => {
  for (const words of [
    'Before and after on the farm',
    'A new set for an old friend, 5 degrees more',
    'The near fore from high street to field',
    '',
  ])
    expect(about(words), words).toEqual([])
})
