import { MONTHS_AHEAD, MONTHS_BACK, type Subject, subjectMatcher } from '#features/office/imports/rules.ts'
import { readCalendar } from '#features/office/imports/server/calendar.ts'
import type { FoundVisits } from '#features/office/imports/server/plan-visits.ts'
import { addMonths, type Day, dayAndYear } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'

type Reading = { practiceId: string; zone: string; today: Day; known: Parameters<typeof subjectMatcher>[0] }

/** The visits a calendar file would add to the diary, a year back and ahead of today. @throws unreadable_file */
export function visitsIn(text: string, { practiceId, zone, today, known }: Reading): FoundVisits {
  const window = { fromDay: addMonths(today, -MONTHS_BACK), toDay: addMonths(today, MONTHS_AHEAD) }
  const calendar = readCalendar(text, { ...window, zone })
  const subjectOf = subjectMatcher(known)
  // The id is derived from the entry, so that importing the file again finds the same visit.
  const entries = calendar.entries.map((entry) => ({ ...entry, id: uuidOf('ics', practiceId, entry.key) }))
  const groups = Map.groupBy(entries, (entry) => entry.about.series ?? entry.id)
  const visits = [...groups.values()].map((all, at) => {
    const [first] = all
    const subject: Subject = first ? subjectOf(first.about) : { client: undefined, horses: [], yard: undefined }
    return { key: `v${at}`, place: at + 1, subject, all }
  })
  return { visits, notes: notesOn(calendar, window), unreadable: calendar.unreadable }
}

function notesOn(calendar: { outsideWindow: number; cancelled: number }, { fromDay, toDay }: { fromDay: Day; toDay: Day }): string[] {
  const { outsideWindow, cancelled } = calendar
  return [
    `${dayAndYear(fromDay)} to ${dayAndYear(toDay)} is read.`,
    outsideWindow > 0 ? 'Entries before or after that are left out.' : '',
    cancelled > 0 ? `${cancelled} cancelled ${cancelled === 1 ? 'entry is' : 'entries are'} left out.` : '',
  ].filter(Boolean)
}
