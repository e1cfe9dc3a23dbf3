import { expect, test } from 'vitest'
import type { Role } from '#features/practice/contract.ts'
import {
  diaryMembers,
  initialsOf,
  mayRunPractice,
  seesMoney,
  settingsFrom,
  slugOf,
  templateFault,
  trialEndsOn,
  withWorkingDays,
  workingDaysOf,
} from '#features/practice/rules.ts'

test('a trial is eight weeks', () => {
  expect(trialEndsOn('2026-11-21')).toBe('2027-01-16')
})

test('initials are the first letters of the first and last word', () => {
  expect(initialsOf('Gareth Probert')).toBe('GP')
  expect(initialsOf('Llŷr ap Gruffudd')).toBe('LG')
  expect(initialsOf('  ŷnys  ')).toBe('Ŷ')
})

test('a name makes a plain address, and never an empty one', () => {
  expect(slugOf("Siân O'Dwyer & Sons")).toBe('sian-odwyer-sons')
  expect(slugOf('🐴')).toBe('practice')
})

test('a practice works from Monday to Friday, nine to five, until it says otherwise', () => {
  const settings = settingsFrom(undefined)
  expect(workingDaysOf(settings)).toEqual([1, 2, 3, 4, 5])
  expect(settings.workingHours[2]).toEqual({ dayOfWeek: 2, isWorking: true, startTime: '09:00', endTime: '17:00' })
  expect(settings).toMatchObject({ feet: 'near-off', travelBufferMinutes: 15, prepLine: null, wording: {} })
})

test('other working days keep the hours of each day', () => {
  const early = settingsFrom(undefined).workingHours.map((day) => ({ ...day, startTime: '07:30' }))
  const hours = withWorkingDays({ workingHours: early }, [6, 1, 1])
  expect(workingDaysOf({ workingHours: hours })).toEqual([1, 6])
  expect(hours[6]).toMatchObject({ isWorking: true, startTime: '07:30' })
})

test('a wording names what can be filled in, and who it is from', () => {
  expect(templateFault('Hi {name}, see you {day} {time}. {practice}')).toBeUndefined()
  expect(templateFault('Hi {firstname}, {practice}')).toMatch(/^\{firstname\} cannot be filled in here\. There is: \{name\} /)
  expect(templateFault('Hi {}, {practice}')).toMatch(/^\{\} cannot/)
  expect(templateFault('Hi {name, {practice}')).toMatch(/curly bracket/)
  expect(templateFault('Hi {name}, see you soon')).toBe('Say who the text is from: put {practice} in.')
})

test('a diary belongs to who shoes and is still here, or to whoever it already belongs to', () => {
  const member = (id: string, name: string, role: Role, isActive = true) => ({ id, name, role, isActive })
  const members = [
    member('1', 'Nia', 'farrier'),
    member('2', 'Gareth', 'owner'),
    member('3', 'Jo', 'office'),
    member('4', 'Al', 'farrier', false),
  ]
  expect(diaryMembers(members).map(({ name }) => name)).toEqual(['Gareth', 'Nia'])
  expect(diaryMembers(members, '4').map(({ name }) => name)).toEqual(['Al', 'Gareth', 'Nia'])
})

test('apprentices see no money, and only an owner runs the practice', () => {
  const roles = ['owner', 'farrier', 'apprentice', 'office', undefined] as const
  expect(roles.filter(seesMoney)).toEqual(['owner', 'farrier', 'office'])
  expect(roles.filter(mayRunPractice)).toEqual(['owner'])
})
