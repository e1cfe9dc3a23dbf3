import '#features/office/integrations/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const integrationTables = {
  connections: { holding: 'those who work here, and services they connected', loose: { id: 'key', vault_key_id: 'no person' } },
} satisfies Record<string, TableDeclaration>
