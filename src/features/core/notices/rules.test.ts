import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NoticeKind } from '#features/core/notices/contract.ts'
import {
  type Facts,
  MOST_ATTEMPTS,
  type Move,
  mergeMove,
  pastAfter,
  pauseAfter,
  type Recipient,
  stillTrue,
  TOO_LATE,
  type VisitWords,
  wayTo,
  wordingFor,
  wordsOf,
} from '#features/core/notices/rules.ts'
import { DEFAULT_WORDING, EDITABLE_KINDS, FIELDS_OF } from '#features/core/notices/wordings.ts'
import { templateFault } from '#features/core/practice/rules.ts'
import { currentTime } from '#lib/clock.ts'

const visit = (change: Partial<VisitWords> = {}): VisitWords => ({
  appointmentId: 'v1',
  title: 'Biscuit, trim',
  onDay: '2026-11-26',
  time: '09:00',
  period: 'AM',
  ...change,
})
const stop = (change: Partial<VisitWords> = {}) => visit({ time: null, ...change })
const envelope = { recipient: 'Sarah Penrose', firstName: 'Sarah', practiceName: 'Probert Farriery', zone: 'Europe/London' }
const moved = (...moves: Move[]): Facts => ({ ...envelope, moves })
const about = (words: VisitWords, more: { link?: string; firstName?: string } = {}): Facts => ({ ...envelope, ...more, visit: words })
const friday = visit({ onDay: '2026-11-27' })

test('a text about a moved visit gives its old and its new day and time', () => {
  expect(wordsOf('moved', moved({ from: visit(), to: friday }))).toEqual({
    subject: 'Your visit on Thu 26 Nov has moved',
    body: 'Hi Sarah, your visit (Biscuit, trim) on Thu 26 Nov at 09:00 has moved to Fri 27 Nov at 09:00.\nProbert Farriery',
  })
})

test('several moves are listed one to a line, in the order of their new times', () => {
  const other = visit({ appointmentId: 'v2', title: '' })
  const { body, subject } = wordsOf('moved', moved({ from: visit(), to: friday }, { from: other, to: { ...other, time: '14:30' } }))
  expect(subject).toBe('Your visits have moved')
  expect(body).toBe(
    'Hi Sarah, your visits have moved.\nVisit: Thu 26 Nov at 09:00, now Thu 26 Nov at 14:30\nBiscuit, trim: Thu 26 Nov at 09:00, now Fri 27 Nov at 09:00\nProbert Farriery',
  )
})

test('each kind has its sentence', () => {
  const of = (kind: 'reminder' | 'on_my_way' | 'cancelled' | 'booked') => wordsOf(kind, about(visit())).body.split('\n')[0]
  expect(of('reminder')).toBe('Hi Sarah, a reminder of your visit (Biscuit, trim) on Thu 26 Nov at 09:00.')
  expect(of('on_my_way')).toBe("Hi Sarah, I'm on my way to you (Biscuit, trim).")
  expect(of('cancelled')).toBe('Hi Sarah, your visit (Biscuit, trim) on Thu 26 Nov at 09:00 is cancelled.')
  expect(of('booked')).toBe('Hi Sarah, your visit (Biscuit, trim) is booked for Thu 26 Nov at 09:00.')
})

test('a stop without a time is given its half of the day and never a time', () => {
  for (const kind of ['reminder', 'on_my_way', 'cancelled', 'booked'] as const) {
    expect(wordsOf(kind, about(stop({ period: 'PM' }))).body).not.toMatch(/\d\d:\d\d/)
  }
  const { body } = wordsOf('moved', moved({ from: stop(), to: stop({ onDay: '2026-11-27', period: 'PM' }) }))
  expect(body).toContain('on Thu 26 Nov in the morning has moved to Fri 27 Nov in the afternoon.')
})

test('the link of the queue page is on a line of its own', () => {
  const link = 'https://diary.example/call-status?client=abc'
  expect(wordsOf('on_my_way', about(visit(), { link })).body.split('\n')).toContain(`Where I am: ${link}`)
})

test('without a first name or a title the sentence still reads', () => {
  expect(wordsOf('reminder', about(visit({ title: '  ' }), { firstName: '' })).body).toBe(
    'A reminder of your visit on Thu 26 Nov at 09:00.\nProbert Farriery',
  )
})

test('the practice’s own words are filled in, with the line the farrier added', () => {
  const own = { wording: '{practice} here, {name}. {visit}, {day} {time}: see you then.\n{prep}', prep: 'Have them in and dry.' }
  expect(wordsOf('reminder', { ...about(visit()), ...own }).body).toBe(
    'Probert Farriery here, Sarah. Biscuit, trim, Thu 26 Nov at 09:00: see you then.\nHave them in and dry.',
  )
  expect(wordsOf('moved', { ...moved({ from: visit(), to: friday }), wording: 'Was {was}, now {day} {time}. {practice}' }).body).toBe(
    'Was Thu 26 Nov at 09:00, now Fri 27 Nov at 09:00. Probert Farriery',
  )
})

test('the prep line is in "on my way", and no line is empty', () => {
  const prep = 'Caught, clean and dry, please.'
  const of = (facts: Facts) => wordsOf('on_my_way', facts).body.split('\n')
  expect(of({ ...about(visit()), ...wordingFor('on_my_way', { wording: {}, prepLine: prep }) })).toContain(prep)
  expect(of(about(visit()))).toEqual(["Hi Sarah, I'm on my way to you (Biscuit, trim).", 'Probert Farriery'])
})

test('a field inside a title or a name stays what was typed', () => {
  expect(wordsOf('booked', about(visit({ title: '{practice} {name}' }))).body).toContain('({practice} {name})')
})

test('our own wordings use only what a text of their kind knows, and all of them can be used', () => {
  for (const kind of EDITABLE_KINDS) {
    expect(templateFault(DEFAULT_WORDING[kind], FIELDS_OF[kind]), kind).toBeUndefined()
  }
})

test('curly quotes and dashes are straightened, names keep their letters', () => {
  const { body } = wordsOf('reminder', about(visit({ title: 'Siân’s “Ŵyn” – trim…' })))
  expect(body).toContain('(Siân\'s "Ŵyn" - trim...)')
})

test('a long title is cut, and never inside a letter', () => {
  const { body } = wordsOf('booked', about(visit({ title: '🐴'.repeat(100) })))
  expect(body).toContain(`(${'🐴'.repeat(57)}...)`)
})

test('moves of one visit become one, from where the client believes it is', () => {
  const thursdayToFriday = mergeMove([], { from: visit(), to: friday })
  const monday = visit({ onDay: '2026-11-30' })
  expect(mergeMove(thursdayToFriday, { from: friday, to: monday })).toEqual([{ from: visit(), to: monday }])
})

test('a visit moved back where it was drops out, and another stays', () => {
  const other = { from: visit({ appointmentId: 'v2' }), to: visit({ appointmentId: 'v2', time: '11:00' }) }
  expect(mergeMove([{ from: visit(), to: friday }, other], { from: friday, to: visit() })).toEqual([other])
})

test('a stop without a time that changes only its half of the day has moved', () => {
  expect(mergeMove([], { from: stop(), to: stop({ period: 'PM' }) })).toHaveLength(1)
  expect(mergeMove([], { from: visit(), to: visit({ period: 'PM' }) })).toHaveLength(0)
})

const place = fc.record({
  onDay: fc.constantFrom('2026-11-26', '2026-11-27', '2026-11-30'),
  time: fc.constantFrom('09:00', '10:00', null),
  period: fc.constantFrom<'AM' | 'PM'>('AM', 'PM'),
})
const drags = fc.array(fc.tuple(fc.constantFrom('v1', 'v2', 'v3'), place), { maxLength: 12 })

test('after any drags the text names each visit once, with its old and its current place', () => {
  fc.assert(
    fc.property(drags, (steps) => {
      const start = new Map(['v1', 'v2', 'v3'].map((id) => [id, visit({ appointmentId: id })]))
      const now = new Map(start)
      let moves: Move[] = []
      for (const [id, to] of steps) {
        const from = now.get(id) ?? visit()
        now.set(id, { ...from, ...to })
        moves = mergeMove(moves, { from, to: { ...from, ...to } })
      }
      expect(new Set(moves.map(({ to }) => to.appointmentId)).size).toBe(moves.length)
      for (const [id, was] of start) {
        const is = now.get(id)
        const told = moves.find(({ to }) => to.appointmentId === id)
        const isBack = is?.onDay === was.onDay && is.time === was.time
        if (isBack) expect(told).toBeUndefined()
        else expect(told).toMatchObject({ from: { onDay: was.onDay, time: was.time }, to: is })
      }
    }),
  )
})

const sarah: Recipient = {
  clientId: 'c1',
  name: 'Sarah Penrose',
  firstName: 'Sarah',
  phoneE164: '+447700900118',
  email: 'sarah@example.com',
  preferredChannel: 'sms',
  stoppedAt: null,
}

test.each<[string, Partial<Recipient>, ReturnType<typeof wayTo>]>([
  ['a text by default', {}, { channel: 'sms', address: '+447700900118' }],
  ['an e-mail when preferred', { preferredChannel: 'email' }, { channel: 'email', address: 'sarah@example.com' }],
  ['an e-mail when they read in the portal', { preferredChannel: 'portal' }, { channel: 'email', address: 'sarah@example.com' }],
  [
    'a text when they read in the portal and have no e-mail',
    { preferredChannel: 'portal', email: null },
    { channel: 'sms', address: '+447700900118' },
  ],
  [
    'a text when they prefer e-mail but have none',
    { preferredChannel: 'email', email: null },
    { channel: 'sms', address: '+447700900118' },
  ],
  ['nothing without a number', { phoneE164: null }, 'no_phone'],
  [
    'an e-mail without a number when preferred',
    { phoneE164: null, preferredChannel: 'email' },
    { channel: 'email', address: 'sarah@example.com' },
  ],
  ['nothing once they said stop', { stoppedAt: currentTime(), preferredChannel: 'email' }, 'stopped'],
  ['nothing while they are not active', { isActive: false, preferredChannel: 'email' }, 'stopped'],
  ['nothing when they want none', { preferredChannel: 'none' }, 'stopped'],
])('a client gets %s', (_, change, expected) => {
  expect(wayTo({ ...sarah, ...change })).toEqual(expected)
})

test('a visit is past from its start, a stop from the end of its day, in the practice’s zone', () => {
  expect(pastAfter(visit({ onDay: '2026-07-01' }), 'Europe/London').toISOString()).toBe('2026-07-01T08:00:00.000Z')
  expect(pastAfter(stop(), 'Europe/London').toISOString()).toBe('2026-11-27T00:00:00.000Z')
})

const statesOf = (...visits: (VisitWords & { isOff?: boolean; owners?: ReadonlySet<string> })[]) =>
  new Map(visits.map((each) => [each.appointmentId, { isOff: false, owners: new Set([sarah.clientId]), ...each }]))
const toSarah = (kind: NoticeKind, facts: Facts) => ({ kind, facts, client_id: sarah.clientId })
const wednesday = new Date('2026-11-25T12:00:00Z')

test('a text that is no longer true is not sent', () => {
  const facts = about(visit())
  expect(stillTrue(toSarah('reminder', facts), statesOf(visit()), wednesday)).toEqual(facts)
  expect(stillTrue(toSarah('reminder', facts), statesOf(friday), wednesday)).toBe('The visit has since moved.')
  expect(stillTrue(toSarah('reminder', facts), statesOf({ ...visit(), isOff: true }), wednesday)).toBe('The visit was cancelled.')
  expect(stillTrue(toSarah('reminder', facts), statesOf(), wednesday)).toBe('The visit was cancelled.')
  expect(stillTrue(toSarah('cancelled', facts), statesOf({ ...visit(), isOff: true }), wednesday)).toEqual(facts)
  expect(stillTrue(toSarah('cancelled', facts), statesOf(visit()), wednesday)).toBe('The visit is on again.')
  expect(stillTrue(toSarah('on_my_way', facts), statesOf(friday), wednesday)).toEqual(facts)
  const toms = statesOf({ ...visit(), owners: new Set(['tom']) })
  expect(stillTrue(toSarah('booked', facts), toms, wednesday)).toBe('They no longer have a horse on the visit.')
})

test('of several moves only the ones still true are sent', () => {
  const other = { from: visit({ appointmentId: 'v2' }), to: visit({ appointmentId: 'v2', time: '11:00' }) }
  const both = moved({ from: visit(), to: friday }, other)
  expect(stillTrue(toSarah('moved', both), statesOf(visit(), other.to), wednesday)).toEqual(moved(other))
  expect(stillTrue(toSarah('moved', both), statesOf(friday, other.to), new Date('2026-11-26T12:00:00Z'))).toEqual(
    moved({ from: visit(), to: friday }),
  )
  expect(stillTrue(toSarah('moved', both), statesOf(friday, other.to), new Date('2026-12-01T12:00:00Z'))).toBe(TOO_LATE)
})

test('pauses between tries double and end', () => {
  expect([1, 2, 3].map(pauseAfter)).toEqual([5, 10, 20])
  expect(pauseAfter(MOST_ATTEMPTS)).toBeUndefined()
})
