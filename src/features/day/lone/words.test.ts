import { expect, test } from 'vitest'
import type { NoticeState } from '#features/core/notices/contract.ts'
import type { LoneTimer, LoneWorker } from '#features/day/lone/contract.ts'
import { nextAt } from '#features/day/lone/rules.ts'
import { loneWords, wantsAnswer } from '#features/day/lone/words.ts'

const ZONE = 'Europe/London'
const at = (time: string) => Date.parse(`2026-11-25T${time}:00Z`)
const timer = (state: NoticeState, change: Partial<LoneTimer> = {}): LoneTimer => ({
  id: 'a',
  visitId: 'b',
  ringAt: '2026-11-25T16:30:00Z',
  textAt: '2026-11-25T16:40:00Z',
  contactName: 'Jo',
  answeredAt: null,
  text: { state, at: '2026-11-25T16:40:00Z', tries: 0 },
  ...change,
})
const contact = { name: 'Jo', phone: '+447700900119', askedAt: '2026-11-25T09:00:00Z', refusedAt: null, ask: 'delivered' as const }
const yes = { ...contact, agreedAt: '2026-11-25T09:10:00Z' }
const lone = (change: Partial<LoneWorker>): LoneWorker => ({
  whyNot: null,
  contact: yes,
  timer: null,
  rings: { devices: 1, phone: false },
  ...change,
})
const said = (state: NoticeState, time: string, change: Partial<LoneTimer> = {}) =>
  loneWords(lone({ timer: timer(state, change) }), at(time), ZONE)

test('a timer shows its status in one line', () => {
  expect(said('queued', '16:00')).toBe('On, rings at 16:30')
  expect(said('queued', '16:31')).toBe('Ringing: Jo is texted at 16:40')
  expect(said('queued', '16:41')).toBe('The text to Jo is going')
  expect(said('sending', '16:40')).toBe('The text to Jo is going')
  expect(said('sent', '16:41')).toBe('Text sent to Jo at 16:40')
  expect(said('delivered', '16:41')).toBe('Text sent to Jo at 16:40, delivered')
  expect(said('unknown', '16:43')).toBe('The text to Jo may have gone')
  expect(said('failed', '16:41')).toBe("The text to Jo wasn't delivered: ring somebody yourself")
  expect(said('undelivered', '16:41')).toBe("The text to Jo wasn't delivered: ring somebody yourself")
  expect(said('cancelled', '16:41', { answeredAt: '2026-11-25T16:35:00Z' })).toBe('Off')
})

test('before that it shows how far the contact has got', () => {
  const of = (change: object) => loneWords(lone({ contact: { ...contact, agreedAt: null, ...change } }), at('10:00'), ZONE)
  expect(loneWords(lone({ contact: null }), at('10:00'), ZONE)).toBe('Off')
  expect(of({})).toBe('Waiting for Jo to say yes')
  expect(of({ ask: 'undelivered' })).toBe("The question to Jo wasn't delivered")
  expect(of({ refusedAt: '2026-11-25T09:20:00Z' })).toBe('Jo said no')
  expect(loneWords(lone({}), at('10:00'), ZONE)).toBe('Off')
})

test('a timer wants an answer until it has one, also once its text has gone', () => {
  const wants = (state: NoticeState, change: Partial<LoneTimer> = {}) => wantsAnswer(timer(state, change), at('16:45'))
  expect([wants('queued'), wants('delivered'), wants('failed')]).toEqual([true, true, true])
  expect([wants('cancelled'), wants('delivered', { answeredAt: '2026-11-25T16:44:00Z' })]).toEqual([false, false])
})

test('a time is the next one by the clock of the practice, within twelve hours, over midnight too', () => {
  const now = new Date('2026-07-01T21:00:00Z') // 22:00 in London
  expect(nextAt('22:30', now, ZONE)?.toISOString()).toBe('2026-07-01T21:30:00.000Z')
  expect(nextAt('01:00', now, ZONE)?.toISOString()).toBe('2026-07-02T00:00:00.000Z')
  expect(nextAt('21:30', now, ZONE)).toBeUndefined()
  expect(nextAt('22:00', now, ZONE)).toBeUndefined()
})
