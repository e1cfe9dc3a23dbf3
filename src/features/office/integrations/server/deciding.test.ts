import { expect, test } from 'vitest'
import type { Changes, FarItem } from '#connectors/kit/calendar.ts'
import { decide, type Item, isVeryMany, toDo, type Wanted, wantedFrom } from '#features/office/integrations/server/deciding.ts'
import { instantOf } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const id = (n: number) => `01a21225-e122-7159-9460-${String(n).padStart(12, '0')}`

function want(n: number, { start = '2026-12-03T09:00:00Z', title = 'Hill Farm' } = {}): Wanted {
  const from = new Date(start)
  const when = { start: from, end: new Date(from.getTime() + 3_600_000), zone: 'Europe/London' }
  const item: CalendarItem = { uid: `${id(n)}@pritchel`, when, title, place: null, status: 'CONFIRMED', isFree: false }
  return wantedFrom(item, NOW, (day) => instantOf(day, '00:00', 'Europe/London'))
}

const sent = (wanted: Wanted, more: Partial<Item> = {}): Item => ({
  subjectId: wanted.subjectId,
  remoteId: `/c/${wanted.subjectId}.ics`,
  remoteTag: '"1"',
  sentHash: wanted.hash,
  sentWhen: wanted.when,
  sendingWhen: null,
  state: 'sent',
  sentence: null,
  ...more,
})

function there(
  n: number,
  { start = '2026-12-03T09:00:00Z', uid = `${id(n)}@pritchel`, ...more }: Partial<FarItem> & { start?: string } = {},
): FarItem {
  const from = new Date(start)
  return {
    id: `/c/${id(n)}.ics`,
    tag: '"2"',
    uid,
    title: 'Hill Farm',
    place: null,
    isCancelled: false,
    when: { start: from, end: new Date(from.getTime() + 3_600_000) },
    ...more,
  }
}

const changes = (items: FarItem[], more: Partial<Changes> = {}): Changes => ({
  cursor: 'c',
  isWhole: false,
  items,
  known: [],
  gone: [],
  ...more,
})
const on = { takesNew: true, now: NOW, today: '2026-12-01' }
const empty = { forgotten: [], strays: [], moved: [], deleted: [], settled: [], added: [] }
/** After a decision: what is known, and what is then written. */
function then(known: readonly Item[], decided: { items: readonly Item[] }): Item[] {
  const after = new Map(known.map((item) => [item.subjectId, item]))
  for (const item of decided.items) after.set(item.subjectId, item)
  return [...after.values()]
}
const none = new Set<string>()

test('what comes back as it was sent is an echo: its tag is kept, nothing is written and there is no question', () => {
  const wanted = want(1)
  const decided = decide(changes([there(1)]), [sent(wanted)], [wanted], on)
  expect(decided).toEqual({ ...empty, items: [sent(wanted, { remoteTag: '"2"' })] })
  expect(toDo(then([sent(wanted)], decided), [wanted], none, NOW)).toMatchObject({ puts: [], removes: [] })
})

test('its words changed there are left, until the visit changes here', () => {
  const wanted = want(1)
  const decided = decide(changes([there(1, { title: 'Bring the dog' })]), [sent(wanted)], [wanted], on)
  const known = then([sent(wanted)], decided)
  expect(toDo(known, [wanted], none, NOW).puts).toEqual([])
  expect(toDo(known, [want(1, { title: 'Hill Farm, 3 horses' })], none, NOW).puts).toHaveLength(1)
})

test('moved there and unchanged here: it raises a question, and waits there for the answer', () => {
  const wanted = want(1)
  const decided = decide(changes([there(1, { start: '2026-12-04T14:00:00Z' })]), [sent(wanted)], [wanted], on)
  expect(decided.moved.map(({ wanted: { subjectId } }) => subjectId)).toEqual([id(1)])
  const known = then([sent(wanted)], decided)
  expect(toDo(known, [wanted], new Set([id(1)]), NOW).puts).toEqual([])
  // Put back: ours is written again.
  expect(toDo(known, [wanted], none, NOW).puts).toHaveLength(1)
  // The same again is no second question.
  expect(decide(changes([there(1, { start: '2026-12-04T14:00:00Z' })]), known, [wanted], on).moved).toEqual([])
  // Moved back there, the question is closed.
  expect(decide(changes([there(1)]), known, [wanted], on)).toMatchObject({ moved: [], settled: [id(1)] })
})

test('moved there and changed here too: ours is written, and the other time raises a question', () => {
  const [before, after] = [want(1), want(1, { start: '2026-12-05T08:00:00Z' })]
  const decided = decide(changes([there(1, { start: '2026-12-04T14:00:00Z' })]), [sent(before)], [after], on)
  expect(decided.moved).toHaveLength(1)
  expect(toDo(then([sent(before)], decided), [after], new Set([id(1)]), NOW).puts).toHaveLength(1)
})

test('moved here and there to the same time is no question', () => {
  const [before, after] = [want(1), want(1, { start: '2026-12-04T14:00:00Z' })]
  expect(decide(changes([there(1, { start: '2026-12-04T14:00:00Z' })]), [sent(before)], [after], on).moved).toEqual([])
})

test('deleted there: it raises a question, and is put back when it was changed here, or an hour before it begins', () => {
  const wanted = want(1)
  const decided = decide(changes([], { gone: [`/c/${id(1)}.ics`] }), [sent(wanted)], [wanted], on)
  expect(decided.deleted).toEqual([wanted])
  const known = then([sent(wanted)], decided)
  const open = new Set([id(1)])
  expect(toDo(known, [wanted], open, NOW)).toMatchObject({ puts: [], putBack: [] })
  expect(toDo(known, [wanted], open, new Date('2026-12-03T08:01:00Z'))).toMatchObject({ puts: [{}], putBack: [id(1)] })
  expect(toDo(known, [want(1, { title: 'Other' })], open, NOW).puts).toHaveLength(1)
  // Cancelled here as well, there is nothing to take out.
  expect(toDo(known, [], none, NOW)).toMatchObject({ removes: [], forgets: [id(1)] })
})

test('cancelled there counts as deleted', () => {
  const wanted = want(1)
  expect(decide(changes([there(1, { isCancelled: true })]), [sent(wanted)], [wanted], on).deleted).toEqual([wanted])
})

test('what a whole listing lacks is written again, and nothing is deleted here', () => {
  const [one, two] = [want(1), want(2)]
  const known = [sent(one), sent(two)]
  const decided = decide(changes([there(1)], { isWhole: true }), known, [one, two], on)
  expect(decided.deleted).toEqual([])
  expect(toDo(then(known, decided), [one, two], none, NOW).puts.map(({ wanted }) => wanted.subjectId)).toEqual([id(2)])
})

test('what is older than a whole listing reaches is not taken for missing', () => {
  const [old, recent] = [want(1, { start: '2026-10-30T09:00:00Z' }), want(2, { start: '2026-11-02T09:00:00Z' })]
  const decided = decide(changes([], { isWhole: true }), [sent(old), sent(recent)], [], on)
  expect(decided.items.map(({ subjectId }) => subjectId)).toEqual([id(2)])
})

test('what a whole listing has as it is known is left as it is: a question about it stays, and nothing is written', () => {
  const [one, two, three] = [want(1), want(2), want(3)]
  const asked = sent(two, { sentWhen: '2026-12-04T14:00:00.000Z/2026-12-04T15:00:00.000Z', state: 'asked' })
  const own = sent(three, { remoteId: '/c/vet.ics' })
  const known = [sent(one), asked, own]
  const decided = decide(
    changes([], { isWhole: true, known: known.flatMap(({ remoteId }) => remoteId ?? []) }),
    known,
    [one, two, three],
    on,
  )
  expect(decided).toEqual({ ...empty, items: [] })
  expect(toDo(known, [one, two, three], new Set([id(2)]), NOW)).toMatchObject({ puts: [], removes: [] })
})

test('one that was on its way when the worker was killed is met again by its name, and is one', () => {
  const wanted = want(1)
  const known = [sent(wanted, { remoteId: null, remoteTag: null, sentHash: null, sentWhen: null, state: 'sending' })]
  const decided = decide(changes([there(1)]), known, [wanted], on)
  expect(decided.moved).toEqual([])
  const after = then(known, decided)
  expect(after[0]).toMatchObject({ remoteId: `/c/${id(1)}.ics`, remoteTag: '"2"' })
  expect(toDo(after, [wanted], none, NOW).puts[0]?.item?.remoteId).toBe(`/c/${id(1)}.ics`)
  // Cancelled meanwhile, it is taken out.
  expect(toDo(after, [], none, NOW).removes).toHaveLength(1)
})

test('what was on its way when its answer was lost is ours as it arrives, even if it is elsewhere here by then', () => {
  const [before, lost, now] = [want(1), want(1, { start: '2026-12-04T14:00:00Z' }), want(1, { start: '2026-12-05T08:00:00Z' })]
  const onItsWay = { sentHash: null, sendingWhen: lost.when, state: 'sending' } as const
  const unseen = { remoteId: null, remoteTag: null, sentWhen: null }
  for (const item of [sent(before, onItsWay), sent(lost, { ...onItsWay, ...unseen })]) {
    const decided = decide(changes([there(1, { start: '2026-12-04T14:00:00Z' })]), [item], [now], on)
    expect(decided).toMatchObject({ moved: [], items: [{ remoteTag: '"2"', sentWhen: lost.when, sendingWhen: null }] })
    expect(toDo(then([item], decided), [now], none, NOW).puts).toHaveLength(1)
    // The phone has moved it since.
    expect(decide(changes([there(1, { start: '2026-12-07T14:00:00Z' })]), [item], [now], on).moved).toHaveLength(1)
  }
})

test('what we took out and want again, before the answer that it is gone, is no question', () => {
  const wanted = want(1)
  const item = sent(wanted, { sentHash: null, sendingWhen: '', state: 'sending' })
  const decided = decide(changes([], { gone: [`/c/${id(1)}.ics`] }), [item], [wanted], on)
  expect(decided.deleted).toEqual([])
  expect(toDo(then([item], decided), [wanted], none, NOW).puts).toMatchObject([{ item: { remoteId: null, sendingWhen: null } }])
})

test('an entry of ours that belongs to nothing here any more is taken out, and one of a day gone by is left', () => {
  expect(decide(changes([there(7)]), [], [], on).strays).toHaveLength(1)
  expect(decide(changes([there(7, { start: '2026-11-20T09:00:00Z' })]), [], [], on).strays).toEqual([])
  // In a calendar that was chosen it may be another member's.
  expect(decide(changes([there(7)]), [], [], { ...on, takesNew: false }).strays).toEqual([])
})

test('an entry added there is new, unless it is over, repeats, is cancelled, or the calendar is not ours', () => {
  const own = { uid: 'dentist' }
  expect(decide(changes([there(8, own)]), [], [], on).added).toHaveLength(1)
  for (const more of [{ start: '2026-11-20T09:00:00Z' }, { when: null }, { isCancelled: true }])
    expect(decide(changes([there(8, { ...own, ...more })]), [], [], on).added).toEqual([])
  expect(decide(changes([there(8, own)]), [], [], { ...on, takesNew: false }).added).toEqual([])
})

test('days that are over are left as they are there, however old, until their client is erased', () => {
  const wanted = want(1, { start: '2026-11-30T09:00:00Z' })
  const moved = decide(changes([there(1, { start: '2026-11-29T09:00:00Z' })]), [sent(wanted)], [wanted], on)
  expect(moved.moved).toEqual([])
  expect(toDo(then([sent(wanted)], moved), [wanted], none, NOW).puts).toEqual([])
  const deleted = decide(changes([], { gone: [`/c/${id(1)}.ics`] }), [sent(wanted)], [wanted], on)
  expect(deleted.deleted).toEqual([])
  expect(toDo(then([sent(wanted)], deleted), [wanted], none, NOW).puts).toEqual([])
  expect(toDo([sent(wanted)], [], none, NOW)).toMatchObject({ removes: [], forgets: [] })
  const erased = sent(wanted, { state: 'erased' })
  expect(toDo([erased], [], none, NOW)).toMatchObject({ removes: [erased] })
  expect(toDo([erased], [wanted], none, NOW)).toMatchObject({ puts: [{ wanted }] })
})

test('more than ten changed there, and more than a fifth of all, is very many', () => {
  const wanted = Array.from({ length: 50 }, (_, n) => want(n))
  const known = wanted.map((each) => sent(each))
  const deletedOf = (count: number) =>
    decide(changes([], { gone: known.slice(0, count).flatMap(({ remoteId }) => remoteId ?? []) }), known, wanted, on)
  expect([10, 11].map((count) => isVeryMany(deletedOf(count), wanted))).toEqual([false, true])
  expect(isVeryMany(deletedOf(11), [...wanted, ...Array.from({ length: 10 }, (_, n) => want(100 + n))])).toBe(false)
})

test('what the far side won’t have is not tried again, until it changes here', () => {
  const wanted = want(1)
  const known = [sent(wanted, { state: 'parked', sentence: 'Too long' })]
  expect(toDo(known, [wanted], none, NOW).puts).toEqual([])
  expect(toDo(known, [want(1, { title: 'Other' })], none, NOW).puts).toHaveLength(1)
})
