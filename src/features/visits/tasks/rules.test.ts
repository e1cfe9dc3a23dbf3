import { expect, test } from 'vitest'
import { byDue, dueDay, dueInWords, isForStop, wordsOfAdvice } from '#features/visits/tasks/rules.ts'

const task = (change: object = {}) => ({
  ...{ horseId: 'biscuit', clientId: null, yardId: null, appointmentId: null, dueOn: null, doneAt: null },
  ...change,
})
const STOP = { visitId: 'v', day: '2026-11-24', horseIds: ['biscuit'], clientIds: ['sarah'], yardId: 'hollybush' }

test('advice is a task by its first line; longer text continues in the notes', () => {
  expect(wordsOfAdvice(' X-ray before next time ')).toEqual({ title: 'X-ray before next time', notes: null })
  expect(wordsOfAdvice('X-ray\nBoth fronts')).toEqual({ title: 'X-ray', notes: 'X-ray\nBoth fronts' })
  const long = 'wedge '.repeat(40).trim()
  const { title, notes } = wordsOfAdvice(long)
  expect([title.length <= 120, title.endsWith('wedge…'), notes]).toEqual([true, true, long])
  expect(wordsOfAdvice('x'.repeat(200)).title).toBe(`${'x'.repeat(119)}…`)
})

test('a task for the next visit shows at a stop of its horse, owner or yard, but not at the one it came of', () => {
  expect(isForStop(task(), STOP)).toBe(true)
  expect(isForStop(task({ appointmentId: 'v' }), STOP)).toBe(false)
  expect(isForStop(task({ horseId: 'merlin' }), STOP)).toBe(false)
  expect(isForStop(task({ horseId: 'merlin', clientId: 'sarah' }), STOP)).toBe(false)
  expect(isForStop(task({ horseId: null, clientId: 'sarah' }), STOP)).toBe(true)
  expect(isForStop(task({ horseId: null, yardId: 'hollybush' }), STOP)).toBe(true)
  expect(isForStop(task({ horseId: null }), { ...STOP, yardId: null })).toBe(false)
  expect(isForStop(task({ doneAt: '2026-11-20T10:00:00Z' }), STOP)).toBe(false)
})

test('one with a date shows once it is due within the week', () => {
  expect(isForStop(task({ dueOn: '2026-11-01', appointmentId: 'v' }), STOP)).toBe(true)
  expect(isForStop(task({ dueOn: '2026-12-01' }), STOP)).toBe(true)
  expect(isForStop(task({ dueOn: '2026-12-02' }), STOP)).toBe(false)
})

test('due is its date, else the next visit that is not the one it came of; soonest first, without a day last', () => {
  const coming = [
    { id: 'v', day: '2026-11-24' },
    { id: 'w', day: '2027-01-05' },
  ]
  expect(dueDay(task({ dueOn: '2026-12-01' }), coming)).toBe('2026-12-01')
  expect(dueDay(task(), coming)).toBe('2026-11-24')
  expect(dueDay(task({ appointmentId: 'v' }), coming)).toBe('2027-01-05')
  expect(dueDay(task(), [])).toBeNull()
  const order = [
    { id: 'c', due: null },
    { id: 'b', due: '2026-12-01' },
    { id: 'a', due: '2026-12-01' },
    { id: 'd', due: '2026-11-24' },
  ]
  expect(order.toSorted(byDue).map((one) => one.id)).toEqual(['d', 'a', 'b', 'c'])
})

test('its due day is given in a few words; only a date can be overdue', () => {
  const today = '2026-11-24'
  expect(dueInWords(task({ dueOn: '2026-11-23' }), '2026-11-23', today)).toBe('Overdue since Mon 23 Nov')
  expect(dueInWords(task({ dueOn: today }), today, today)).toBe('Due today')
  expect(dueInWords(task({ dueOn: '2026-12-01' }), '2026-12-01', today)).toBe('Due Tue 1 Dec')
  expect(dueInWords(task(), today, today)).toBe('Next visit, today')
  expect(dueInWords(task(), '2027-01-05', today)).toBe('Next visit, Tue 5 Jan')
  expect(dueInWords(task(), null, today)).toBe('At the next visit')
  expect(dueInWords(task({ horseId: null }), null, today)).toBe('')
})
