import '#features/evidence/radiographs/server/tables.ts'
import { filmMarkSync } from '#features/evidence/radiographs/server/service.ts'
import type { Entities, JournalLine } from '#platform/server/entity.ts'
import { undoAddition, undoRemoval } from '#platform/server/undo.ts'

export const radiographEntities = {
  film_marks: {
    sync: filmMarkSync,
    journal: { kind: 'work', noun: 'A horse', named: { after: 'horses', column: 'horse_id' }, title },
    // What a vet measured has verbs of its own, and none of them is undone here.
    undo: { added: undoAddition, removed: undoRemoval },
    holding: { words: ['measurement of a film', 'measurements of films'], with: ['horse_id', 'attachment_id'] },
    loose: { person_id: 'emptied when they close their account' },
    namesClient: [],
    isApprentices: true,
  },
} satisfies Entities

function title({ verb, named, after, before }: JournalLine): string {
  const what = (after ?? before)?.kind === 'angle' ? 'an angle' : 'a length'
  if (verb === 'measured') return `${named}: ${what} measured by ${after?.author_name ?? 'a vet'}`
  return `${named}: ${VERBS[verb]?.replace('…', what) ?? 'film measured'}`
}

const VERBS: Readonly<Record<string, string>> = {
  added: '… measured on a film',
  removed: '… on a film taken away',
  taken_back: '… on a film taken away by its vet',
  restored: 'measurement of a film back',
}
