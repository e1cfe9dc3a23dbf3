import { randomUUID } from 'node:crypto'
import type { Calendar, Changes } from '#connectors/kit/calendar.ts'
import { CALENDARS } from '#connectors/registry.ts'
import { decide } from '#features/office/integrations/server/deciding.ts'
import type { ExchangingCalendars as Exchanging } from '#features/office/integrations/server/pass.ts'

/** Keeps a cursor at once. */
type KeepCursor = (cursor: string) => Promise<void>
type Parts = Pick<Exchanging, 'calendars' | 'decides'>

/* Engines that a bad fortnight must find out, made of ours by replacing a part. */
export const BROKEN = {
  /** Another tag is another time. */
  'no echo check': () => ({
    decides: (changes, known, wanted, on) => {
      const decided = decide(changes, known, wanted, on)
      for (const far of changes.items) {
        const item = known.find(({ remoteId }) => remoteId === far.id)
        const want = wanted.find(({ subjectId }) => subjectId === item?.subjectId)
        const isNoted = decided.moved.some(({ wanted: { subjectId } }) => subjectId === want?.subjectId)
        if (want && far.when && item?.remoteTag !== far.tag && !isNoted) decided.moved.push({ wanted: want, now: far.when })
      }
      return decided
    },
  }),
  /** What is created is called differently each time. */
  'create without a stable name': () => ({
    calendars: withPort(({ put }) => ({
      put: (wire, id, item, known, now) => put(wire, id, known ? item : { ...item, uid: randomUUID() }, known, now),
    })),
  }),
  /** A worker that fails between the two has read what it never did. */
  'cursor saved before its effects': (keep: KeepCursor) => ({
    calendars: withPort(({ changes }) => ({
      changes: async (wire, id, cursor, isKnown, window) => {
        if (cursor) await keep((await changes(wire, id, cursor, () => true, window)).cursor)
        return changes(wire, id, cursor, isKnown, window)
      },
    })),
  }),
  /** What a listing of all lacks was deleted. */
  'absence read as deletion': () => ({
    decides: (changes, known, wanted, on) => {
      const there = new Set([...changes.items.map(({ id }) => id), ...changes.known])
      const gone = known.flatMap(({ remoteId }) => (remoteId && !there.has(remoteId) ? [remoteId] : []))
      const read: Changes = changes.isWhole ? { ...changes, isWhole: false, gone } : changes
      return decide(read, known, wanted, on)
    },
  }),
} satisfies Record<string, (keep: KeepCursor) => Parts>
export type Broken = keyof typeof BROKEN

function withPort(how: (port: Calendar) => Partial<Calendar>): typeof CALENDARS {
  return Object.fromEntries(
    Object.entries(CALENDARS).map(([id, connector]) => [
      id,
      { ...connector, calendar: { ...connector.calendar, ...how(connector.calendar) } },
    ]),
  )
}
