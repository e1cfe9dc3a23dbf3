import '#features/day/lone/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const loneTables = {
  lone_contacts: { holding: 'those who work here, and whom they chose' },
  lone_timers: {
    holding: 'those who work here',
    loose: { appointment_id: 'an id without anything behind it', contact_id: 'whom a member chose' },
  },
} satisfies Record<string, TableDeclaration>
