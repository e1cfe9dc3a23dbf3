import '#features/office/erasure/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const erasureTables = {
  erasures: {
    holding: { words: ['erasure', 'erasures'], with: [], names: ['client_id'] },
    loose: { file_ids: 'files whose bytes go', request_id: 'the request stays without a name' },
  },
  retention: { holding: 'of the practice', journal: { kind: 'practice', title: () => 'Changed how long messages are kept' } },
} satisfies Record<string, TableDeclaration>
