import '#features/visits/calendars/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const calendarTables = {
  owner_calendars: {
    holding: { words: ['calendar of their visits', 'calendars of their visits'], with: ['client_id'] },
    loose: { vault_key_id: 'no person' },
  },
} satisfies Record<string, TableDeclaration>
