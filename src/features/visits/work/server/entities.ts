import '#features/visits/work/server/tables.ts'
import { changeLine } from '#features/visits/appointments/server/change-line.ts'
import { workSync } from '#features/visits/work/server/service.ts'
import { templateSync } from '#features/visits/work/server/templates.ts'
import { shortDay } from '#lib/dates.ts'
import type { Entities, JournalLine, Undo } from '#platform/server/entity.ts'
import { UNDO_ALL, undoAddition } from '#platform/server/undo.ts'

/** Work that was recorded as a horse of a visit was finished: the horse is still to do. */
const undoWork: Undo = async (tx, actor, done) => {
  await undoAddition(tx, actor, done)
  const line = done.after?.visit_horse_id
  if (typeof line === 'string') await changeLine(tx, actor, line, { reopen: true })
}

export const workEntities = {
  work_entries: {
    sync: workSync,
    journal: {
      kind: 'work',
      noun: 'A horse',
      named: { after: 'horses', column: 'horse_id' },
      title: workTitle,
      detail: ({ after }) => (typeof after?.work_date === 'string' ? shortDay(after.work_date) : ''),
    },
    undo: { ...UNDO_ALL, added: undoWork },
    holding: {
      words: ['work entry', 'work entries'],
      with: ['horse_id'],
      names: ['visit_horse_id'],
      kept: { columns: ['horse_id', 'visit_horse_id', 'member_id', 'service_type', 'work_date', 'resets_cycle', 'setup_schema'] },
    },
    namesClient: [],
    isApprentices: true,
  },
  work_templates: {
    sync: templateSync,
    journal: { kind: 'practice', noun: 'a template', named: { by: 'name' } },
    undo: UNDO_ALL,
    holding: 'of the practice',
    namesClient: [],
  },
} satisfies Entities

function workTitle({ verb, named, textIn }: JournalLine): string {
  if (verb === 'added') return `${named}, ${textIn('service_type')?.toLowerCase() ?? 'work'} done`
  return `${named}, work ${verb === 'removed' ? 'undone' : 'corrected'}`
}
