import '#features/records/guests/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const guestTables = {
  guest_log: {
    holding: { words: ['look at what was shown to them', 'looks at what was shown to them'], with: ['client_id'] },
    loose: { person_id: 'a person whom no practice knows any more goes', subject_id: 'an id without anything behind it' },
  },
} satisfies Record<string, TableDeclaration>
