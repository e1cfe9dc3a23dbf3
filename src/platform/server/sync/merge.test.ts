import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldWriters } from '#platform/server/sync/columns.ts'
import { type Change, type MergePolicy, merge, same, unseenFields, writersAfter } from '#platform/server/sync/merge.ts'

type Row = { current: Record<string, unknown>; fw: FieldWriters; rev: number }
type Edit = { device: string; base: number; changes: Record<string, unknown> }

const POLICY: MergePolicy = {
  groups: { when: ['day', 'start'], outcome: ['outcome', 'reason'] },
  free: ['rank'],
  both: { notes: 10_000 },
  monotonic: { outcome: [null, 'not_done', 'done'] },
}
const MARK = '— Tom, on the iPad, Tue 24 Nov:'
const how = (edit: Partial<Edit>, more: Partial<Change> = {}): Change => ({
  baseRev: edit.base,
  deviceId: edit.device ?? 'mine',
  policy: POLICY,
  mark: MARK,
  ...more,
})
const row = (current: Row['current'] = {}, fw: FieldWriters = {}, rev = 1): Row => ({ current, fw, rev })
const theirs = (name: string, r = 2): FieldWriters => ({ [name]: { r, d: 'theirs' } })

/** The row after an edit, as the server would leave it; undefined on a conflict. */
function after(before: Row, edit: Edit): Row | undefined {
  const merged = merge(before, edit.changes, how(edit))
  if (merged.kind === 'conflict') return undefined
  if (merged.kind === 'nothing') return before
  const rev = before.rev + 1
  return { current: { ...before.current, ...merged.values }, fw: writersAfter(before.fw, merged.names, rev, edit.device), rev }
}

const text = fc.constantFrom('', 'Kicks', 'Kicks. Bring hay', 'Gate sticks', 'a\n\nb', 'Kicks:\nhard')
const changes = fc.record(
  {
    day: fc.constantFrom('2026-11-24', '2026-11-25'),
    start: fc.constantFrom('09:00', '10:00'),
    outcome: fc.constantFrom(null, 'not_done', 'done'),
    reason: fc.constantFrom(null, 'lame'),
    rank: fc.constantFrom('a', 'b'),
    notes: text,
    phone: fc.constantFrom('1', '2', '3'),
    title: fc.constantFrom('Trim', 'Shoes'),
  },
  { requiredKeys: [] },
)
const edits = (...devices: string[]) =>
  fc.array(fc.record({ device: fc.constantFrom(...devices), base: fc.nat(6), changes }), { maxLength: 8 })

test('a device never conflicts with itself, however old the revision it edits', () => {
  fc.assert(
    fc.property(edits('mine'), (own) => {
      own.reduce((at, edit) => {
        const next = after(at, edit)
        expect(next).toBeDefined()
        return next ?? at
      }, row())
    }),
  )
})

test('a value the row already has never conflicts and writes nothing', () => {
  fc.assert(
    fc.property(edits('mine', 'theirs'), fc.nat(6), (made, base) => {
      const at = made.reduce((before, edit) => after(before, edit) ?? before, row())
      expect(merge(at, { ...at.current, gone: undefined }, how({ base })).kind).toBe('nothing')
    }),
  )
})

test('I6: nothing another device wrote unseen is overwritten, except as the policy allows', () => {
  const strict = new Set(['day', 'start', 'phone', 'title'])
  fc.assert(
    fc.property(edits('mine', 'theirs'), fc.record({ device: fc.constant('mine'), base: fc.nat(6), changes }), (made, edit) => {
      const at = made.reduce((before, each) => after(before, each) ?? before, row())
      const merged = merge(at, edit.changes, how(edit))
      if (merged.kind !== 'write') return
      for (const [column, value] of Object.entries(merged.values)) {
        if (!strict.has(column)) continue
        const last = at.fw[column === 'day' || column === 'start' ? 'when' : column]
        expect(last === undefined || ((last.d === 'mine' ? last.o : last.r) ?? 0) <= edit.base, `${column} to ${value}`).toBe(true)
      }
    }),
  )
})

test('kept both, no text is lost, and a second sending doubles nothing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (other, mine) => {
      const at = row({ notes: other }, theirs('notes'), 2)
      const next = after(at, { device: 'mine', base: 1, changes: { notes: mine } })
      const notes = String(next?.current.notes)
      expect(notes).toContain(other)
      expect(notes).toContain(mine)
      const again = merge({ ...(next as Row), fw: theirs('notes', 9) }, { notes: mine }, how({ base: 1 }))
      expect(again.kind).toBe('nothing')
    }),
  )
})

test('the second of two kept texts is below a line that names its author', () => {
  const at = row({ notes: 'Dog loose.' }, theirs('notes'), 2)
  expect(merge(at, { notes: 'Bring a ladder.' }, how({ base: 1 }))).toEqual({
    kind: 'write',
    values: { notes: `Dog loose.\n\n${MARK}\nBring a ladder.` },
    names: ['notes'],
  })
  expect(merge(at, { notes: null }, how({ base: 1 })).kind).toBe('nothing')
})

test('two texts are kept up to their common limit, and conflict beyond it', () => {
  const theirNotes = 'x'.repeat(6000)
  const room = 10_000 - theirNotes.length - `\n\n${MARK}\n`.length
  const mine = (length: number) => merge(row({ notes: theirNotes }, theirs('notes'), 2), { notes: 'y'.repeat(length) }, how({ base: 1 }))
  expect(mine(room)).toMatchObject({ kind: 'write', names: ['notes'] })
  expect(mine(room + 1)).toEqual({ kind: 'conflict', fields: ['notes'] })
})

test('a text that continues theirs is kept alone, and so is one when theirs was emptied', () => {
  const noted = (notes: string | null, mine: string) => merge(row({ notes }, theirs('notes'), 2), { notes: mine }, how({ base: 1 }))
  expect(noted('Kicks', 'Kicks. Bring hay')).toMatchObject({ values: { notes: 'Kicks. Bring hay' } })
  expect(noted('hay', 'Bring hay')).toMatchObject({ values: { notes: `hay\n\n${MARK}\nBring hay` } })
  expect(noted('', 'Gate sticks')).toMatchObject({ values: { notes: 'Gate sticks' } })
  expect(noted(null, 'null')).toMatchObject({ values: { notes: 'null' } })
})

test('I12: a monotonic column never goes back, takes its group with it, and is reopened only on request', () => {
  const order = POLICY.monotonic?.outcome ?? []
  fc.assert(
    fc.property(edits('mine', 'theirs', 'third'), (made) => {
      made.reduce((before, edit) => {
        const next = after(before, edit) ?? before
        expect(order.indexOf(next.current.outcome ?? null)).toBeGreaterThanOrEqual(order.indexOf(before.current.outcome ?? null))
        return next
      }, row())
    }),
  )
  const done = row({ outcome: 'done', reason: null }, theirs('outcome'), 2)
  const back = { outcome: 'not_done', reason: 'lame' }
  expect(merge(done, back, how({ base: 1 })).kind).toBe('nothing')
  expect(merge(done, back, how({ base: 2 }, { isReopening: true }))).toMatchObject({ kind: 'write', values: back })
})

test('columns of a group change together: one written by another device puts the whole group in conflict', () => {
  const at = row({ day: '2026-11-24', start: '09:00' }, theirs('when'), 2)
  expect(merge(at, { start: '10:00', title: 'Trim' }, how({ base: 1 }))).toEqual({ kind: 'conflict', fields: ['when'] })
  expect(merge(at, { start: '10:00' }, how({ base: 2 })).kind).toBe('write')
})

test('an unseen write of another device conflicts even where this device wrote since', () => {
  const steps: Edit[] = [
    { device: 'theirs', base: 1, changes: { title: 'Trim' } },
    { device: 'mine', base: 2, changes: { title: 'Shoes' } },
  ]
  const at = steps.reduce((before, edit) => after(before, edit) ?? before, row())
  expect(merge(at, { title: 'Refit' }, how({ base: 1 }))).toEqual({ kind: 'conflict', fields: ['title'] })
  expect(merge(at, { title: 'Refit' }, how({ base: 2 })).kind).toBe('write')
})

test('two writers without a device may be two people, so neither overwrites the other unseen', () => {
  const at = row({ title: 'Trim' }, { title: { r: 2, d: null } }, 2)
  expect(merge(at, { title: 'Shoes' }, { ...how({ base: 1 }), deviceId: null }).kind).toBe('conflict')
})

test('a change that names no revision overwrites, as a plain request does', () => {
  const at = row({ title: 'Trim' }, theirs('title'), 2)
  expect(merge(at, { title: 'Shoes' }, { ...how({}), baseRev: undefined }).kind).toBe('write')
})

test('a removal would take every field another device wrote since, regardless of its policy', () => {
  const fw: FieldWriters = { ...theirs('rank', 3), ...theirs('title', 1), notes: { r: 4, d: 'mine' } }
  expect(unseenFields(fw, { baseRev: 2, deviceId: 'mine' })).toEqual(['rank'])
})

test('a text under which mine was put is not mine to write over, nor to remove, before I have seen it', () => {
  const steps: Edit[] = [
    { device: 'theirs', base: 1, changes: { notes: 'Gate sticks' } },
    { device: 'mine', base: 1, changes: { notes: 'Kicks' } },
  ]
  const at = steps.reduce((before, edit) => after(before, edit) ?? before, row())
  expect(after(at, { device: 'mine', base: 1, changes: { notes: '' } })?.current.notes).toContain('Gate sticks')
  expect(unseenFields(at.fw, { baseRev: 1, deviceId: 'mine' })).toEqual(['notes'])
  expect(unseenFields(at.fw, { baseRev: 3, deviceId: 'mine' })).toEqual([])
})

test('without a policy for it, every field another device wrote unseen conflicts', () => {
  const at = row({ title: 'Trim', notes: 'Kicks' }, { ...theirs('title'), ...theirs('notes') }, 2)
  const mine = { title: 'Shoes', notes: 'Bites' }
  const asked = { kind: 'conflict', fields: ['title', 'notes'] }
  expect(merge(at, mine, how({ base: 1 }, { policy: undefined }))).toEqual(asked)
  expect(merge(at, mine, how({ base: 1 }, { policy: {} }))).toEqual(asked)
  expect(merge(at, mine, how({ base: 2 }, { policy: undefined }))).toEqual({ kind: 'write', values: mine, names: ['title', 'notes'] })
})

test('in a free field or group the last applied change wins', () => {
  const at = row({ rank: 'a', day: '2026-11-24' }, { ...theirs('rank'), ...theirs('when') }, 2)
  const policy = { ...POLICY, free: ['rank', 'when'] }
  const mine = { rank: 'b', day: '2026-11-25' }
  expect(merge(at, mine, how({ base: 1 }, { policy }))).toEqual({ kind: 'write', values: mine, names: ['rank', 'when'] })
})

test('advancing never conflicts, though another device advanced part of the way unseen', () => {
  const at = row({ outcome: 'not_done', reason: 'lame' }, theirs('outcome'), 2)
  expect(merge(at, { outcome: 'done', reason: null }, how({ base: 1 }))).toEqual({
    kind: 'write',
    values: { outcome: 'done', reason: null },
    names: ['outcome'],
  })
  expect(merge(row({ reason: 'rain' }, theirs('outcome'), 2), { outcome: 'not_done', reason: 'lame' }, how({ base: 1 })).kind).toBe('write')
})

test('a reason with the same outcome is no advance, and conflicts', () => {
  const at = row({ outcome: 'done', reason: 'late' }, theirs('outcome'), 2)
  expect(merge(at, { outcome: 'done', reason: 'lame' }, how({ base: 1 }))).toEqual({ kind: 'conflict', fields: ['outcome'] })
})

test('what a change leaves out stays as it is', () => {
  expect(merge(row({ title: 'Trim' }), { title: undefined }, how({ base: 1 })).kind).toBe('nothing')
})

test('a field no other device ever wrote remembers none', () => {
  expect(writersAfter({}, ['title'], 2, 'mine')).toStrictEqual({ title: { r: 2, d: 'mine' } })
  expect(writersAfter(theirs('title'), ['title'], 3, 'mine')).toStrictEqual({ title: { r: 3, d: 'mine', o: 2 } })
})

test('values are the same when they are stored the same: instants by their time, objects in any order, absent as null', () => {
  const nine = '2026-11-24T09:00:00.000Z'
  expect(same(new Date(nine), new Date(nine))).toBe(true)
  expect(same(new Date(nine), nine)).toBe(true)
  expect(same(new Date(nine), new Date('2026-11-24T09:01:00Z'))).toBe(false)
  const feet = { near: 1, off: { hind: null, fore: [2, { b: 1, a: 2 }] }, all: 3 }
  expect(same(feet, { all: 3, off: { fore: [2, { a: 2, b: 1 }], hind: null }, near: 1 })).toBe(true)
  expect(same(feet, { off: { fore: [2, { b: 1, a: 2 }], hind: null }, all: 3, near: 1 })).toBe(true)
  expect(same(feet, { ...feet, off: { hind: null, fore: [2, { b: 1, a: 9 }] } })).toBe(false)
  expect(same(undefined, null)).toBe(true)
  expect([same('', null), same(0, null), same(false, null), same(1, '1')]).toEqual([false, false, false, false])
})

test('a list keeps its order, and is neither the object nor the text that looks like it', () => {
  expect(same(['near', 'off'], ['near', 'off'])).toBe(true)
  expect(same(['near', 'off'], ['off', 'near'])).toBe(false)
  expect(same(['near'], { 0: 'near' })).toBe(false)
  expect(same({ a: 1 }, '{"a":1}')).toBe(false)
})
