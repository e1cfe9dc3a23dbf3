import '#features/visits/care/server/tables.ts'
import { careSync, changeNote } from '#features/visits/care/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import type { Entities, JournalLine } from '#platform/server/entity.ts'
import { undoChange } from '#platform/server/undo.ts'

export const careEntities = {
  care_notes: {
    sync: careSync,
    journal: { kind: 'work', noun: 'A horse', named: { after: 'horses', column: 'horse_id' }, title },
    // Nothing that was written goes: the undo withdraws an answer.
    undo: {
      taken: undoChange,
      added: async (tx, actor, done) => {
        await changeNote(tx, actor, done.entity_id, { withdrawnAt: currentTime().toISOString() })
      },
    },
    holding: {
      words: ['note of a vet or a para-professional', 'notes of vets and para-professionals'],
      with: ['horse_id'],
      names: ['film_id'],
    },
    loose: { person_id: 'emptied when they close their account', reply_to_id: 'goes with the note it names' },
    namesClient: [],
  },
} satisfies Entities

function title({ verb, named, after }: JournalLine): string {
  if (verb === 'added') return `${named}: answer to a vet’s note`
  if (verb === 'written') return `${named}: ${after?.kind === 'plan' ? 'a shoeing plan' : 'a note'} by ${after?.author_name ?? 'a vet'}`
  return `${named}: ${VERBS[verb] ?? 'note changed'}`
}

const VERBS: Readonly<Record<string, string>> = {
  taken: 'note or plan accepted',
  left: 'no longer accepted',
  taken_back: 'answer taken back',
  withdrawn: 'note or plan withdrawn by who wrote it',
  shown: 'note or plan shown to the owner by who wrote it',
}
