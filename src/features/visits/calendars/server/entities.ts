import '#features/visits/calendars/server/tables.ts'
import { calendarChangeSync } from '#features/visits/calendars/server/answer-calendar-change.ts'
import type { Entities, JournalLine, TableDeclaration } from '#platform/server/entity.ts'
import { undoChange } from '#platform/server/undo.ts'

export const calendarEntities = {
  calendar_changes: {
    sync: calendarChangeSync,
    journal: {
      kind: 'diary',
      noun: 'an entry',
      named: {
        by: 'calendar',
        sql: `select q.id, coalesce(c.name, nullif(a.title, ''), y.name), c.id from calendar_changes q
      join appointments a on a.practice_id = q.practice_id and a.id = q.appointment_id
      left join clients c on c.practice_id = q.practice_id and c.id = a.client_id
      left join yards y on y.practice_id = q.practice_id and y.id = a.yard_id
      where q.practice_id = $1 and q.id = any($2::uuid[])`,
      },
      title: changeTitle,
    },
    undo: { answered: undoChange },
    holding: { words: ['change in a calendar', 'changes in calendars'], with: ['appointment_id'] },
    namesClient: [],
    isApprentices: true,
  },
} satisfies Entities

export const calendarTables = {
  owner_calendars: {
    holding: { words: ['calendar of their visits', 'calendars of their visits'], with: ['client_id'] },
    loose: { vault_key_id: 'no person' },
  },
} satisfies Record<string, TableDeclaration>

/** `Moved in a calendar: Sarah Penrose`. An answer shows what was chosen; the visit's own line shows what became of it. */
function changeTitle({ verb, after, named }: JournalLine): string {
  const what = verb === 'answered' ? ANSWERS[String(after?.state)] : KINDS[String(after?.kind)]
  return `${what ?? 'Changed in a calendar'}: ${named}`
}

const KINDS: Readonly<Record<string, string>> = {
  moved: 'Moved in a calendar',
  deleted: 'Deleted in a calendar',
  new: 'Added in a calendar',
}
const ANSWERS: Readonly<Record<string, string>> = {
  applied: 'Calendar followed',
  put_back: 'Put back in a calendar',
  open: 'Asked again about a calendar',
}
