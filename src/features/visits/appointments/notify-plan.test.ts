import { expect, test } from 'vitest'
import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import {
  goesWords,
  notifiedWords,
  notifyPlanOf,
  outcomeWords,
  previewWords,
  recipientIdsOf,
} from '#features/visits/appointments/notify-plan.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { resetClock } from '#testing/set-clock.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const ONLINE = { isOnline: true, isTestVersion: false }

const client = (name: string, more: Partial<Client> = {}) =>
  ({
    id: name,
    name,
    phone: '07700 900118',
    phoneE164: '+447700900118',
    email: null,
    preferredChannel: 'sms',
    stoppedAt: null,
    isBusiness: false,
    ...more,
  }) as Client
const visit = (day: string, more: Partial<VisitRow> = {}) =>
  ({
    id: 'v',
    title: 'Solo',
    status: 'booked',
    isCallOnly: false,
    callPeriod: 'AM',
    ...whenOn(day, '13:00', '14:00', ZONE),
    ...more,
  }) as VisitRow
const planFor = (
  clients: Client[],
  { from = addDays(today, 2), to = addDays(today, 3), preferences = [] as SmsPreferences[], more = {} as Partial<VisitRow> } = {},
) => notifyPlanOf(visit(from, more), visit(to, more), { clients, preferences }, today)

const MARCUS = client('Marcus Yeo')

test('a client who can be reached is a recipient, by first name', () => {
  expect(planFor([MARCUS])).toEqual({ names: ['Marcus'] })
  expect(outcomeWords(planFor([MARCUS]), ONLINE)).toBe('Marcus will be texted in 90 seconds.')
  expect(previewWords(planFor([MARCUS]), ONLINE)).toBe('Marcus is texted after 90 seconds.')
})

test('several owners are notified together', () => {
  const both = planFor([MARCUS, client('Ruth Ockham')])
  expect(previewWords(both, ONLINE)).toBe('Marcus and Ruth are texted after 90 seconds.')
  expect(outcomeWords(planFor([MARCUS, client('Ruth'), client('Tom')]), ONLINE)).toBe('3 owners will be texted in 90 seconds.')
})

test('offline and in the test version it shows that', () => {
  expect(outcomeWords(planFor([MARCUS]), { ...ONLINE, isOnline: false })).toBe("Marcus will be notified when you're back online.")
  expect(outcomeWords(planFor([MARCUS]), { ...ONLINE, isTestVersion: true })).toContain('the text goes to the Outbox only')
})

test('the prompt before and the notice after name the hour a text goes at night', () => {
  const quiet = { quietFrom: '21:00', quietTo: '08:00' }
  const place = {
    id: 'v',
    title: 'Solo',
    onDay: '2026-12-01',
    localStart: '09:00',
    isCallOnly: false,
    callPeriod: 'AM' as const,
    zone: 'Europe/London',
  }
  try {
    setClock('2026-11-22T23:30:00Z')
    expect(goesWords('booked', [place], { ...ONLINE, quiet })).toBe('Goes tomorrow at 08:00, after your quiet hours')
    expect(notifiedWords('cancelled', ['Marcus'], [place], { ...ONLINE, quiet })).toBe('Marcus will be texted tomorrow at 08:00.')
    expect(goesWords('cancelled', [{ ...place, onDay: '2026-11-23' }], { ...ONLINE, quiet })).toBe('Goes now')
    setClock('2026-11-23T06:30:00Z')
    expect(goesWords('moved', [place], { ...ONLINE, quiet, isTestVersion: true })).toBe(
      'Goes at 08:00, after your quiet hours (test version: Outbox only)',
    )
    setClock('2026-11-23T12:00:00Z')
    expect(goesWords('moved', [place], { ...ONLINE, quiet })).toBe('Held for 90 seconds, in case you change your mind')
    expect(notifiedWords('booked', ['Marcus'], [place], { ...ONLINE, quiet })).toBe('Marcus will be texted now.')
    expect(notifiedWords('booked', [], [place], { ...ONLINE, quiet })).toBe('Nobody was texted.')
  } finally {
    resetClock()
  }
})

test.each([
  [
    'without a phone',
    planFor([client('Ned', { phone: null, phoneE164: null })]),
    "There's no phone number on file for Ned, so nobody was texted.",
  ],
  [
    'who asked for no more texts',
    planFor([client('Ned', { stoppedAt: '2026-01-01T00:00:00Z' })]),
    "Ned doesn't want texts, so nobody was texted.",
  ],
  [
    'who wants no updates',
    planFor([MARCUS], { preferences: [{ clientId: 'Marcus Yeo', enableUpdates: false } as SmsPreferences] }),
    "Marcus Yeo doesn't want texts, so nobody was texted.",
  ],
  ['of a past visit', planFor([MARCUS], { from: addDays(today, -2) }), "It's over, so nobody was texted."],
  ['moved into the past', planFor([MARCUS], { to: addDays(today, -1) }), "It's over, so nobody was texted."],
  ['of a finished visit', planFor([MARCUS], { more: { status: 'done' } }), "It's over, so nobody was texted."],
  ['of an own entry', planFor([]), ''],
])('a client %s is not', (_, telling, sentence) => {
  expect(telling.names).toEqual([])
  expect(outcomeWords(telling, ONLINE)).toBe(sentence)
})

test('a horse that has gone by then adds no recipient, and a visit for such horses alone has none', () => {
  const visit = { id: 'v', clientId: 'sarah', onDay: '2026-11-24' }
  const line = (horseId: string | null, clientId: string) => ({ appointmentId: 'v', horseId, clientId })
  const gone = (horseId: string) => ({ bess: '2026-11-20', duke: '2026-12-01' })[horseId] ?? null
  expect(recipientIdsOf(visit, [line('bess', 'sarah'), line('dolly', 'tom')], gone)).toEqual(['tom'])
  expect(recipientIdsOf(visit, [line('dolly', 'tom')], gone)).toEqual(['sarah', 'tom'])
  expect(recipientIdsOf(visit, [line('bess', 'tom')], gone)).toEqual([])
  expect(recipientIdsOf(visit, [line('dolly', 'sarah'), line('bess', 'tom')], gone)).toEqual(['sarah', 'sarah'])
  expect(recipientIdsOf(visit, [line('bess', 'sarah')], gone)).toEqual([])
  expect(recipientIdsOf(visit, [line('duke', 'sarah'), line(null, 'tom')], gone)).toEqual(['sarah', 'sarah', 'tom'])
  expect(recipientIdsOf(visit, [], gone)).toEqual(['sarah'])
})
