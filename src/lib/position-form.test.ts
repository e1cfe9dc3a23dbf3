import { expect, test } from 'vitest'
import { areThreeWords, placeAsSent, placeValuesOf } from '#lib/position-form.ts'

const record = { lat: 52.2, lng: -2.8, positionSource: 'gps' as const, what3words: 'filled.count.soap' }

test('a place goes into a form and comes out the same; cleared, it is none', () => {
  expect(placeAsSent(placeValuesOf(record))).toEqual(record)
  expect(placeAsSent({ position: null, what3words: '' })).toEqual({ lat: null, lng: null, positionSource: null, what3words: null })
  expect(placeValuesOf(undefined)).toEqual({ position: null, what3words: '' })
})

test('only what was touched is sent', () => {
  expect(placeAsSent({})).toEqual({})
  expect(placeAsSent({ what3words: '///Filled.Count.Soap' })).toEqual({ what3words: 'filled.count.soap' })
})

test('three words are three words', () => {
  expect(areThreeWords('')).toBe(true)
  expect(areThreeWords('///filled.count.soap')).toBe(true)
  expect(areThreeWords('by the oak')).toContain('Three words')
})
