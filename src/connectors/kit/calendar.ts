import type { Wire } from '#connectors/kit/wire.ts'
import type { Day } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

/** A calendar there. */
export type FarCalendar = { id: string; name: string }

/** Where an entry is there, and which version of it we know; `tag` null: we don't know how its version is called. */
export type ItemRef = { id: string; tag: string | null }

/** An entry as it is there now. */
export type FarItem = ItemRef & {
  uid: string
  title: string
  place: string | null
  /** When it is; null: it repeats, or can't be read. */
  when: { fromDay: Day; toDay: Day } | { start: Date; end: Date } | null
  /** It was called off there, and is still to be seen. */
  isCancelled: boolean
}

/** What has changed there since a cursor. */
export type Changes = {
  cursor: string
  /** All there is was listed, because the cursor was new or lost: what is missing was not necessarily deleted. */
  isWhole: boolean
  items: FarItem[]
  /** Ids of entries that were listed, and are as they are known: they were not fetched. */
  known: string[]
  /** Ids of entries that were deleted. */
  gone: string[]
}

/** Days around today; the last one is excluded. `zone` is what its days and times without a zone go by. */
export type Window = { fromDay: Day; toDay: Day; zone: string }

/** Time in which a member is busy; whole days by the clocks of the window's zone. */
export type BusyBlock = { start: Date; end: Date; isAllDay: boolean; title: string }

/** The port of every calendar. Whatever is thrown is a Refusal. */
export type Calendar = {
  /** The calendars that hold events, as their owner knows them. */
  calendars: (wire: Wire) => Promise<FarCalendar[]>
  /** The calendar of this name that we make: the one that is there, else a new one. `slug` names it for ever. */
  ensure: (wire: Wire, slug: string, name: string) => Promise<FarCalendar>
  /**
   * What has changed in a calendar. Entries that `isKnown` holds for are not fetched. Nothing new is one request.
   * @throws Refusal `resync` when the cursor is lost, `gone` when the calendar is
   */
  changes: (wire: Wire, calendarId: string, cursor: string | null, isKnown: (known: ItemRef) => boolean, window: Window) => Promise<Changes>
  /**
   * Writes an entry: ours of its properties are replaced, those we know nothing of stay. Made again after a lost answer, it is the same one.
   * @throws Refusal `conflict` when it is another version than the known one, or was deleted, and `gone` when the calendar is
   */
  put: (wire: Wire, calendarId: string, item: CalendarItem, known: ItemRef | undefined, now: Date) => Promise<ItemRef>
  /** Deletes an entry; one that is not there is deleted. @throws Refusal `conflict` when it is another version than the known one */
  remove: (wire: Wire, known: ItemRef) => Promise<void>
  /** When their owner has no time by these calendars, repeating entries one by one. */
  busy: (wire: Wire, calendarIds: readonly string[], window: Window) => Promise<BusyBlock[]>
}
