import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dealOut, type Hearer, movableOn, previewTexts } from '#features/day/days/day-move.ts'
import type { Placed } from '#features/visits/appointments/availability.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const [from, to] = [addDays(today, 10), addDays(today, 11)]

const visit = (id: string, more: Partial<VisitRow> = {}) =>
  ({
    id,
    title: id,
    clientId: 'Ned',
    yardId: null,
    memberId: 'gareth',
    status: 'booked',
    isCallOnly: false,
    callNumber: 1,
    callPeriod: 'AM',
    roundRank: null,
    position: null,
    ...whenOn(from, '13:00', '14:00', ZONE),
    ...more,
  }) as VisitRow & Placed
const hearer = (name: string, more: Partial<Hearer> = {}): Hearer => ({
  clientId: name,
  name,
  firstName: name,
  phoneE164: '+447700900118',
  email: null,
  preferredChannel: 'sms',
  stoppedAt: null,
  wantsUpdates: true,
  ...more,
})
const preview = (visits: readonly (VisitRow & Placed)[], hearers: readonly Hearer[], day = to) =>
  previewTexts(
    visits.map((one) => ({ visit: one, day })),
    { practice: { name: 'Probert', zone: ZONE }, settings: { wording: {}, prepLine: null }, hearersOf: () => hearers, horsesOf: () => [] },
  )

test('law: days are filled in order, none with more than one more than another, and every visit has one', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.integer({ min: 1, max: 5 }), (count, size) => {
      const days = Array.from({ length: size }, (_, at) => addDays(from, at))
      const dealt = dealOut(count, days)
      expect(dealt).toHaveLength(count)
      expect(dealt.toSorted()).toEqual(dealt)
      const sizes = days.map((day) => dealt.filter((one) => one === day).length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    }),
  )
})

test('visits that are done, off or of another member stay, and an own entry unless it is chosen', () => {
  const visits = [
    visit('done', { status: 'done' }),
    visit('off', { status: 'cancelled' }),
    visit('nia', { memberId: 'nia' }),
    visit('dentist', { clientId: null }),
    visit('solo'),
  ]
  expect(movableOn(visits, 'gareth', today).map(({ visit: one, isChosen }) => [one.id, isChosen])).toEqual([
    ['solo', true],
    ['dentist', false],
  ])
  expect(movableOn(visits, null, addDays(from, 1))).toEqual([])
})

test.each([
  ['no phone', hearer('Ned', { phoneE164: null }), 'no_phone'],
  ['no wish for texts', hearer('Ned', { stoppedAt: currentTime() }), 'stopped'],
  ['no wish for updates', hearer('Ned', { wantsUpdates: false }), 'no_updates'],
  ['not active', hearer('Ned', { isActive: false }), 'stopped'],
])('an owner with %s is named, to be rung', (_, who, because) => {
  expect(preview([visit('Solo')], [who])).toEqual([{ clientId: 'Ned', name: 'Ned', because }])
})

test('no one is notified of a visit that was only pencilled; next to a booked one, only of the booked one', () => {
  expect(preview([visit('Solo', { status: 'pencilled' })], [hearer('Ned')])).toMatchObject([{ because: 'pencilled' }])
  const [both] = preview([visit('Solo', { status: 'pencilled' }), visit('Kestrel')], [hearer('Ned')])
  expect(both).toMatchObject({ body: expect.stringContaining('your visit (Kestrel)') })
  expect(both).not.toMatchObject({ body: expect.stringContaining('Solo') })
})

test('a visit that stays on its day, or goes to one gone by, is no news', () => {
  expect(preview([visit('Solo')], [hearer('Ned')], from)).toEqual([])
  expect(preview([visit('Solo')], [hearer('Ned')], addDays(today, -1))).toEqual([])
})
