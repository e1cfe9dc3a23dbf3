import '#features/office/integrations/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const integrationTables = {
  connections: { holding: 'those who work here, and services they connected', loose: { id: 'key', vault_key_id: 'no person' } },
  connection_items: {
    holding: 'those who work here, and services they connected',
    loose: {
      subject_id: 'appointments, time off, yards, clients, invoices, parts of payments or posts',
      remote_id: 'a name at the other service',
      erasure_id: 'no person',
    },
  },
  connection_log: { holding: 'those who work here, and services they connected', loose: { id: 'key' } },
} satisfies Record<string, TableDeclaration>
