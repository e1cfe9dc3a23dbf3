import '#features/records/horses/server/tables.ts'
import { horseSync, undoTransfer } from '#features/records/horses/server/service.ts'
import { capital } from '#lib/capital.ts'
import type { Entities, TableDeclaration } from '#platform/server/entity.ts'
import { ERASED_HORSE } from '#platform/server/erased.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const horseEntities = {
  horses: {
    sync: horseSync,
    journal: {
      kind: 'horses',
      noun: 'a horse',
      named: { by: 'name' },
      title: ({ verb, named }) => `${capital(verb)} ${verb === 'added' && named !== 'a horse' ? 'horse ' : ''}${named}`,
    },
    undo: { ...UNDO_ALL, transferred: undoTransfer },
    holding: {
      words: ['horse', 'horses'],
      with: ['client_id'],
      names: ['payer_client_id', 'yard_id'],
      kept: {
        columns: ['client_id'],
        blank: { name: `'${ERASED_HORSE}'`, flags: `'{}'`, cycle_rules: `'{}'`, pauses: `'{}'`, owners: `'{}'` },
      },
    },
    namesClient: ['client_id', 'payer_client_id'],
  },
} satisfies Entities

export const horseTables = {
  horse_owners: { holding: { words: ['time as an owner', 'times as an owner'], with: ['horse_id'], names: ['client_id'] } },
  horse_grants: {
    holding: {
      words: ['look at a horse that is allowed', 'looks at a horse that are allowed'],
      with: ['horse_id', 'client_id', 'consent_id'],
    },
    loose: {
      person_id: 'a person whom no practice knows any more goes',
      by_person: 'the same',
      ended_by_person: 'the same',
    },
  },
} satisfies Record<string, TableDeclaration>
