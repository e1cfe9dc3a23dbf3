import { expect, test } from 'vitest'
import { declareRecords } from '#app/records.ts'
import { describeAttention } from '#features/office/attention/web/attention-words.ts'
import { readValue, titleOf, wordsOf } from '#features/office/attention/web/reading.ts'
import { instantOf } from '#lib/dates.ts'
import type { Reading } from '#platform/web/record-words.ts'
import type { Attention } from '#platform/web/sync/resolve.ts'

declareRecords()

const ZONE = 'Europe/London'
const NAMES: Record<string, string> = { 'clients sarah': 'Sarah Penrose', 'clients tom': 'Tom Haddon', 'horses merlin': 'Merlin' }
const reading: Reading = { zone: ZONE, thisYear: '2026', nameOf: (entity, id) => NAMES[`${entity} ${id}`] }
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

const conflict = (change: Partial<Attention>): Attention => ({
  opId: 'op',
  entity: 'clients',
  id: 'sarah',
  action: 'UPDATE',
  kind: 'conflict',
  error: { code: 'conflict', message: 'This was changed elsewhere in the meantime.', fields: [] },
  fields: [],
  createdAt: '2026-11-24T10:00:00Z',
  isRemoved: false,
  seenRev: 2,
  ...change,
})
const field = (name: string, mine: unknown, theirs: unknown) => ({ name, mine, theirs, before: null })
const described = (change: Partial<Attention>, data = {}, me = 'Gareth Probert') =>
  describeAttention(conflict(change), { data, reading, me })

const VISIT = {
  title: 'Hollybush Farm',
  onDay: '2026-11-24',
  startTime: at('2026-11-24', '10:00'),
  endTime: at('2026-11-24', '11:00'),
  isCallOnly: false,
}

test('a moved visit is described by its times, regardless of who moved it elsewhere', () => {
  const fields = [
    field('startTime', VISIT.startTime, at('2026-11-24', '14:00')),
    field('endTime', VISIT.endTime, at('2026-11-24', '15:00')),
  ]
  const by = { member: 'Gareth Probert', device: 'on the iPad' }
  const { title, sentence, differences } = described({ entity: 'appointments', id: 'v', fields, by }, VISIT)
  expect(title).toBe('Hollybush Farm, Tue 24 Nov')
  expect(sentence).toBe('You changed the time to 10:00 offline. Meanwhile it was moved to 14:00 on the iPad.')
  expect(differences).toEqual([{ label: 'time', isMany: false, verb: 'moved', mine: '10:00', theirs: '14:00' }])
})

test('a visit on another day names the day, and the time only when that differs too', () => {
  const theirs = { onDay: '2026-11-26', startTime: at('2026-11-26', '10:00'), endTime: at('2026-11-26', '11:00') }
  const moved = (start: string, end: string) =>
    described(
      {
        entity: 'appointments',
        fields: [
          field('onDay', VISIT.onDay, theirs.onDay),
          field('startTime', VISIT.startTime, start),
          field('endTime', VISIT.endTime, end),
        ],
      },
      VISIT,
    ).differences[0]
  expect(moved(theirs.startTime, theirs.endTime)).toMatchObject({ label: 'day', mine: 'Tue 24 Nov', theirs: 'Thu 26 Nov' })
  expect(moved(at('2026-11-26', '14:00'), at('2026-11-26', '15:00'))).toMatchObject({
    label: 'time',
    mine: 'Tue 24 Nov, 10:00',
    theirs: 'Thu 26 Nov, 14:00',
  })
})

test('another member is named, a cleared value is described as cleared, and the notes as changed', () => {
  const by = { member: 'Helen Yeo', device: 'on the iPad' }
  expect(described({ fields: [field('phone', '07700 900118', '07700 900119')], by }).sentence).toBe(
    'You changed the phone number to 07700 900118 offline. Meanwhile it was changed to 07700 900119 by Helen Yeo on the iPad.',
  )
  expect(described({ entity: 'yards', fields: [field('gateCode', null, '4411')] }).sentence).toBe(
    'You cleared the gate code offline. Meanwhile it was changed to 4411.',
  )
  expect(described({ fields: [field('notes', 'Kind dog.\nBlind in one eye.', 'x'.repeat(60))] }).sentence).toBe(
    'You changed the notes offline. Meanwhile they were changed.',
  )
})

test('several fields are shown side by side under their names, a record by its name and a position once', () => {
  const fields = [
    field('clientId', 'sarah', 'tom'),
    field('cycleDays', 42, 45),
    field('specialNotes', null, 'Kicks'),
    field('hasShoes', true, false),
  ]
  const { sentence, differences } = described({ entity: 'horses', id: 'merlin', fields }, { name: 'Merlin' })
  expect(sentence).toBe('You changed the owner, the shoeing cycle and 2 more offline. Meanwhile they were changed.')
  expect(differences.map(({ label, mine, theirs }) => [label, mine, theirs])).toEqual([
    ['owner', 'Sarah Penrose', 'Tom Haddon'],
    ['shoeing cycle', '6 weeks', '45 days'],
    ['special notes', null, 'Kicks'],
    ['has shoes', 'Yes', 'No'],
  ])
  const yard = described({ entity: 'yards', fields: [field('lat', 52.1, 52.2), field('lng', -2.7, -2.8)] })
  expect(yard.differences).toHaveLength(1)
  expect(yard.sentence).toBe('You changed the place on the map offline. Meanwhile it was changed.')
})

test('a removal against a change, and a change against a removal', () => {
  const by = { member: 'Helen Yeo', device: 'on the iPad' }
  expect(
    described({ entity: 'horses', action: 'DELETE', fields: [field('specialNotes', null, 'Kicks')], by }, { name: 'Merlin' }).sentence,
  ).toBe('You removed this horse offline. Meanwhile the special notes were changed by Helen Yeo on the iPad.')
  expect(described({ isRemoved: true, fields: [field('phone', '1', null)], by }, { name: 'Sarah' }).sentence).toBe(
    'You changed the phone number to 1 offline. Meanwhile this client was removed by Helen Yeo on the iPad.',
  )
})

test("a refusal shows the refused change and the server's sentence", () => {
  const error = { code: 'still_has_horses', message: "Move or remove this client's horses first.", fields: [] }
  expect(described({ kind: 'rejected', action: 'DELETE', error }).sentence).toBe(
    "You removed this client. Move or remove this client's horses first.",
  )
  const taken = { code: 'bad_request', message: "Something in that request isn't right.", fields: ['email'] }
  expect(described({ kind: 'rejected', action: 'CREATE', error: taken, fields: [field('name', 'Sarah', null)] }).sentence).toBe(
    "You added this client. Something in that request isn't right.",
  )
})

test('a field without words is read from its name', () => {
  expect(wordsOf('clients', 'shoeSizeOffFore').label).toBe('shoe size off fore')
  expect(readValue('clients', 'shoeSizeOffFore', { size: 3 }, reading)).toBe('')
  expect(readValue('clients', 'shoeSizeOffFore', null, reading)).toBeNull()
  expect(titleOf('clients', {}, reading)).toBe('Client')
})
