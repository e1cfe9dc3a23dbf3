import { expect, test } from 'vitest'
import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import { answerable, answerInWords, currentAnswers, openRequests } from '#features/visits/answers/rules.ts'
import { instantOf } from '#lib/dates.ts'

const ZONE = 'Europe/London'
const DAY = '2027-03-28' // The clocks go forward.
const visit = {
  startTime: '2027-03-28T08:00:00.000Z',
  endTime: '2027-03-28T09:00:00.000Z',
  onDay: DAY,
  zone: ZONE,
  isCallOnly: false,
  tariff: 'standard',
  isCallComplete: false,
  status: 'booked',
} as const
const stop = { ...visit, isCallOnly: true }

let id = 0
const said = (kind: VisitAnswer['kind'], change: Partial<VisitAnswer> = {}) => ({
  id: String(++id).padStart(3, '0'),
  kind,
  clientId: 'sarah',
  visitStart: visit.startTime,
  seenAt: null,
  ...change,
})

test('an owner may answer until the visit is over or finished, a stop without a time until its day is, and is notified of a cancelled one', () => {
  const at = (time: string, day = DAY) => instantOf(day, time, ZONE)
  expect(answerable(visit, at('09:59'))).toBe('yes')
  expect(answerable(visit, at('10:00'))).toBe('over')
  expect(answerable(stop, at('23:59'))).toBe('yes')
  expect(answerable(stop, at('00:00', '2027-03-29'))).toBe('over')
  expect(answerable({ ...visit, status: 'cancelled' }, at('08:00'))).toBe('off')
  expect(answerable({ ...visit, isCallComplete: true }, at('08:00'))).toBe('over')
  expect(answerable({ ...visit, status: 'pencilled' }, at('08:00'))).toBe('over')
})

test('of yes and another time the latest counts, each owner’s own, and only for the visit’s current time', () => {
  const answers = [said('confirmed'), said('move'), said('confirmed', { clientId: 'tom' }), said('gate_code')]
  expect(currentAnswers(answers, visit).map(({ kind, clientId }) => [clientId, kind])).toEqual([
    ['sarah', 'move'],
    ['tom', 'confirmed'],
  ])
  expect(currentAnswers(answers, { ...visit, startTime: '2027-03-29T08:00:00.000Z' })).toEqual([])
  expect(currentAnswers([said('confirmed', { visitStart: '2027-03-28T22:30:00.000Z' })], stop)).toHaveLength(1)
  expect(currentAnswers([said('confirmed', { visitStart: '2027-03-28T23:30:00.000Z' })], stop)).toEqual([])
})

test('open requests are those no one has seen, except wishes to move that were granted or withdrawn', () => {
  const asks = (...answers: ReturnType<typeof said>[]) => openRequests(answers, visit).map(({ kind }) => kind)
  expect(asks(said('move'), said('add_horse'), said('confirmed', { clientId: 'tom' }))).toEqual(['move', 'add_horse'])
  expect(asks(said('move'), said('confirmed'))).toEqual([])
  expect(asks(said('move', { visitStart: '2027-03-27T08:00:00.000Z' }), said('gate_code', { seenAt: '2027-03-27T08:00:00.000Z' }))).toEqual(
    [],
  )
})

test('an answer reads as a farrier would say it', () => {
  const words = { horseName: null, work: null, untilOn: null, words: null }
  expect(answerInWords({ ...words, kind: 'move', words: 'Mornings' }, null)).toBe('Asks to move: Mornings')
  expect(answerInWords({ ...words, kind: 'add_horse', horseName: 'Dolly', work: 'Trim' }, null)).toBe('Asks to add Dolly, trim')
  expect(answerInWords({ ...words, kind: 'box_rest', untilOn: '2027-04-02' }, 'Biscuit')).toBe('Biscuit is on box rest until Fri 2 Apr')
})
