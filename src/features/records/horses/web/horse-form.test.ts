import { expect, test } from 'vitest'
import { asSent, horseChecks, valuesOf } from '#features/records/horses/web/horse-form.ts'

const TODAY = '2026-11-24'

test('age goes as a birth year and weeks as days; what is empty goes as none', () => {
  const values = { ...valuesOf(undefined, { name: 'Otis' }), age: '14', cycleWeeks: '6.5', breed: ' Cob ' }
  expect(asSent(values, TODAY)).toMatchObject({ birthYear: 2012, cycleDays: 46, breed: 'Cob', color: null, yardId: null })
  expect(asSent({ age: '', cycleWeeks: '' }, TODAY)).toEqual({ birthYear: null, cycleDays: null })
  expect(asSent({ winterWeeks: '8', passportSeenOn: TODAY }, TODAY)).toEqual({ winterCycleDays: 56, passportSeenOn: TODAY })
})

test('only what is named is sent', () => {
  expect(asSent({ color: 'bay' }, TODAY)).toEqual({ color: 'bay' })
  expect(asSent({ flags: ['kicks'] }, TODAY)).toEqual({ flags: ['kicks'] })
})

test('a form is right with a name and an owner, a whole age and a likely cycle', () => {
  expect([horseChecks.name('  '), horseChecks.clientId('')]).toEqual(['Enter a name', 'Choose the owner'])
  for (const age of ['', '0', '60']) expect(horseChecks.age(age)).toBe(true)
  for (const age of ['-1', '61', '4.5', 'old']) expect(horseChecks.age(age)).not.toBe(true)
  for (const weeks of ['', '1', '5.5', '52']) expect(horseChecks.cycleWeeks(weeks)).toBe(true)
  for (const weeks of ['0', '53', 'six']) expect(horseChecks.cycleWeeks(weeks)).not.toBe(true)
  expect(horseChecks.winterWeeks('8', { cycleWeeks: '' })).toBe('Enter the summer weeks too')
  expect(horseChecks.winterWeeks('8', { cycleWeeks: '6' })).toBe(true)
})
