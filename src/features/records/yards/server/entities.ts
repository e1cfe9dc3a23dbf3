import '#features/records/yards/server/tables.ts'
import { yardSync } from '#features/records/yards/server/service.ts'
import { capital } from '#lib/capital.ts'
import type { Entities } from '#platform/server/entity.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const yardEntities = {
  yards: {
    sync: yardSync,
    journal: {
      kind: 'yards',
      noun: 'a yard',
      named: { by: 'name' },
      title: ({ verb, named }) => (verb === 'invited_other' ? `Somebody is invited to see ${named}` : `${capital(verb)} ${named}`),
    },
    undo: UNDO_ALL,
    holding: { words: ['yard of their own', 'yards of their own'], with: [], names: ['contact_client_id', 'payer_client_id'] },
    namesClient: ['contact_client_id', 'payer_client_id'],
  },
} satisfies Entities
