import { expect, test } from 'vitest'
import type { NoticeKind } from '#features/core/notices/contract.ts'
import { type Facts, wordsOf } from '#features/core/notices/rules.ts'
import { EDITABLE_KINDS, FIELDS_OF } from '#features/core/notices/wordings.ts'
import { textSize } from '#lib/segments.ts'

const VISIT = { appointmentId: 'v1', title: 'Biscuit, trim', onDay: '2026-11-26', time: '09:30', period: 'AM' } as const
/** As long as the server's (`links.ts`). */
const LINK = `https://pritchel.co.uk/q/${'x'.repeat(12)}`
const LINKS: Partial<Record<NoticeKind, string>> = { rights: '', rights_done: `https://pritchel.co.uk/your-data/${'x'.repeat(43)}` }
const FIELDS = {
  day: 'Thu 26 Nov',
  time: 'at 09:30',
  horse: 'Biscuit',
  text: 'We answer on the next working day.',
  request: 'a copy of what we hold',
  deadline: 'Sat 26 Dec',
  reference: 'DR-12',
  document: 'invoice INV-0042',
  who: 'Gareth Probert Farriery',
  sees: 'your horses and visits',
  amount: '£150',
  due: 'due Thu 10 Dec',
  owed: 'Nothing is owed now.',
}
const ABOUT_VISITS: readonly NoticeKind[] = ['reminder', 'on_my_way', 'next', 'late', 'not_reached', 'booked', 'cancelled']

/** A text as an owner has it from a practice with a name of usual length, its first line's visit of one horse. */
function bodyOf(kind: NoticeKind, link = LINK): string {
  const links = { ...(FIELDS_OF[kind].includes('link') && { link }), ...(FIELDS_OF[kind].includes('answer') && { answer: LINK }) }
  const facts = {
    recipient: 'Sarah Penrose',
    firstName: 'Sarah',
    practiceName: 'Gareth Probert Farriery',
    zone: 'Europe/London',
    prep: 'Caught, clean and dry, please.',
    ahead: 1,
    lateMinutes: 30,
    reason: 'Lost shoe at the last yard',
    ...links,
  }
  const moves = [{ from: VISIT, to: { ...VISIT, onDay: '2026-11-27', time: '10:00' } as const }]
  const about =
    kind === 'moved'
      ? { moves }
      : ABOUT_VISITS.includes(kind)
        ? { visit: VISIT }
        : { fields: { ...FIELDS, ...(kind === 'chaser' && { document: 'INV-0042' }), ...links } }
  return wordsOf(kind, { ...facts, ...about } as Facts).body
}

test('our own words fit in one text, but for those that carry two links, a reason or the link of a pack', () => {
  const long = EDITABLE_KINDS.filter((kind) => textSize(bodyOf(kind, LINKS[kind])).segments > 1)
  expect(long).toEqual(['reminder', 'late', 'rights_done'])
  for (const kind of EDITABLE_KINDS) expect(textSize(bodyOf(kind)), kind).toMatchObject({ alphabet: 'GSM-7' })
})

test('a reminder before its day, which has no link to the round yet, fits in one text; on its day in two', () => {
  expect(textSize(bodyOf('reminder', ''))).toMatchObject({ segments: 1 })
  expect(textSize(bodyOf('reminder'))).toMatchObject({ segments: 2 })
})
