import '#features/office/imports/server/tables.ts'
import { undoImport } from '#features/office/imports/server/take-back.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const importTables = {
  imports: {
    holding: 'what files brought in said is emptied',
    journal: { kind: 'practice', title: ({ named }) => `Imported ${named}` },
    undo: { added: undoImport() },
  },
} satisfies Record<string, TableDeclaration>
