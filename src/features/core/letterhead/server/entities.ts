import '#features/core/letterhead/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const letterheadTables = {
  practice_pictures: { holding: 'of the practice and those who work here', loose: { id: 'key' } },
} satisfies Record<string, TableDeclaration>
