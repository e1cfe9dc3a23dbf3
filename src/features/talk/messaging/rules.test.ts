import { expect, test } from 'vitest'
import { settingsFrom } from '#features/core/practice/rules.ts'
import {
  closedSince,
  cutTo,
  declaresEmergency,
  emergencyTerms,
  fillReply,
  hasUnread,
  isContinued,
  isUnread,
  isWorkingAt,
  lastReadByClient,
  opensInWords,
  priceInWords,
  rateInWords,
  subjectOf,
} from '#features/talk/messaging/rules.ts'

const LONDON = 'Europe/London'
const usual = settingsFrom(undefined)
const at = (text: string) => new Date(text)

test('an emergency has its mark after the subject, once, within the longest subject', () => {
  expect(subjectOf('Lost shoe', true)).toBe('Lost shoe (EMERGENCY)')
  expect(subjectOf('Lost shoe (EMERGENCY)', true)).toBe('Lost shoe (EMERGENCY)')
  expect(subjectOf('Lost shoe', false)).toBe('Lost shoe')
  expect(subjectOf('x'.repeat(200), true)).toHaveLength(200)
})

test('a reply preview is cut at its limit, and shows that it is', () => {
  expect(cutTo('Merlin has pulled a front shoe in the field overnight again', 50)).toBe(
    'Merlin has pulled a front shoe in the field overni...',
  )
  expect(cutTo('Short\nenough', 50)).toBe('Short enough')
})

test('what the client wrote after the last that was read is unread, what we wrote never', () => {
  const thread = { readTo: '2026-11-23T10:00:00.000Z', lastClientAt: '2026-11-23T10:00:00.000Z' }
  expect([hasUnread(thread), hasUnread({ ...thread, readTo: null }), hasUnread({ readTo: null, lastClientAt: null })]).toEqual([
    false,
    true,
    false,
  ])
  const message = (senderType: 'client' | 'farrier', createdAt: string) => isUnread({ senderType, createdAt }, thread)
  expect([message('client', '2026-11-23T10:00:00.000Z'), message('client', '2026-11-23T10:00:00.001Z')]).toEqual([false, true])
  expect(message('farrier', '2026-11-24T10:00:00.000Z')).toBe(false)
})

test('a client may declare an emergency, and that it is none', () => {
  for (const words of ['EMERGENCY', 'its an emergency!!', 'Emergency please ring']) expect(declaresEmergency(words), words).toBe(true)
  for (const words of ['not an emergency', 'No emergency, but', 'It isn’t an emergency', 'When can you come?'])
    expect(declaresEmergency(words), words).toBe(false)
})

test('working hours are wall times of the practice, across both changes of the clock', () => {
  // Friday 26 March is in winter time, Monday 29 March 2027 in summer time.
  expect([isWorkingAt(usual, at('2027-03-26T09:00:00Z'), LONDON), isWorkingAt(usual, at('2027-03-26T08:59:59Z'), LONDON)]).toEqual([
    true,
    false,
  ])
  expect([isWorkingAt(usual, at('2027-03-29T08:00:00Z'), LONDON), isWorkingAt(usual, at('2027-03-29T16:00:00Z'), LONDON)]).toEqual([
    true,
    false,
  ])
  expect(isWorkingAt(usual, at('2027-03-28T12:00:00Z'), LONDON)).toBe(false)
  expect(closedSince(usual, at('2027-03-29T07:30:00Z'), LONDON)).toEqual(at('2027-03-26T17:00:00Z'))
  expect(closedSince(usual, at('2027-03-29T20:00:00Z'), LONDON)).toEqual(at('2027-03-29T16:00:00Z'))
  expect(opensInWords(usual, at('2027-03-26T20:00:00Z'), LONDON)).toBe('on Mon 29 Mar at 09:00')
  expect(opensInWords(usual, at('2027-03-29T20:00:00Z'), LONDON)).toBe('tomorrow at 09:00')
  expect(opensInWords(usual, at('2027-03-29T06:00:00Z'), LONDON)).toBe('at 09:00')
  const never = { workingHours: usual.workingHours.map((day) => ({ ...day, isWorking: false })) }
  expect([isWorkingAt(never, at('2027-03-29T10:00:00Z'), LONDON), opensInWords(never, at('2027-03-29T10:00:00Z'), LONDON)]).toEqual([
    false,
    'as soon as I can',
  ])
  expect(closedSince(never, at('2027-03-29T10:00:00Z'), LONDON)).toEqual(at('2027-03-28T23:00:00Z'))
})

test('an emergency costs the call-out within working hours, and £50 and 1.75 times the rates outside them', () => {
  expect(priceInWords(emergencyTerms(usual, true, 2500))).toBe('£25 on top of the usual rates')
  expect(priceInWords(emergencyTerms(usual, false, 2500))).toBe('£50 and 1.75x the usual rates')
  expect(emergencyTerms({ autoReply: { emergencyRate: 62.5, emergencyMultiplier: 2 } }, false, 0)).toEqual({
    ratePence: 6250,
    percent: 200,
  })
  expect(rateInWords({ emergencyRate: 50, emergencyMultiplier: 1.75 })).toBe('£50 charge, then 1.75x rates')
  expect(rateInWords({ emergencyRate: 25, emergencyMultiplier: 1 })).toBe('£25 charge')
  expect(rateInWords({ emergencyRate: null, emergencyMultiplier: null })).toBe('')
})

test('an auto-reply has its fields filled in, and what is no field stays', () => {
  const values = { name: 'Sarah', opens: 'tomorrow at 09:00', price: '£50' }
  expect(fillReply('Hi {name}, back {opens}. {other}', values)).toBe('Hi Sarah, back tomorrow at 09:00. {other}')
})

test('a conversation goes on for a month, an emergency for three days, one put away not at all', () => {
  const thread = { isEmergency: false, lastMessageAt: at('2026-11-01T10:00:00Z'), closedAt: null }
  expect([isContinued(thread, at('2026-11-30T10:00:00Z')), isContinued(thread, at('2026-12-02T10:00:00Z'))]).toEqual([true, false])
  expect(isContinued({ ...thread, isEmergency: true }, at('2026-11-04T10:00:01Z'))).toBe(false)
  expect(isContinued({ ...thread, closedAt: at('2026-11-02T10:00:00Z') }, at('2026-11-02T10:00:01Z'))).toBe(false)
})

test('read is the last of ours before the client looked, and neither theirs nor an automatic reply', () => {
  const at = (minute: string) => `2026-11-24T18:${minute}:00.000Z`
  const ours = { senderType: 'farrier', isAutoReply: false } as const
  const messages = [
    { ...ours, createdAt: at('40') },
    { senderType: 'client' as const, isAutoReply: false, createdAt: at('41') },
    { ...ours, isAutoReply: true, createdAt: at('42') },
    { ...ours, createdAt: at('55') },
  ]
  expect(lastReadByClient(messages, { clientReadTo: at('52') })?.createdAt).toBe(at('40'))
  expect(lastReadByClient(messages, { clientReadTo: at('55') })?.createdAt).toBe(at('55'))
  expect(lastReadByClient(messages, { clientReadTo: null })).toBeUndefined()
})
