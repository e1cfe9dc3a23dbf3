import { expect, test } from 'vitest'
import type { Role } from '#features/core/practice/contract.ts'
import {
  autoReplyOf,
  DEMO_SLUG,
  diaryMembers,
  initialsOf,
  isEmail,
  may,
  mayRunPractice,
  optOutFault,
  seesMoney,
  sendingOf,
  settingsFrom,
  settingsId,
  slugOf,
  TEXT_FIELDS,
  templateFault,
  trialEndsOn,
  withWorkingDays,
  workingDayFault,
  workingDaysOf,
} from '#features/core/practice/rules.ts'

test('a trial is eight weeks', () => {
  expect(trialEndsOn('2026-11-21')).toBe('2027-01-16')
})

test('initials are the first letters of the first and last word', () => {
  expect(initialsOf('Gareth Probert')).toBe('GP')
  expect(initialsOf('Llŷr ap Gruffudd')).toBe('LG')
  expect(initialsOf('  ŷnys  ')).toBe('Ŷ')
  expect(initialsOf('Nia  Mair   Rees')).toBe('NR')
  expect(initialsOf('   ')).toBe('')
})

test('an address is good enough to write to when it has a name, an at and a dotted place', () => {
  const good = ['gareth@example.co.uk', ' g@x.wales ']
  const bad = [
    'gareth',
    'gareth@',
    '@example.com',
    'gareth@example',
    'g@example.',
    'g@.',
    'two words@example.com',
    'a@b@example.com',
    'g@x.c om',
    'g@ex ample.com',
  ]
  expect([good.filter(isEmail), bad.filter(isEmail)]).toEqual([good, []])
})

test('a practice has one record of settings, the same on every device', () => {
  const [one, other] = ['019ab6f0-4a5e-7c3d-8e21-3f5a6b7c8d9e', '019ab6f0-4a5e-7c3d-8e21-3f5a6b7c8d9f']
  expect(settingsId(one)).toBe(settingsId(one))
  expect(settingsId(one)).not.toBe(settingsId(other))
  expect(settingsId(one)).toBe('ea61c78e-90f5-57a8-a58e-a687e83118f5')
})

test('a name makes a plain address, and never an empty one', () => {
  expect(slugOf("Siân O'Dwyer & Sons")).toBe('sian-odwyer-sons')
  expect(slugOf('🐴')).toBe('practice')
  expect(slugOf('(Ty Coch) Forge!')).toBe('ty-coch-forge')
  expect(slugOf('Forge '.repeat(30))).toHaveLength(60)
})

test('the demo’s slug is a name that is valid in an address', () => {
  expect(slugOf(DEMO_SLUG)).toBe(DEMO_SLUG)
})

test('a practice works from Monday to Friday, nine to five, by default', () => {
  const settings = settingsFrom(undefined)
  expect(workingDaysOf(settings)).toEqual([1, 2, 3, 4, 5])
  expect(settings.workingHours[2]).toEqual({ dayOfWeek: 2, isWorking: true, startTime: '09:00', endTime: '17:00' })
  expect(settings).toMatchObject({ feet: 'near-off', travelBufferMinutes: 15, prepLine: null, wording: {} })
})

test('until the practice decides, only emergencies are answered automatically', () => {
  const message = "Thanks for your message. I'm not working now and will answer {opens}. If it's an emergency, reply EMERGENCY."
  const emergencyMessage =
    "I've got your emergency message. Coming out costs {price}. If there's bleeding or a nail in the foot, call your vet now."
  const fees = { emergencyRate: 50, emergencyMultiplier: 1.75 }
  expect(autoReplyOf({})).toEqual({ isEnabled: false, message, isEmergencyEnabled: true, emergencyMessage, ...fees })
  expect(autoReplyOf({ autoReply: { isEnabled: true, message: undefined } })).toMatchObject({ isEnabled: true, message })
})

test('until the practice decides, it is quiet from 21:00 to 08:00', () => {
  const optOutLine = 'Reply STOP to stop these.'
  expect(sendingOf({})).toEqual({ quietFrom: '21:00', quietTo: '08:00', dailyTexts: 500, segmentTenths: 40, optOutLine })
  expect(sendingOf({ sending: { dailyTexts: 5 } })).toMatchObject({ dailyTexts: 5, quietFrom: '21:00' })
})

test.each([
  [true, '09:00', '17:00', undefined],
  [true, '09:00', '09:00', 'Ends before it starts'],
  [false, '17:00', '09:00', undefined],
])('working hours (worked: %s) from %s to %s have the error %s', (isWorking, startTime, endTime, error) => {
  expect(workingDayFault({ isWorking, startTime, endTime })).toBe(error)
})

test('the line that ends marketing messages names the word STOP', () => {
  expect(optOutFault('Reply STOP to hear no more.')).toBeUndefined()
  expect(optOutFault('Reply UNSTOPPABLE.')).toBe('Include the word STOP')
})

test('other working days keep the hours of each day', () => {
  const early = settingsFrom(undefined).workingHours.map((day) => ({ ...day, startTime: '07:30' }))
  const hours = withWorkingDays({ workingHours: early }, [6, 1, 1])
  expect(workingDaysOf({ workingHours: hours })).toEqual([1, 6])
  expect(hours[6]).toMatchObject({ isWorking: true, startTime: '07:30' })
  expect(workingDaysOf({ workingHours: hours.toReversed() })).toEqual([1, 6])
})

test('a wording names what can be filled in, and who it is from', () => {
  expect(templateFault('Hi {name}, see you {day} {time}. {practice}')).toBeUndefined()
  expect(templateFault('Hi {firstname}, {practice}')).toMatch(/^\{firstname\} can't be used here\. You can use \{name\} /)
  expect(templateFault('Hi {}, {practice}')).toMatch(/^\{\} can't/)
  expect(templateFault('Hi {name, {practice}')).toMatch(/curly bracket/)
  expect(templateFault('Hi {{name}}, {practice}')).toMatch(/curly bracket/)
  expect(templateFault('{name} of {practice}', ['practice'])).toBe("{name} can't be used here. You can use {practice}.")
  expect(templateFault('Hi {name}, see you soon')).toBe('Say who the text is from: add {practice}.')
})

test('a diary belongs to an active member who shoes, or to its current member', () => {
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

test('each role may do exactly its actions', () => {
  const roles = ['owner', 'farrier', 'apprentice', 'office'] as const
  const acts = ['runPractice', 'seeMoney', 'setPrices', 'changeRecords', 'planDiary', 'sendTexts'] as const
  expect(Object.fromEntries(acts.map((act) => [act, roles.filter((role) => may(role, act))]))).toEqual({
    runPractice: ['owner'],
    seeMoney: ['owner', 'farrier', 'office'],
    setPrices: ['owner', 'office'],
    changeRecords: ['owner', 'farrier', 'office'],
    planDiary: ['owner', 'farrier', 'office'],
    sendTexts: ['owner', 'farrier', 'office'],
  })
  expect(acts.some((act) => may(undefined, act))).toBe(false)
})

test('every field of a wording has a description', () => {
  expect(Object.values(TEXT_FIELDS).every((words) => words.length > 10)).toBe(true)
})

test('apprentices see no money, and only an owner runs the practice', () => {
  const roles = ['owner', 'farrier', 'apprentice', 'office', undefined] as const
  expect(roles.filter(seesMoney)).toEqual(['owner', 'farrier', 'office'])
  expect(roles.filter(mayRunPractice)).toEqual(['owner'])
})
