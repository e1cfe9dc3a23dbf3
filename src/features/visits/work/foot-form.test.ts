import { expect, test } from 'vitest'
import type { Foot } from '#features/visits/work/feet.ts'
import { faultIn, footFrom, formOf } from '#features/visits/work/foot-form.ts'

const shod: Foot = { work: 'new', shoe: 'Fullered', size: '5¼', angleDegrees: 52.5, findings: ['Thrush'], note: 'Central' }

test('a foot goes into the form and comes out as it was', () => {
  expect(footFrom(formOf(shod))).toEqual(shod)
  expect(footFrom(formOf({ work: 'trim' }))).toEqual({ work: 'trim' })
})

test('a foot that leaves without a shoe wears none, and keeps its findings', () => {
  expect(footFrom({ ...formOf(shod), work: 'off' })).toEqual({ work: 'off', angleDegrees: 52.5, findings: ['Thrush'], note: 'Central' })
})

test('blanks are nothing, a decimal comma is a point, and an odd measure is reported', () => {
  const form = { ...formOf(shod), size: '  ', toeMm: '82,5', heelMm: '' }
  expect(footFrom(form)).toMatchObject({ toeMm: 82.5 })
  expect(footFrom(form)).not.toHaveProperty('size')
  expect(faultIn(form)).toBeUndefined()
  expect(faultIn({ ...form, angleDegrees: '5' })).toBe('Angle is between 20 and 90.')
  expect(faultIn({ ...form, heelMm: 'long' })).toBe('Heel is between 10 and 300.')
})
