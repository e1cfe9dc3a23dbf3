import '#features/office/exports/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const exportTables = {
  exports: {
    holding: { words: ['pack of theirs', 'packs of theirs'], with: [], names: ['client_id'] },
    loose: { request_id: 'goes with the pack' },
    journal: { kind: 'practice', title: () => 'Everything in the practice exported' },
  },
} satisfies Record<string, TableDeclaration>
